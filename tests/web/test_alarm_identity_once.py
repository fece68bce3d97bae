"""An item's identity is typed once, over HTTP: of neighbours each handle names its own record, and
nothing that names an item may come with a handle."""

import json
from dataclasses import fields
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shopops.administration.tokens import create_token
from shopops.agents.records import Order, Shipment
from shopops.alarms.given import GivenRecord
from shopops.alarms.identity import RecordRef
from shopops.alarms.models import AlarmHandle, AlarmItem
from shopops.api.alarm_bodies import DeriveIn, EventIn
from shopops.ledger import EventKind, NewEvent, entries_of_items
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import ALARM_SCOPES
from tests.support.alarm_store import MADE, AlarmShop, alarm_shop, an_order, import_orders
from tests.support.clock import Clock

pytestmark = pytest.mark.django_db
SKILL = "night-watch"
Answer = tuple[int, dict[str, Any]]


def _parcel(order_id: str, parcel_id: str) -> Order:
    return an_order(order_id, shipments=(Shipment(id=parcel_id, created_at=MADE),))


def _record(kind: str, *ids: str, obligation: str | None = None) -> dict[str, Any]:
    day = MADE.date().isoformat()
    known = {"source": "shopops", "kind": kind, "ids": list(ids), "authored_on": day}
    return known | ({"obligation": obligation} if obligation else {})


ORDER = _record("order", "O-1", obligation="review")
# Records that a careless key would confuse.
NEIGHBOURS = {
    "the next order": _record("order", "O-2", obligation="review"),
    "another duty of the same order": _record("order", "O-1", obligation="contact"),
    "the parcel of the same order": _record("shipment", "O-1", "001"),
    "the payment of the same order": _record("transaction", "O-1", "t1"),
}
FIRST_PARCEL, SECOND_PARCEL = _record("shipment", "O-1", "001"), _record("shipment", "O-10", "01")


class Agent:
    """A program with a token."""

    def __init__(self, shop: AlarmShop) -> None:
        self.tenant_id = shop.tenant.pk
        made = create_token(
            tenant_id=self.tenant_id,
            name="agent",
            scopes=ALARM_SCOPES,
            author=None,
            now=timezone.now(),
            skill=SKILL,
        )
        self.headers = {"Authorization": f"Bearer {made.secret}"}

    def _post(self, path: str, body: dict[str, Any]) -> Answer:
        response = Client().post(
            f"/api/v1/alarms/{path}",
            json.dumps(body),
            content_type="application/json",
            headers=self.headers,
        )
        return response.status_code, response.json()

    def derive(self, record: dict[str, Any], kind: str = "observed") -> dict[str, Any]:
        body = {"event_kind": kind, "skill": SKILL, "record": record}
        status, answer = self._post("derive", body)
        assert status == 200, answer
        return answer

    def append(self, handle: str, **more: Any) -> Answer:
        return self._post("events", {"handle": handle, **more})

    def kinds(self, item_key: str) -> list[EventKind]:
        key = bytes.fromhex(item_key)
        with tenant_scope(self.tenant_id):
            return [entry.kind for entry in entries_of_items(self.tenant_id, [key])[key]]


@pytest.fixture
def agent(clock: Clock) -> Agent:
    shop = alarm_shop(clock, "O-2")
    import_orders(shop.tenant, _parcel("O-1", "001"), _parcel("O-10", "01"))
    return Agent(shop)


def assert_first_is_named(agent: Agent, one: dict[str, Any], other: dict[str, Any]) -> None:
    first, second = agent.derive(one), agent.derive(other)
    assert first["item_key"] != second["item_key"]
    assert first["code"] != second["code"]
    status, event = agent.append(first["handle"])
    assert (status, event["item_key"], event["code"]) == (201, first["item_key"], first["code"])
    assert agent.kinds(first["item_key"]) == [EventKind.OBSERVED]
    assert agent.kinds(second["item_key"]) == []


@pytest.mark.parametrize("neighbour", NEIGHBOURS.values(), ids=NEIGHBOURS.keys())
def test_the_first_of_two_handles_names_the_first_record_beside(
    agent: Agent, neighbour: dict[str, Any]
) -> None:
    assert_first_is_named(agent, ORDER, neighbour)
    assert AlarmHandle.objects.filter(used_at=None).count() == 1


@pytest.mark.parametrize("swapped", [False, True])
def test_ids_that_read_the_same_when_run_together_are_two_records(
    agent: Agent, swapped: bool
) -> None:
    pair = [FIRST_PARCEL, SECOND_PARCEL]
    assert_first_is_named(agent, *(pair[::-1] if swapped else pair))


@pytest.mark.slow
def test_a_handle_with_anything_that_names_an_item_is_refused_and_stays_good(
    agent: Agent,
) -> None:
    """Every member that a record, an item or an event of the ledger has here, by its name."""
    first, second = agent.derive(ORDER), agent.derive(NEIGHBOURS["the next order"])
    names = {
        *GivenRecord.__struct_fields__,
        *RecordRef.__struct_fields__,
        *DeriveIn.__struct_fields__,
        *(column.name for column in AlarmItem._meta.get_fields()),
        *(member.name for member in fields(NewEvent)),
    } - set(EventIn.__struct_fields__)
    assert names >= {"item_key", "code", "record", "ids", "kind", "authored_on", "obligation"}
    for name in sorted(names):
        status, answer = agent.append(first["handle"], **{name: second.get(name)})
        assert (status, answer["code"]) == (422, "identity_supplied"), name
        assert answer["errors"] == [{"path": name, "reason": "must not be supplied"}]
    assert agent.kinds(first["item_key"]) == agent.kinds(second["item_key"]) == []
    status, event = agent.append(first["handle"])
    assert (status, event["item_key"]) == (201, first["item_key"])


def test_no_combination_of_components_is_taken_for_an_identity(agent: Agent) -> None:
    first, second = agent.derive(ORDER), agent.derive(NEIGHBOURS["the next order"])
    whole = {"item_key": second["item_key"], "code": second["code"], "record": ORDER}
    status, answer = agent.append(first["handle"], **whole)
    assert (status, answer["code"]) == (422, "identity_supplied")
    assert [one["path"] for one in answer["errors"]] == sorted(whole)
    assert agent.kinds(first["item_key"]) == agent.kinds(second["item_key"]) == []


def test_the_items_own_components_are_refused_like_any_others(agent: Agent) -> None:
    first = agent.derive(ORDER)
    status, answer = agent.append(first["handle"], item_key=first["item_key"])
    assert (status, answer["code"]) == (422, "identity_supplied")
    assert agent.kinds(first["item_key"]) == []
