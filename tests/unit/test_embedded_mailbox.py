"""`make run` gives the demo a mailbox of its own, and takes a mail server where one is set."""

from pathlib import Path

import pytest

from shopops.embedded import site
from shopops.embedded.entrance import Address
from shopops.embedded.layout import Layout


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    return Layout.below(tmp_path)


def test_the_demo_s_parts_are_told_where_its_mail_goes_and_who_vouches(layout: Layout) -> None:
    environment = {"SHOPOPS_ENV": "demo"}
    command = site.mailbox(environment, layout, port=2525)
    assert command[command.index("--port") + 1] == "2525"
    assert environment["SHOPOPS_SMTP_URL"] == "smtp://127.0.0.1:2525"
    assert environment["SHOPOPS_AUTHSERV_ID"] == site.MAILBOX_NAME
    assert command[command.index("--folder") + 1] == str(layout.var / "mailbox")


@pytest.mark.parametrize(
    "environment",
    [
        {"SHOPOPS_ENV": "production"},
        {"SHOPOPS_ENV": "development"},
        {"SHOPOPS_ENV": "demo", "SHOPOPS_SMTP_URL": "smtp://mail.shop.example"},
    ],
)
def test_everybody_else_gets_none_and_nothing_is_vouched_for(
    environment: dict[str, str], layout: Layout
) -> None:
    before = dict(environment)
    assert site.mailbox(environment, layout, port=2525) == []
    assert environment == before


def test_only_the_demo_has_shops_to_connect_once_it_answers() -> None:
    address = Address("0.0.0.0", 8001)
    [(_, command)] = site.opening("demo", address)
    assert command == ["demo_shops", "--site=http://127.0.0.1:8001/"]
    assert site.opening("production", address) == site.opening("development", address) == []
