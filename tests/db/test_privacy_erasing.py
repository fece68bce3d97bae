"""An order is erased whole or not at all, it stays erased, and the ledger still proves the rest."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from django.db import DataError

from shopops.agents.records import Tracker
from shopops.alarms.audits import audit_and_record
from shopops.connectors.held import Incoming, Outcome
from shopops.connectors.models import (
    ErasedObject,
    RecordType,
    SearchTerm,
    SourcePayload,
    SourceRecord,
)
from shopops.connectors.refusals import RefusalCode
from shopops.connectors.store import upsert
from shopops.ledger import EventKind
from shopops.ledger.passes import verify_and_record
from shopops.privacy import refusals
from shopops.privacy.erasing import erase
from shopops.privacy.kept import KINDS, Kept
from shopops.privacy.models import PrivacyRequest, RequestKind, Settled
from shopops.privacy.requests import open_by_hand
from shopops.review.refusals import ReasonRequired
from shopops.tenants.models import Role
from shopops.tenants.refusals import AppendOnlyRefused
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MINUTE, RESHIP, Deciding
from tests.support.erasing import LATER, ORDER, OTHER, WHY, decided, erasing, facts_of
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pipeline import resolve_stored
from tests.support.reviewing import Reviewing, reviewing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def counts(room: Reviewing, order: str) -> dict[str, int]:
    with tenant_scope(room.shop.pk):
        return {
            kind: count for kind, count in Kept(room.shop.pk, [order]).counts().items() if count
        }


def erased(room: Reviewing) -> list[str]:
    with tenant_scope(room.shop.pk):
        found = ErasedObject.objects.of(room.shop.pk).filter(record_type=RecordType.ORDER)
        return list(found.values_list("external_id", flat=True))


def upserted(room: Reviewing, record: object) -> tuple[Outcome, str]:
    item = Incoming(record=record, raw=b'{"again":1}', source="shopops")  # type: ignore[arg-type]
    with tenant_scope(room.shop.pk):
        [result] = upsert(room.shop.pk, [item], room.now)
    return result.outcome, result.code


def parcel_of(room: Reviewing) -> tuple[str, Tracker]:
    [name] = [one.tracker_id for one in room.oms.orders[ORDER].shipments if one.tracker_id]
    return name, room.oms.tracker_records[name]


def test_what_is_known_of_the_order_goes_and_its_neighbour_stays() -> None:
    room = decided()
    before, neighbour = counts(room, ORDER), counts(room, OTHER)
    assert {"records", "payloads", "facts", "decision_notes"} <= set(before)
    gone = erasing(room)
    assert dict(gone) == {**dict.fromkeys(KINDS, 0), **before}
    assert counts(room, ORDER) == {}
    assert counts(room, OTHER) == neighbour
    assert not SourcePayload.objects.filter(external_id=ORDER).exists()
    with tenant_scope(room.shop.pk):
        assert not SearchTerm.objects.of(room.shop.pk).filter(order_id=ORDER).exists()


def test_its_parcels_go_with_it() -> None:
    room = decided()
    tracker, record = parcel_of(room)
    erasing(room)
    assert not SourceRecord.objects.filter(tenant=room.shop, external_id=tracker).exists()
    assert upserted(room, record)[1] == RefusalCode.ERASED


def test_a_parcel_that_another_order_names_too_stays_with_that_one() -> None:
    room = decided()
    tracker, record = parcel_of(room)
    [shipment] = room.oms.orders[ORDER].shipments
    room.change(OTHER, shipments=(*room.oms.orders[OTHER].shipments, shipment))
    erasing(room)
    assert SourceRecord.objects.filter(tenant=room.shop, external_id=tracker).exists()
    assert upserted(room, record)[0] is Outcome.UPDATED


def test_the_ledger_says_who_and_how_much_with_the_reason_as_a_hash() -> None:
    room = decided()
    admin = room.person("Ada", Role.ADMIN)
    erasing(room, by=admin)
    with tenant_scope(room.shop.pk):
        [told] = bodies_of_kind(room.shop.pk, EventKind.ERASED)
    request = PrivacyRequest.objects.of(room.shop.pk).get()
    assert told["of"] == "order"
    assert told["order"] == ORDER
    assert told["gone"]["records"] >= 1
    assert told["author"] == bytes(admin.identity_key).hex()
    assert told["reason_sha256"] == sha256(bytes(request.salt) + WHY.encode()).hexdigest()
    assert WHY not in str(told)
    assert (request.reason, request.outcome, request.orders) == (WHY, Settled.DONE, [ORDER])


@pytest.mark.ledger
def test_the_ledger_stays_clean() -> None:
    room = decided()
    erasing(room)
    assert verify_and_record(tenant_id=room.shop.pk, now=room.now).clean


def test_nothing_of_it_is_taken_in_again_and_the_row_says_so() -> None:
    room = decided()
    erasing(room)
    assert upserted(room, room.oms.orders[ORDER]) == (Outcome.REFUSED, RefusalCode.ERASED)
    assert not SourceRecord.objects.filter(tenant=room.shop, external_id=ORDER).exists()
    assert upserted(room, room.oms.orders[OTHER])[0] is not Outcome.REFUSED


def test_that_it_was_erased_is_never_changed() -> None:
    room = decided()
    erasing(room)
    with pytest.raises(AppendOnlyRefused), tenant_scope(room.shop.pk):
        ErasedObject.objects.of(room.shop.pk).update(external_id="x")
    with pytest.raises(AppendOnlyRefused), tenant_scope(room.shop.pk):
        ErasedObject.objects.of(room.shop.pk).delete()


def waiting() -> Reviewing:
    return reviewing([ORDER])


def in_its_undo_time() -> Reviewing:
    room = reviewing([ORDER])
    Deciding(room).reject(after=LATER - MINUTE)
    return room


def held() -> Reviewing:
    room = reviewing([ORDER])
    Deciding(room).approve(RESHIP)
    return room


@pytest.mark.parametrize(
    ("make", "refusal"),
    [
        (waiting, refusals.OrderWaits),
        (in_its_undo_time, refusals.DecisionUndoable),
        (held, refusals.StepUnfinished),
    ],
)
def test_what_goes_on_comes_to_an_end_first(
    make: Callable[[], Reviewing], refusal: type[refusals.PrivacyRefused]
) -> None:
    room = make()
    with pytest.raises(refusal):
        erasing(room)
    assert counts(room, ORDER)["records"] >= 1
    assert erased(room) == []


def test_of_two_orders_one_that_waits_keeps_both() -> None:
    room = reviewing([ORDER, OTHER])
    Deciding(room, OTHER).reject()
    with pytest.raises(refusals.OrderWaits):
        erasing(room, ORDER, OTHER)
    assert SourceRecord.objects.filter(tenant=room.shop, external_id=OTHER).exists()


def test_a_second_time_there_is_nothing_left_to_do() -> None:
    room = decided()
    erasing(room)
    with pytest.raises(refusals.AlreadyErased):
        erasing(room)
    with tenant_scope(room.shop.pk):
        assert len(bodies_of_kind(room.shop.pk, EventKind.ERASED)) == 1


def test_a_reason_is_needed() -> None:
    room = decided()
    with pytest.raises(ReasonRequired):
        erasing(room, reason="  ")
    assert facts_of(room, ORDER) == 1


def test_another_shops_order_of_the_same_id_stays() -> None:
    room = decided()
    other = reviewing([ORDER], slug="harbor")
    before = counts(other, ORDER)
    erasing(room)
    assert counts(other, ORDER) == before
    assert upserted(other, other.oms.orders[ORDER])[0] is not Outcome.REFUSED


def test_an_admin_who_is_one_no_more_erases_nothing() -> None:
    room = decided()
    admin = room.person("Ada", Role.ADMIN)
    type(admin).objects.filter(pk=admin.pk).update(role=Role.VIEWER)
    with pytest.raises(Exception, match="role"):
        erasing(room, by=admin)
    assert facts_of(room, ORDER) == 1


def test_a_request_is_settled_with_what_it_asked_for_and_once() -> None:
    room = decided()
    admin = room.person("Ada", Role.ADMIN)
    request = open_by_hand(
        kind=RequestKind.ERASE_CUSTOMER, number=ORDER, author=admin, now=room.now
    )
    erasing(room, *request.orders, by=admin, request_id=request.pk)
    request.refresh_from_db()
    assert (request.outcome, request.settled_by, request.orders) == ("done", admin, [ORDER])
    with pytest.raises(refusals.AlreadySettled):
        erasing(room, *request.orders, by=admin, request_id=request.pk)


def test_an_operator_erases_without_being_a_person_of_the_shop() -> None:
    room = decided()
    erase(
        tenant_id=room.shop.pk,
        order_ids=[ORDER],
        author=None,
        reason=WHY,
        now=room.now + LATER,
    )
    with tenant_scope(room.shop.pk):
        [told] = bodies_of_kind(room.shop.pk, EventKind.ERASED)
    assert "author" not in told


def test_what_breaks_off_leaves_everything() -> None:
    room = decided()
    before = counts(room, ORDER)
    with pytest.raises(DataError):
        erasing(room, ORDER, "x" * 256)  # which no column holds, when the first is gone already
    assert counts(room, ORDER) == before
    assert erased(room) == []
    with tenant_scope(room.shop.pk):
        assert bodies_of_kind(room.shop.pk, EventKind.ERASED) == []


def test_the_pipeline_and_the_alarms_audit_find_nothing_missing() -> None:
    room = decided()
    erasing(room)
    revisions = len(Deciding(room).revisions())
    resolve_stored(room.shop, now=room.now + LATER)
    assert len(Deciding(room).revisions()) == revisions
    found = audit_and_record(tenant=room.shop)
    assert [one for one in found.findings if ORDER in str(one)] == []
