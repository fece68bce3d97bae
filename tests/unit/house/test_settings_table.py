"""Settings come from the environment, and the table in the docs is that list."""

from pathlib import Path

import pytest

from shopops.settings.databases import databases, from_url
from shopops.settings.environment import SETTINGS, Environment, SettingRefused
from tests.support.programs import ROOT


def test_the_documented_table_lists_every_setting_with_its_default_and_meaning() -> None:
    rows = [f"| `{s.name}` | {s.default} | {s.meaning} |" for s in SETTINGS]
    written = (ROOT / "docs/settings.md").read_text().splitlines()
    assert [line for line in written if line.startswith("| `")] == rows


def test_reading_a_setting_outside_the_table_is_an_error() -> None:
    with pytest.raises(KeyError, match="SHOPOPS_SECRET"):
        Environment({}).text("SHOPOPS_SECRET", "")


def test_an_empty_variable_counts_as_unset() -> None:
    assert Environment({"PORT": " "}).text("PORT", "8000") == "8000"


@pytest.mark.parametrize(("word", "meant"), [("1", True), ("off", False), ("True", True)])
def test_a_switch_is_read_in_plain_words(word: str, meant: bool) -> None:
    assert Environment({"DEBUG": word}).flag("DEBUG", default=not meant) is meant


def test_a_switch_that_is_neither_on_nor_off_is_refused_with_what_to_write() -> None:
    with pytest.raises(SettingRefused, match="DEBUG=maybe is neither on nor off: set it to 1 or 0"):
        Environment({"DEBUG": "maybe"}).flag("DEBUG", default=False)


def test_a_list_is_split_at_commas() -> None:
    env = Environment({"ALLOWED_HOSTS": "a.example, b.example,"})
    assert env.names("ALLOWED_HOSTS", ("localhost",)) == ["a.example", "b.example"]


def test_an_unknown_environment_is_refused_with_the_choices() -> None:
    with pytest.raises(SettingRefused, match="set it to production or demo"):
        Environment({"SHOPOPS_ENV": "prod"}).choice("SHOPOPS_ENV", ("production", "demo"), "demo")


def test_a_database_address_becomes_djangos_settings() -> None:
    found = from_url("postgresql://so_app:s%40cret@db:6432/shop?sslmode=require", name="URL")
    assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("so_app", "s@cret", "db")
    assert (found["NAME"], found["PORT"], found["OPTIONS"]) == (
        "shop",
        "6432",
        {"sslmode": "require"},
    )


@pytest.mark.parametrize("url", ["mysql://host/db", "postgresql://host", "nonsense"])
def test_an_address_that_is_not_postgresqls_is_refused(url: str) -> None:
    with pytest.raises(SettingRefused, match="DATABASE_URL"):
        from_url(url, name="DATABASE_URL")


def test_migrating_ones_own_database_needs_the_migrate_roles_address(tmp_path: Path) -> None:
    env = Environment({"DATABASE_URL": "postgresql://so_app@db/shopops"})
    with pytest.raises(SettingRefused, match="MIGRATE_DATABASE_URL"):
        databases(env, var=tmp_path, migrating=True)


def test_the_embedded_server_is_entered_as_the_role_that_the_command_needs(tmp_path: Path) -> None:
    users = [
        databases(Environment({}), var=tmp_path, migrating=migrating)["default"]["USER"]
        for migrating in (False, True)
    ]
    assert users == ["so_app", "so_migrate"]
