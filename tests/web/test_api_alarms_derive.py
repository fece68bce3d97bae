"""Deriving: an identity is typed once, and what comes back says which item that is."""

import json
from typing import Any

import pytest
from django.test import Client

from shopops.administration.tokens import SkillRefused
from shopops.alarms.asked import OWN_SKILLS
from shopops.alarms.models import AlarmHandle, AlarmItem, AlarmRefusal
from shopops.ledger import EventKind
from shopops.tenants.models import ApiToken
from shopops.tenants.tokens import Scope
from tests.support.alarm_api import derived, done, post, token_for, wanted
from tests.support.alarm_store import AlarmShop, alarm_shop, an_order, import_orders
from tests.support.clock import Clock

pytestmark = pytest.mark.django_db
K = EventKind


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    return alarm_shop(clock, "O-1", "O-2")


def test_what_derive_answers_is_what_the_ledger_names(shop: AlarmShop) -> None:
    secret = token_for(shop)
    answer = derived(secret, "observed")
    assert answer.keys() == {"item_key", "code", "handle", "expires_at"}
    status, event = post(secret, "events", {"handle": answer["handle"]})
    assert (status, event["kind"], event["status"]) == (201, "observed", "due_new")
    item = shop.item()
    assert event["item_key"] == answer["item_key"] == bytes(item.item_key).hex()
    assert event["code"] == answer["code"] == item.code
    (entry,) = shop.entries()
    assert (entry.event_id.__str__(), entry.item_key) == (event["event_id"], bytes(item.item_key))


def test_a_label_is_accepted_and_changes_nothing(shop: AlarmShop) -> None:
    secret = token_for(shop)
    plain = derived(secret, "observed")
    for label in ("URGENT: parcel of O-2", "", None, {"item_key": "00" * 32}, 7):
        status, answer = post(secret, "derive", wanted("observed", label=label))
        assert status == 200
        assert (answer["item_key"], answer["code"]) == (plain["item_key"], plain["code"])


def test_a_record_that_this_shop_has_not_is_unknown(shop: AlarmShop) -> None:
    secret = token_for(shop)
    record = wanted("observed")["record"]
    changes: list[dict[str, Any]] = [
        {"ids": ["O-3"]},
        {"ids": ["O-1", "s1"]},
        {"ids": []},
        {"source": "shopify"},
        {"authored_on": "2026-03-02"},
        {"kind": "shipment", "ids": ["O-1", "s9"], "obligation": "shipment"},
        {"kind": "shipment", "ids": ["O-1", "s1"], "obligation": "money"},
        {"kind": "order", "obligation": None},
    ]
    for changed in changes:
        status, answer = post(secret, "derive", wanted("observed", record=record | changed))
        assert (status, answer["code"]) == (404, "unknown_record"), changed
    assert AlarmItem.objects.count() == 0
    kept = AlarmRefusal.objects.first()
    assert kept.record["ids"] == ["O-1"]


def test_the_parts_of_an_order_are_records_with_a_duty_of_their_own(shop: AlarmShop) -> None:
    secret = token_for(shop)
    record = wanted("observed")["record"]
    keys = set()
    for kind, part in (("shipment", "s1"), ("transaction", "t1")):
        part_record = record | {"kind": kind, "ids": ["O-1", part], "obligation": None}
        status, answer = post(secret, "derive", wanted("observed", record=part_record))
        assert status == 200
        keys.add(answer["item_key"])
    assert len(keys) == 2
    found = AlarmItem.objects.values_list("record_kind", "obligation")
    assert set(found) == {("shipment", "shipment"), ("transaction", "money")}


def test_a_record_without_a_date_is_refused_by_name(shop: AlarmShop) -> None:
    import_orders(shop.tenant, an_order("O-9", placed_at=None))
    status, answer = post(token_for(shop), "derive", wanted("observed", "O-9"))
    assert (status, answer["code"]) == (422, "no_authored_date")
    assert shop.refusals() == [("no_authored_date", "observed")]


def test_a_handle_is_kept_as_its_hash_only(shop: AlarmShop) -> None:
    handle = derived(token_for(shop), "observed")["handle"]
    row = AlarmHandle.objects.get()
    assert handle.encode() not in bytes(row.sha256)
    assert handle not in json.dumps(
        {name: str(value) for name, value in AlarmHandle.objects.values().get().items()}
    )


def test_derive_speaks_for_the_tokens_own_skill_only(shop: AlarmShop) -> None:
    status, answer = post(token_for(shop), "derive", wanted("observed", skill="ringing"))
    assert (status, answer["code"]) == (403, "handle_skill")
    assert AlarmHandle.objects.count() == 0


@pytest.mark.parametrize("skill", ["", "  ", "x" * 65, *sorted(OWN_SKILLS)])
def test_a_token_for_alarms_needs_a_skill_that_is_not_the_programs(
    shop: AlarmShop, skill: str
) -> None:
    with pytest.raises(SkillRefused):
        token_for(shop, skill=skill)
    assert ApiToken.objects.count() == 0


@pytest.mark.parametrize(
    ("scope", "allowed"),
    [
        (Scope.ALARMS_RING, {"observed", "raised"}),
        (Scope.ALARMS_ACKNOWLEDGE, {"acknowledged"}),
        (Scope.ALARMS_RESOLVE, {"resolved", "withdrawn"}),
    ],
)
def test_a_token_appends_what_its_scope_names_and_nothing_else(
    shop: AlarmShop, scope: Scope, allowed: set[str]
) -> None:
    shop.do(K.OBSERVED)
    shop.ring()
    secret = token_for(shop, scope)
    kinds = ("observed", "raised", "undelivered", "acknowledged", "unacknowledged")
    for kind in (*kinds, "handed_off", "resolved", "withdrawn"):
        _, answer = post(secret, "derive", wanted(kind))
        assert (answer.get("code") == "scope_missing") == (kind not in allowed), (kind, answer)


def test_a_token_without_a_scope_for_alarms_does_not_enter(shop: AlarmShop) -> None:
    status, answer = post(token_for(shop, Scope.RESOLVE), "derive", wanted("observed"))
    assert (status, answer["code"]) == (403, "scope_missing")


def test_a_ring_that_is_not_due_gets_no_handle_but_the_next_time(
    shop: AlarmShop, clock: Clock
) -> None:
    secret = token_for(shop)
    done(secret, "observed")
    due = done(secret, "raised")["due_at"]
    handles = AlarmHandle.objects.count()
    status, answer = post(secret, "derive", wanted("raised"))
    assert (status, answer["code"], answer["next_due"]) == (409, "not_due", due)
    assert due in answer["detail"]
    assert AlarmHandle.objects.count() == handles
    clock.move(minutes=60)
    assert done(secret, "raised")["rings"] == 2


@pytest.mark.parametrize("change", [{"event_kind": "intake"}, {"code": "x"}, {"record": "O-1"}])
def test_derive_takes_what_is_documented_only(shop: AlarmShop, change: dict[str, Any]) -> None:
    status, answer = post(token_for(shop), "derive", wanted("observed") | change)
    assert (status, answer["code"]) == (422, "invalid")


def test_the_documents_components_hold_both_bodies(client: Client) -> None:
    schemas = client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    assert schemas["EventIn"]["additionalProperties"] is False
    assert set(schemas["EventIn"]["properties"]) == {"handle", "confirmer", "until", "note"}
    assert set(schemas["DeriveIn"]["properties"]) == {"event_kind", "skill", "record", "label"}
