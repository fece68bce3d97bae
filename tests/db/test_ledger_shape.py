"""The pinned fingerprints are those of a freshly migrated database."""

import json

import pytest
from django.db import connection

from shopops.ledger.catalog import PINNED, definitions, differences, fingerprints
from shopops.ledger.kinds import ALARM_KINDS, KEY_VERSION, ActorType, EventKind
from tests.support.ledger import one_value

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def _definitions() -> dict[str, str]:
    with connection.cursor() as cursor:
        return definitions(cursor)


def test_a_fresh_database_has_the_pinned_shape() -> None:
    with connection.cursor() as cursor:
        found = fingerprints(cursor)
        different = list(differences(cursor))
    hint = "if a migration meant this, pinned.json becomes:\n" + json.dumps(found, indent=2)
    assert different == [], hint


def test_reading_the_shape_leaves_the_session_as_it_was() -> None:
    before = one_value("SELECT current_setting('search_path') || current_setting('datestyle')")
    with connection.cursor() as cursor:
        fingerprints(cursor)
    assert before == one_value(
        "SELECT current_setting('search_path') || current_setting('datestyle')"
    )


@pytest.mark.parametrize(
    "name",
    [
        "trigger ledger_before_insert on ledger_event",
        "trigger ledger_at_commit on ledger_event",
        "trigger ledger_use_handle on ledger_event",
        "function public.ledger_use_handle()",
        "function public.shopops_clock()",
        "trigger ledger_event_kept on ledger_event",
        "trigger ledger_event_row_kept on ledger_event",
        "trigger ledger_link_kept on ledger_link",
        "trigger ledger_link_row_kept on ledger_link",
        "trigger ledger_new_tenant on tenants_tenant",
        "function public.ledger_at_commit()",
        "function public.shopops_deny()",
        "grants on table ledger_event",
        "policy ledger_event_app on ledger_event",
        "foreign key ledger_event_tenant",
    ],
)
def test_the_pins_cover_what_keeps_the_ledger(name: str) -> None:
    assert name in PINNED


def test_deny_triggers_always_fire_and_chain_triggers_stay_at_origin() -> None:
    enabled = {
        name: definition[-1]
        for name, definition in _definitions().items()
        if name.startswith("trigger ")
    }
    assert {name for name, state in enabled.items() if state == "A"} == {
        name for name in enabled if "kept" in name
    }
    assert {name for name, state in enabled.items() if state == "O"} == {
        "trigger ledger_before_insert on ledger_event",
        "trigger ledger_at_commit on ledger_event",
        "trigger ledger_use_handle on ledger_event",
        "trigger ledger_new_tenant on tenants_tenant",
    }


def test_the_checks_hold_the_words_of_the_enums() -> None:
    found = _definitions()
    for constraint, words in (
        ("ledger_event_kind", EventKind),
        ("ledger_event_actor", ActorType),
        ("ledger_event_item_named", ALARM_KINDS),
    ):
        definition = found[f"constraint {constraint}"]
        quoted = {part.partition("'")[2] for part in definition.split("'::")[:-1]}
        assert quoted == {str(word) for word in words}, constraint


def test_the_database_and_the_program_agree_on_the_key_version() -> None:
    assert one_value("SELECT ledger_key_version()") == KEY_VERSION
