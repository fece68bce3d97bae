"""What is printed stands in the troubleshooting of docs/connect-woocommerce.md, word for word."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from shopops.connectors.http import Exchange
from shopops.connectors.woocommerce.answers import GONE, REFUND_REFUSED, refusal
from shopops.connectors.woocommerce.client import unreadable

DOCS = Path(__file__).parents[2] / "docs" / "connect-woocommerce.md"
NOW = datetime(2026, 3, 4, tzinfo=UTC)


def said(status: int, code: str = "", message: str = "", *, writes: bool = False) -> str:
    body = json.dumps({"code": code, "message": message}).encode() if code else b"<html>"
    headers = {"location": "https://www.shop.example/"}
    return refusal(Exchange(status, headers, body), writes=writes, now=NOW).detail


@pytest.mark.parametrize(
    "sentence",
    [
        said(401, "woocommerce_rest_cannot_view"),
        said(403),
        said(404, "rest_no_route"),
        said(404, next(iter(GONE))),
        said(404).split(" In ")[0],
        said(429),
        said(500).split(" (")[0],
        said(301).split(" https")[0],
        said(500, REFUND_REFUSED, writes=True).split(" Look")[0],
        unreadable(b"<br />").detail.split(" '")[0],
    ],
)
def test_every_answer_of_a_shop_is_explained(sentence: str) -> None:
    assert f"| {sentence}" in DOCS.read_text(encoding="utf-8")


def test_what_the_shop_says_is_shown_without_markup() -> None:
    message = "<p>There has been a <b>critical</b> error &amp; more.</p>"
    assert said(403, "x", message).endswith("It says: There has been a critical error & more.")
