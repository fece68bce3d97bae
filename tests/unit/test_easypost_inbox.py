"""EasyPost's webhooks: proven over the bytes, with a secret in the form NFKD."""

from datetime import UTC, datetime

import pytest

from shopops.connectors.easypost.inbox import EasyPostInbox, signature
from shopops.connectors.ports import Delivered, NotProven
from tests.support.easypost_double import WEBHOOK_SECRET, EasyPostDouble
from tests.support.import_cases import easypost_tracker, refusal

NOW = datetime(2026, 3, 4, tzinfo=UTC)


def opened(headers: dict[str, str], body: bytes, secret: str = WEBHOOK_SECRET) -> Delivered:
    return EasyPostInbox({"webhook_secret": secret}).open(headers=headers, body=body, now=NOW)


@pytest.mark.parametrize("secret", ["s\u00e9cret", "se\u0301cret"])
def test_a_secret_is_the_same_however_its_accents_are_written(secret: str) -> None:
    """By hand: openssl dgst -sha256 -hmac with the decomposed form."""
    expected = "f5e63517d092accf8cd81242c7969cb8fe026e6a84dffcacadb2ed74d53196fc"
    assert signature(secret, b'{"weight":614.0}') == f"hmac-sha256-hex={expected}"


def test_an_event_comes_in_as_its_bytes_under_its_own_id() -> None:
    tracker = easypost_tracker()
    headers, body = EasyPostDouble().event(tracker, event_id="evt_7")
    delivered = opened(headers, body)
    assert (delivered.delivery_id, delivered.topic) == ("evt_7", "tracker.updated")
    assert delivered.occurred_at == datetime(2026, 3, 2, 12, tzinfo=UTC)
    ((source_format, row),) = delivered.rows
    assert (source_format.name, source_format.record_type, row) == ("easypost", "tracker", body)


def test_an_event_about_something_else_brings_no_rows() -> None:
    headers, body = EasyPostDouble().event(easypost_tracker(), topic="batch.updated")
    delivered = opened(headers, body)
    assert (delivered.topic, list(delivered.rows)) == ("batch.updated", [])


def test_without_the_right_proof_nothing_is_read() -> None:
    headers, body = EasyPostDouble().event(easypost_tracker())
    proof = headers["x-hmac-signature"]
    for said in ("", proof.removeprefix("hmac-sha256-hex="), proof[:-1] + "é", proof.upper()):
        with pytest.raises(NotProven):
            opened({"x-hmac-signature": said}, body)
    with pytest.raises(NotProven):
        opened(headers, body.replace(b"614", b"615").replace(b"Kiel", b"Kiew"))
    with pytest.raises(ValueError, match="missing"):
        EasyPostInbox({})


@pytest.mark.parametrize(
    ("body", "code", "path"),
    [
        (b"[]", "wrong_type", "$"),
        (b"{}", "missing", "$.description"),
        (b'{"description":"tracker.updated"}', "missing", "$.id"),
        (b"{", "not_json", "$"),
    ],
)
def test_a_proven_body_that_is_no_event_is_refused(body: bytes, code: str, path: str) -> None:
    headers = {"x-hmac-signature": signature(WEBHOOK_SECRET, body)}
    assert refusal(lambda: opened(headers, body)) == (code, path)
