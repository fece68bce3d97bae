"""Appending: an event carries a handle and no identity, whatever else is sent with it."""

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from shopops.alarms.models import AlarmRefusal
from shopops.alarms.refusals import RefusalCode
from shopops.ledger import EventKind
from shopops.tenants.models import ApiToken
from shopops.tenants.tokens import Scope
from tests.support.alarm_api import derived, done, post, token_for, wanted
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
K = EventKind


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    return alarm_shop(clock, "O-1", "O-2")


def test_of_two_derived_neighbours_the_first_handle_names_the_first(shop: AlarmShop) -> None:
    secret = token_for(shop)
    first, second = derived(secret, "observed", "O-1"), derived(secret, "observed", "O-2")
    assert first["item_key"] != second["item_key"]
    assert first["code"] != second["code"]
    status, event = post(secret, "events", {"handle": first["handle"]})
    assert (status, event["item_key"], event["code"]) == (201, first["item_key"], first["code"])
    assert (shop.kinds("O-1"), shop.kinds("O-2")) == ([K.OBSERVED], [])


@pytest.mark.parametrize(
    "component",
    [
        {"item_key": "00" * 32},
        {"code": "7F3KQ2MD8N"},
        {"record": {"kind": "order", "ids": ["O-2"]}},
        {"kind": "observed"},
        {"event_kind": "observed"},
        {"skill": "night-watch"},
        {"tenant": "store_northline"},
        {"obligation": "money"},
        {"item_key": None},
        {"episode": 1},
        {"holder": "1a" * 32},
        {"confirmer": {"name": "Maya", "key": "1a" * 32, "email": "maya@example.com"}},
    ],
)
def test_a_handle_with_any_component_is_refused_and_the_component_named(
    shop: AlarmShop, component: dict[str, Any]
) -> None:
    secret = token_for(shop)
    handle = derived(secret, "observed")["handle"]
    derived(secret, "observed", "O-2")
    status, answer = post(secret, "events", {"handle": handle, **component})
    assert (status, answer["code"]) == (422, "identity_supplied")
    (named,) = answer["errors"]
    name = next(iter(component))
    assert named["path"] == ("confirmer.email" if name == "confirmer" else name)
    assert (shop.kinds("O-1"), shop.kinds("O-2")) == ([], [])
    assert shop.refusals() == [("identity_supplied", "")]
    # it was not used up by being refused
    assert post(secret, "events", {"handle": handle})[0] == 201


def test_a_component_in_the_address_is_refused_too(shop: AlarmShop) -> None:
    secret = token_for(shop)
    handle = derived(secret, "observed")["handle"]
    status, answer = post(secret, "events", {"handle": handle}, "?item_key=00&code=1")
    assert (status, answer["code"]) == (422, "identity_supplied")
    assert [error["path"] for error in answer["errors"]] == ["code", "item_key"]
    assert shop.kinds() == []


def test_another_shops_record_and_handle_are_unknown(shop: AlarmShop, clock: Clock) -> None:
    other = alarm_shop(clock, "P-1", slug="store_southline")
    mine, theirs = token_for(shop), token_for(other)
    assert post(mine, "derive", wanted("observed", "P-1"))[1]["code"] == "unknown_record"
    handle = derived(theirs, "observed", "P-1")["handle"]
    status, answer = post(mine, "events", {"handle": handle})
    assert (status, answer["code"]) == (404, "handle_unknown")
    assert other.kinds("P-1") == []
    assert post(theirs, "events", {"handle": handle})[0] == 201


def test_a_handle_works_once(shop: AlarmShop) -> None:
    secret = token_for(shop)
    handle = derived(secret, "observed")["handle"]
    assert post(secret, "events", {"handle": handle})[0] == 201
    status, answer = post(secret, "events", {"handle": handle})
    assert (status, answer["code"]) == (409, "handle_used")
    assert shop.kinds() == [K.OBSERVED]
    assert shop.refusals() == [("handle_used", "observed")]


def test_a_handle_expires_by_the_clock_of_the_database(shop: AlarmShop, clock: Clock) -> None:
    secret = token_for(shop)
    first, second = derived(secret, "observed"), derived(secret, "observed")
    clock.move(minutes=5, seconds=-1)
    assert post(secret, "events", {"handle": first["handle"]})[0] == 201
    done(secret, "raised")
    clock.move(seconds=1)
    status, answer = post(secret, "events", {"handle": second["handle"]})
    assert (status, answer["code"]) == (410, "handle_expired")
    assert shop.kinds() == [K.OBSERVED, K.RAISED]


