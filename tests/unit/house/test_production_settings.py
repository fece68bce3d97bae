"""Production refuses to start on settings that are meant for a desk."""

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

from shopops.settings.environment import DEFAULT_SECRET_KEY

SECRET = "k" * 60


@pytest.fixture
def production(settings: Settings) -> Settings:
    settings.SHOPOPS_ENV = "production"
    settings.SECRET_KEY = SECRET
    settings.DEBUG = False
    settings.SHOPOPS_SMTP_URL = "smtp://mail.shop.example"
    settings.SHOPOPS_INBOUND_SECRET = "a secret of a test"
    settings.SHOPOPS_OPERATORS_SECOND_FACTOR = True
    return settings


def _codes() -> set[str]:
    return {
        message.id or "" for message in run_checks() if (message.id or "").startswith("shopops")
    }


def test_good_production_settings_pass(production: Settings) -> None:
    assert _codes() == set()


@pytest.mark.parametrize("key", [DEFAULT_SECRET_KEY, "short"])
def test_the_default_or_a_short_secret_key_fails(production: Settings, key: str) -> None:
    production.SECRET_KEY = key
    assert _codes() == {"shopops.E001"}


def test_a_short_vault_key_fails(production: Settings) -> None:
    production.SHOPOPS_VAULT_KEYS = ["v" * 32, "short"]
    assert _codes() == {"shopops.E009"}


def test_debug_fails(production: Settings) -> None:
    production.DEBUG = True
    assert _codes() == {"shopops.E002"}


def test_operators_without_a_second_factor_are_told_of(production: Settings) -> None:
    production.SHOPOPS_OPERATORS_SECOND_FACTOR = False
    assert _codes() == {"shopops.W010"}


def test_a_short_monitoring_token_fails(production: Settings) -> None:
    production.SHOPOPS_MONITOR_TOKEN = "m" * 31
    assert _codes() == {"shopops.E010"}
    production.SHOPOPS_MONITOR_TOKEN = "m" * 32
    assert _codes() == set()


def test_development_may_have_both(production: Settings) -> None:
    production.SHOPOPS_ENV = "development"
    production.DEBUG = True
    production.SECRET_KEY = DEFAULT_SECRET_KEY
    assert _codes() == set()
