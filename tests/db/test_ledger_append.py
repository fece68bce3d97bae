"""Appending through the one door, as the app role."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from shopops.ledger import ActorType, EventKind, append, timeline
from shopops.ledger.exceptions import BodyRefused, EventConflict, LedgerRefusal, OutOfScope
from shopops.tenants.refusals import NoTenantScope
from shopops.tenants.scope import tenant_scope
from tests.support.ledger import ITEM, NOON, a_tenant, an_event, give_handle, one_value, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


def test_an_appended_event_is_read_back_with_its_place_in_the_chain() -> None:
    tenant = a_tenant()
    event = an_event(body={"note": "Zürich \u2028 \x01", "cents": 12900, "deep": [{"a": None}]})
    with tenant_scope(tenant.pk):
        (appended,) = append(tenant.pk, [event])
    with tenant_scope(tenant.pk):
        (entry,) = timeline(tenant.pk, "O-1")
    assert appended.is_new
    assert (entry.event_id, entry.kind, entry.actor) == (
        event.event_id,
        EventKind.INTAKE,
        ActorType.AGENT,
    )
    assert (entry.occurred_at, entry.recorded_at) == (NOON, appended.recorded_at)
    assert entry.body == event.body
    assert entry.seq == 1
    assert entry.leaf_hash is not None
    assert len(entry.leaf_hash) == 32


def test_a_row_has_no_place_before_its_scope_ends() -> None:
    tenant = a_tenant()
    with tenant_scope(tenant.pk):
        append(tenant.pk, [an_event()])
        (entry,) = timeline(tenant.pk, "O-1")
        assert (entry.seq, entry.leaf_hash) == (None, None)


def test_events_take_their_places_in_the_order_given() -> None:
    tenant = a_tenant()
    first = written(tenant, *(an_event() for _ in range(20)))
    second = written(tenant, *(an_event() for _ in range(20)))
    with tenant_scope(tenant.pk):
        entries = timeline(tenant.pk, "O-1")
    assert [entry.event_id for entry in entries] == first + second
    assert [entry.seq for entry in entries] == list(range(1, 41))


def test_a_timeline_holds_one_order_of_one_tenant() -> None:
    north, south = a_tenant("north"), a_tenant("south")
    (mine,) = written(north, an_event(order="O-1"))
    written(north, an_event(order="O-11"))
    written(south, an_event(order="O-1"))
    with tenant_scope(north.pk):
        assert [entry.event_id for entry in timeline(north.pk, "O-1")] == [mine]
        assert timeline(south.pk, "O-1") == []
        assert timeline(north.pk, "O-9") == []


def test_a_timeline_is_served_by_its_index() -> None:
    tenant = a_tenant()
    written(tenant, *(an_event(order=f"O-{number}") for number in range(300)))
    with tenant_scope(tenant.pk), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(
            "EXPLAIN SELECT * FROM ledger_event WHERE tenant_id = %s AND order_id = %s ORDER BY id",
            [tenant.pk, "O-7"],
        )
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "ledger_event_timeline" in plan
    assert "Sort" not in plan


@pytest.mark.parametrize("number", [1, 2, 500])
def test_any_number_of_events_is_one_statement(number: int) -> None:
    tenant = a_tenant()
    events = [an_event() for _ in range(number)]
    with tenant_scope(tenant.pk), CaptureQueriesContext(connection) as queries:
        assert len(append(tenant.pk, events)) == number
        assert len(queries) == 1


def test_no_events_are_no_statement() -> None:
    tenant = a_tenant()
    with tenant_scope(tenant.pk), CaptureQueriesContext(connection) as queries:
        assert append(tenant.pk, []) == []
        assert len(queries) == 0


def test_the_same_event_again_is_answered_with_the_old_row() -> None:
    tenant = a_tenant()
    event = an_event(EventKind.RAISED, item_key=ITEM, key_version=2, handle=bytes(32))
    give_handle(tenant, bytes(32), EventKind.RAISED, ITEM)
    with tenant_scope(tenant.pk):
        (first,) = append(tenant.pk, [event])
    with tenant_scope(tenant.pk):
        (again,) = append(tenant.pk, [replace(event)])
    assert again == replace(first, is_new=False)
    with tenant_scope(tenant.pk):
        assert len(timeline(tenant.pk, "O-1")) == 1


def test_old_and_new_events_may_come_in_one_batch_in_any_order() -> None:
    tenant = a_tenant()
    old = [an_event() for _ in range(3)]
    written(tenant, *old)
    batch = [old[2], an_event(), old[0], an_event(), old[1]]
    with tenant_scope(tenant.pk):
        answers = append(tenant.pk, batch)
    assert [answer.event_id for answer in answers] == [event.event_id for event in batch]
    assert [answer.is_new for answer in answers] == [False, True, False, True, False]


def test_an_event_twice_in_one_batch_is_one_row() -> None:
    tenant = a_tenant()
    event = an_event()
    with tenant_scope(tenant.pk):
        one, two = append(tenant.pk, [event, event])
        assert one == two
        assert len(timeline(tenant.pk, "O-1")) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"kind": EventKind.VERDICT},
        {"actor": ActorType.HUMAN},
        {"occurred_at": NOON.replace(microsecond=1)},
        {"body": {"order": "O-2"}},
        {"item_key": bytes(32)},
        {"item_key": None},
        {"key_version": 1},
        {"key_version": None},
        {"handle": ITEM},
    ],
)
def test_the_same_id_with_other_content_is_refused(change: dict[str, object]) -> None:
    tenant = a_tenant()
    event = an_event(item_key=ITEM, key_version=2)
    written(tenant, event)
    with pytest.raises(EventConflict, match=f"event {event.event_id} is on the ledger"):
        written(tenant, an_event(), replace(event, **change))  # type: ignore[arg-type]
    with tenant_scope(tenant.pk):
        assert len(timeline(tenant.pk, "O-1")) == 1


def test_one_id_with_two_contents_in_one_batch_is_refused() -> None:
    tenant = a_tenant()
    event = an_event()
    with pytest.raises(EventConflict):
        written(tenant, event, replace(event, body={"order": "O-2"}))


def test_two_tenants_may_use_the_same_event_id() -> None:
    event = an_event()
    for tenant in (a_tenant("north"), a_tenant("south")):
        with tenant_scope(tenant.pk):
            assert append(tenant.pk, [event])[0].is_new


def test_a_handle_is_used_once_whatever_the_event() -> None:
    tenant = a_tenant()
    written(tenant, an_event(handle=ITEM))
    with pytest.raises(IntegrityError, match="ledger_event_handle_once"):
        written(tenant, an_event(handle=ITEM))


def test_appending_without_a_scope_is_refused() -> None:
    tenant = a_tenant()
    with pytest.raises(NoTenantScope, match="no tenant scope"):
        append(tenant.pk, [an_event()])


def test_appending_for_another_tenant_than_the_scope_s_is_refused() -> None:
    north, south = a_tenant("north"), a_tenant("south")
    refusal = f"tenant {south.pk} in the scope of tenant {north.pk}"
    with pytest.raises(OutOfScope, match=refusal), tenant_scope(north.pk):
        append(south.pk, [an_event()])


def test_a_refused_event_takes_its_whole_batch_with_it() -> None:
    tenant = a_tenant()
    with pytest.raises(BodyRefused), tenant_scope(tenant.pk):
        append(tenant.pk, [an_event(), an_event(body={"share": 0.5})])
    with tenant_scope(tenant.pk):
        assert timeline(tenant.pk, "O-1") == []


def test_a_body_of_64_kib_goes_in() -> None:
    tenant = a_tenant()
    note = "x" * (65536 - len('{"note":"","order":"O-1"}'))
    written(tenant, an_event(body={"note": note}))
    with tenant_scope(tenant.pk):
        assert one_value("SELECT max(octet_length(body)) FROM ledger_event") == 65536


def test_every_refusal_has_a_stable_code_and_says_what_to_do() -> None:
    kinds = LedgerRefusal.__subclasses__()
    assert len({kind.code for kind in kinds}) == len(kinds) == 9
    assert len({kind.sqlstate for kind in kinds}) == len(kinds)
    assert all(str(kind()) == kind.__doc__ for kind in kinds)