def test_a_handle_of_another_skill_is_refused(shop: AlarmShop) -> None:
    handle = derived(token_for(shop), "observed")["handle"]
    status, answer = post(token_for(shop, skill="day-watch"), "events", {"handle": handle})
    assert (status, answer["code"]) == (403, "handle_skill")
    assert shop.kinds() == []
    assert shop.refusals() == [("handle_skill", "observed")]


def test_a_scope_that_is_gone_by_the_append_counts(shop: AlarmShop) -> None:
    shop.do(K.OBSERVED)
    shop.ring()
    handle = derived(token_for(shop), "acknowledged")["handle"]
    status, answer = post(token_for(shop, Scope.ALARMS_RING), "events", {"handle": handle})
    assert (status, answer["code"]) == (403, "scope_missing")
    assert shop.kinds() == [K.OBSERVED, K.RAISED]


def test_an_acknowledgment_carries_the_rosters_name_and_how_it_was_verified(
    shop: AlarmShop,
) -> None:
    secret = token_for(shop)
    done(secret, "observed")
    done(secret, "raised")
    maya = shop.person()
    key = bytes(maya.identity_key).hex()
    confirmer = {"name": "Somebody else", "key": key}
    answer = done(secret, "acknowledged", confirmer=confirmer, note="I call the carrier")
    assert answer["status"] == "snoozed"
    row = shop.entries()[-1]
    assert row.confirmer_key.hex() == key
    assert row.body["verified_by"] == "token"
    assert row.body["token"] == ApiToken.objects.get().pk
    name = maya.names.get()
    assert (name.name, bytes(name.name_sha256)) == ("Maya", row.confirmer_name_hash)
    assert "carrier" not in json.dumps(row.body)


def test_an_acknowledgment_may_name_nobody(shop: AlarmShop) -> None:
    secret = token_for(shop)
    done(secret, "observed")
    done(secret, "raised")
    done(secret, "acknowledged", confirmer={"name": None, "key": None})
    row = shop.entries()[-1]
    assert (row.kind, row.confirmer_key, row.confirmer_name_hash) == (K.ACKNOWLEDGED, None, None)
    assert "verified_by" not in row.body


@pytest.mark.parametrize(
    ("confirmer", "code"),
    [
        ({"name": "Maya"}, "confirmer_half"),
        ({"key": "1a" * 32}, "confirmer_half"),
        ({"name": "Maya", "key": "1A" * 32}, "confirmer_malformed"),
        ({"name": "Maya", "key": "1a" * 31}, "confirmer_malformed"),
        ({"name": "", "key": "1a" * 32}, "confirmer_malformed"),
        ({"name": "M" * 81, "key": "1a" * 32}, "confirmer_malformed"),
        ({"name": "Ma\u202eya", "key": "1a" * 32}, "confirmer_malformed"),
        ({"name": 5, "key": "1a" * 32}, "confirmer_malformed"),
        ("Maya", "confirmer_malformed"),
        ({"name": "Maya", "key": "1a" * 32}, "confirmer_unknown"),
    ],
)
def test_a_confirmer_is_both_halves_of_a_person_of_the_roster(
    shop: AlarmShop, confirmer: Any, code: str
) -> None:
    secret = token_for(shop)
    done(secret, "observed")
    done(secret, "raised")
    handle = derived(secret, "acknowledged")["handle"]
    status, answer = post(secret, "events", {"handle": handle, "confirmer": confirmer})
    assert (status, answer["code"]) == (422, code)
    assert shop.kinds() == [K.OBSERVED, K.RAISED]
    assert [refused for refused, _ in shop.refusals()] == [code]


def test_somebody_who_left_or_works_elsewhere_confirms_nothing(
    shop: AlarmShop, clock: Clock
) -> None:
    secret = token_for(shop)
    done(secret, "observed")
    done(secret, "raised")
    gone = shop.person("Gone")
    gone.active = False
    gone.save()
    elsewhere = alarm_shop(clock, "P-1", slug="store_southline").person("Maya")
    for person in (gone, elsewhere):
        handle = derived(secret, "acknowledged")["handle"]
        key = bytes(person.identity_key).hex()
        body = {"handle": handle, "confirmer": {"name": person.display_name, "key": key}}
        assert post(secret, "events", body)[1]["code"] == "confirmer_unknown"
    assert K.ACKNOWLEDGED not in shop.kinds()


