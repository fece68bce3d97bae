import pytest
from pytest_django import Settings

from shopops.mailing.checks import check_mail_settings


def codes() -> list[str | None]:
    return [found.id for found in check_mail_settings()]


def test_a_desk_needs_no_mail_server_and_production_is_warned(settings: Settings) -> None:
    settings.SHOPOPS_SMTP_URL = ""
    assert codes() == []
    settings.SHOPOPS_ENV = "production"
    assert codes() == ["shopops.W020"]


def test_a_server_address_that_cannot_be_read_is_an_error_everywhere(settings: Settings) -> None:
    settings.SHOPOPS_SMTP_URL = "mail.shop.example:25"
    assert codes() == ["shopops.E020"]


@pytest.mark.parametrize("name", ["SHOPOPS_MAIL_FROM", "SHOPOPS_REPLY_ADDRESS"])
def test_an_address_of_ours_that_is_none_is_an_error(settings: Settings, name: str) -> None:
    setattr(settings, name, "ShopOps <alarms@shop.example>")
    assert codes() == ["shopops.E021"]