@pytest.mark.parametrize("kind", ["observed", "raised", "resolved", "withdrawn"])
def test_a_confirmer_belongs_on_acknowledgments_only(shop: AlarmShop, kind: str) -> None:
    secret = token_for(shop)
    if kind != "observed":
        done(secret, "observed")
    if kind == "resolved":
        done(secret, "raised")
    before = shop.kinds() if kind != "observed" else []
    handle = derived(secret, kind)["handle"]
    key = bytes(shop.person().identity_key).hex()
    body = {"handle": handle, "confirmer": {"name": "Maya", "key": key}}
    status, answer = post(secret, "events", body)
    assert (status, answer["code"]) == (422, "confirmer_not_allowed")
    assert shop.kinds() == before


def test_a_snooze_ends_within_the_shops_limit(shop: AlarmShop, clock: Clock) -> None:
    secret = token_for(shop)
    done(secret, "observed")
    done(secret, "raised")
    for minutes, code in ((241, "until_too_far"), (0, "until_past"), (-5, "until_past")):
        handle = derived(secret, "acknowledged")["handle"]
        until = (clock.now + timedelta(minutes=minutes)).isoformat()
        status, answer = post(secret, "events", {"handle": handle, "until": until})
        assert (status, answer["code"]) == (422, code)
    until = (clock.now + timedelta(minutes=240)).isoformat()
    assert done(secret, "acknowledged", until=until)["due_at"] == until.replace("+00:00", "Z")


def test_an_end_counts_however_far_from_utc_it_is_said(shop: AlarmShop, clock: Clock) -> None:
    secret = token_for(shop)
    done(secret, "observed")
    done(secret, "raised")
    far = (clock.now + timedelta(hours=1)).astimezone(timezone(timedelta(hours=22, minutes=19)))
    said = done(secret, "acknowledged", until=far.isoformat())["due_at"]
    assert datetime.fromisoformat(said) == far


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"handle": 5}, "$.handle"),
        ({}, "$"),
        ({"handle": "h", "until": "tomorrow"}, "$.until"),
        ({"handle": "h", "until": "2026-03-01T10:00:00"}, "$.until"),
        ({"handle": "h", "note": "x" * 2001}, "$.note"),
    ],
)
def test_what_cannot_be_read_is_named(shop: AlarmShop, body: dict[str, Any], path: str) -> None:
    status, answer = post(token_for(shop), "events", body)
    assert (status, answer["code"]) == (422, "invalid")
    assert answer["errors"][0]["path"] == path


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"{", b'"x"', b'{"handle":"a","handle":"b"}', b'{"handle":"\\u0000"}']
)
def test_a_body_with_no_or_two_meanings_is_refused(shop: AlarmShop, raw: bytes) -> None:
    status, answer = post(token_for(shop), "events", raw)
    assert (status, answer["code"]) == (400, "malformed_body")


def test_every_refusal_has_a_sentence_and_nothing_is_an_accident(shop: AlarmShop) -> None:
    status, answer = post(token_for(shop), "events", {"handle": "\ud83d made up"})
    assert (status, answer["code"]) in {(404, "handle_unknown"), (400, "malformed_body")}
    assert answer["detail"]
    assert set(RefusalCode) >= {code for code, _ in shop.refusals()}


def test_a_refused_event_is_kept_with_the_item_of_its_handle(shop: AlarmShop) -> None:
    secret = token_for(shop)
    handle = derived(secret, "observed")["handle"]
    post(secret, "events", {"handle": handle, "code": "7F3KQ2MD8N"})
    post(secret, "events", {"handle": handle, "confirmer": "Maya"})
    post(secret, "events", {"handle": "made up", "code": "7F3KQ2MD8N"})
    kept = AlarmRefusal.objects.order_by("id").values_list("code", "item__order_id")
    assert list(kept) == [
        ("identity_supplied", "O-1"),
        ("confirmer_malformed", "O-1"),
        ("identity_supplied", None),
    ]


def test_what_derive_refuses_about_a_known_item_is_kept_with_it(shop: AlarmShop) -> None:
    secret = token_for(shop)
    post(secret, "derive", wanted("acknowledged"))  # of an item that nobody has observed yet
    done(secret, "observed")
    post(secret, "derive", wanted("acknowledged"))
    kept = AlarmRefusal.objects.order_by("id").values_list("code", "item__order_id")
    assert list(kept) == [("no_raise", None), ("no_raise", "O-1")]
