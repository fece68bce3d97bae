"""What the pipeline finds wrong becomes items, by record and duty, the same ones every day."""

from datetime import timedelta

import msgspec
import pytest

from shopops.agents.intake import FakeOms
from shopops.agents.records import OrderState, TrackerStatus
from shopops.alarms.asked import Asker
from shopops.alarms.audit import audit
from shopops.alarms.identity import Obligation
from shopops.alarms.missing import observe_missing
from shopops.alarms.models import AlarmHandle, AlarmItem, AlarmRefusal
from shopops.alarms.settle import reopen_order, settle_order
from shopops.alarms.states import AlarmStatus
from shopops.ledger import Entry, EventKind, entries_of_items
from shopops.orchestrator.judge import _judge_in_scope
from shopops.proposals.models import Proposal
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.pipeline import (
    NOON,
    import_fakes,
    newest,
    open_shop,
    propose_fakes,
    resolve_stored,
)
from tests.support.ringing import assert_projection_agrees, observe

pytestmark = pytest.mark.django_db
S, K = AlarmStatus, EventKind
REVIEW = Asker(skill="review")


@pytest.fixture
def shop(clock: Clock) -> Tenant:
    clock.set(NOON)
    return open_shop()


def item_of(shop: Tenant, order_id: str) -> AlarmItem:
    return AlarmItem.objects.of(shop.pk).get(order_id=order_id)


def rows_of(shop: Tenant, order_id: str) -> list[Entry]:
    key = bytes(item_of(shop, order_id).item_key)
    with tenant_scope(shop.pk):
        return entries_of_items(shop.pk, [key])[key]


def run(shop: Tenant, oms: FakeOms, clock: Clock, days: float = 0) -> None:
    """A night's run, so many days later."""
    import_fakes(shop, oms, now=clock.move(days=days))
    resolve_stored(shop, now=clock.now)


def cancel(oms: FakeOms, order_id: str, clock: Clock) -> None:
    oms.orders[order_id] = msgspec.structs.replace(
        oms.orders[order_id], state=OrderState.CANCELLED, updated_at=clock.now
    )


def cancel_parcel(oms: FakeOms, order_id: str, clock: Clock) -> None:
    """The carrier cancels the only one: now only a person knows what to do."""
    (parcel,) = oms.orders[order_id].shipments
    tracker_id = str(parcel.tracker_id)
    oms.tracker_records[tracker_id] = msgspec.structs.replace(
        oms.tracker_records[tracker_id], status=TrackerStatus.CANCELLED, updated_at=clock.now
    )


def pack_digest_of(shop: Tenant, order_id: str) -> bytes:
    return bytes(newest(shop, order_id).pack.digest)


def test_what_waits_for_a_person_has_an_item_and_the_rest_has_none(
    shop: Tenant, clock: Clock
) -> None:
    run(shop, FakeOms(now=NOON), clock)
    waiting = Proposal.objects.of(shop.pk).filter(review_status="pending")
    assert set(waiting.values_list("order_id", flat=True)) == set(
        AlarmItem.objects.of(shop.pk).values_list("order_id", flat=True)
    )
    assert not AlarmItem.objects.of(shop.pk).exclude(status=S.DUE_NEW).exists()
    assert AlarmRefusal.objects.count() == 0


def test_the_stalled_parcel_is_about_the_shipment(shop: Tenant, clock: Clock) -> None:
    run(shop, FakeOms(now=NOON), clock)
    item = item_of(shop, "O-1001")
    assert (item.obligation, item.record_kind, item.record_ids) == (
        Obligation.SHIPMENT,
        "shipment",
        ["O-1001", "s1"],
    )
    assert (item.cause, item.amount_minor, item.currency) == ("stalled", 12900, "USD")
    (row,) = rows_of(shop, "O-1001")
    assert (row.kind, row.body["cause"], row.body["obligation"]) == (
        K.OBSERVED,
        "stalled",
        "shipment",
    )
    assert row.body["code"] == item.code
    assert row.body["evidence"] == pack_digest_of(shop, "O-1001").hex()


def test_escalations_are_due_at_once_and_approvals_after_the_shops_delay(
    shop: Tenant, clock: Clock
) -> None:
    run(shop, FakeOms(now=NOON), clock)
    for item in AlarmItem.objects.of(shop.pk):
        escalated = newest(shop, item.order_id).track == "escalate"
        delay = timedelta(0) if escalated else timedelta(minutes=120)
        assert item.due_at == NOON + delay, item.order_id


def test_what_waited_for_approval_and_is_escalated_then_rings_at_once_as_the_same_item(
    shop: Tenant, clock: Clock
) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    before = item_of(shop, "O-1001")
    assert before.due_at == NOON + timedelta(minutes=120)
    clock.move(minutes=30)
    cancel_parcel(oms, "O-1001", clock)
    run(shop, oms, clock)
    assert newest(shop, "O-1001").track == "escalate"
    after = item_of(shop, "O-1001")
    assert (after.pk, after.code, after.episode) == (before.pk, before.code, 1)
    assert after.due_at == after.send_at == clock.now
    assert_projection_agrees(after)
    assert [row.body.get("why") for row in rows_of(shop, "O-1001")] == [None, "hurried"]
    clock.move(minutes=1)
    run(shop, oms, clock)
    assert len(rows_of(shop, "O-1001")) == 2


def test_seven_nights_give_one_key_and_one_code_per_obligation(shop: Tenant, clock: Clock) -> None:
    oms = FakeOms(now=NOON)
    seen: dict[tuple[str, str, str], set[tuple[bytes, str]]] = {}
    for night in range(7):
        run(shop, oms, clock, days=1 if night else 0)
        for item in AlarmItem.objects.of(shop.pk):
            about = (item.order_id, str(item.record_ids), item.obligation)
            seen.setdefault(about, set()).add((bytes(item.item_key), item.code))
    assert len(seen) > 20
    assert {len(identities) for identities in seen.values()} == {1}
    with tenant_scope(shop.pk):
        report = audit(shop)
    assert report.counts.keys() <= {"nobody_reachable", "unsent"}  # nobody was hired, none rang


def test_running_again_writes_nothing(shop: Tenant, clock: Clock) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    before = AlarmHandle.objects.count(), len(rows_of(shop, "O-1001"))
    run(shop, oms, clock)
    assert (AlarmHandle.objects.count(), len(rows_of(shop, "O-1001"))) == before


def test_trouble_that_is_over_is_withdrawn_while_nobody_was_told(
    shop: Tenant, clock: Clock
) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    cancel(oms, "O-1001", clock)
    run(shop, oms, clock, days=1)
    items = {item.obligation: item.status for item in AlarmItem.objects.filter(order_id="O-1001")}
    assert items == {Obligation.SHIPMENT: S.NONE, Obligation.MONEY: S.DUE_NEW}


def test_a_decision_withdraws_what_nobody_was_told_of(shop: Tenant, clock: Clock) -> None:
    run(shop, FakeOms(now=NOON), clock)
    digest = pack_digest_of(shop, "O-1001")
    with tenant_scope(shop.pk):
        (outcome,) = settle_order(
            tenant_id=shop.pk, order_id="O-1001", asker=REVIEW, evidence=digest
        )
    assert outcome.kind is K.WITHDRAWN
    assert [row.kind for row in rows_of(shop, "O-1001")] == [K.OBSERVED, K.WITHDRAWN]
    assert rows_of(shop, "O-1001")[-1].body["evidence"] == digest.hex()


def test_taking_a_decision_back_opens_nothing_that_the_evidence_itself_had_ended(
    shop: Tenant, clock: Clock
) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    cancel(oms, "O-1001", clock)
    run(shop, oms, clock, days=1)
    digest = pack_digest_of(shop, "O-1001")
    with tenant_scope(shop.pk):
        settle_order(tenant_id=shop.pk, order_id="O-1001", asker=REVIEW, evidence=digest)
    clock.move(minutes=1)
    with tenant_scope(shop.pk):
        reopen_order(
            tenant_id=shop.pk,
            order_id="O-1001",
            asker=REVIEW,
            evidence=digest,
            by=b"decision 1",
            why="undone",
        )
    items = {item.obligation: item.status for item in AlarmItem.objects.filter(order_id="O-1001")}
    assert items == {Obligation.SHIPMENT: S.NONE, Obligation.MONEY: S.DUE_NEW}


def test_taking_a_decision_back_opens_what_it_settled(shop: Tenant, clock: Clock) -> None:
    run(shop, FakeOms(now=NOON), clock)
    digest = pack_digest_of(shop, "O-1001")
    with tenant_scope(shop.pk):
        settle_order(tenant_id=shop.pk, order_id="O-1001", asker=REVIEW, evidence=digest)
    clock.move(minutes=1)
    with tenant_scope(shop.pk):
        (outcome,) = reopen_order(
            tenant_id=shop.pk,
            order_id="O-1001",
            asker=REVIEW,
            evidence=digest,
            by=b"decision 1",
            why="undone",
        )
    assert (outcome.kind, item_of(shop, "O-1001").status) == (K.OBSERVED, S.DUE_NEW)
    clock.move(minutes=1)
    with tenant_scope(shop.pk):
        (outcome,) = settle_order(
            tenant_id=shop.pk, order_id="O-1001", asker=REVIEW, evidence=digest
        )
    assert outcome.kind is K.WITHDRAWN


def test_only_other_evidence_opens_what_was_decided(shop: Tenant, clock: Clock) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    digest = pack_digest_of(shop, "O-1024")
    with tenant_scope(shop.pk):
        settle_order(tenant_id=shop.pk, order_id="O-1024", asker=REVIEW, evidence=digest)
    run(shop, oms, clock, days=0)
    assert item_of(shop, "O-1024").status == S.NONE
    oms.orders["O-1024"] = msgspec.structs.replace(
        oms.orders["O-1024"], updated_at=clock.move(hours=1), number="changed"
    )
    run(shop, oms, clock)
    assert item_of(shop, "O-1024").status == S.DUE_NEW
    assert item_of(shop, "O-1024").episode == 2


def test_evidence_that_was_read_before_the_decision_and_written_after_it_rings_in_the_end(
    shop: Tenant, clock: Clock
) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    digest = pack_digest_of(shop, "O-1024")
    read_at = clock.move(minutes=1)
    oms.orders["O-1024"] = msgspec.structs.replace(
        oms.orders["O-1024"], updated_at=read_at, number="changed"
    )
    clock.move(minutes=1)
    with tenant_scope(shop.pk):
        settle_order(tenant_id=shop.pk, order_id="O-1024", asker=REVIEW, evidence=digest)
    clock.move(minutes=1)
    import_fakes(shop, oms, now=read_at)
    resolve_stored(shop, now=read_at)
    assert item_of(shop, "O-1024").status == S.NONE
    assert observe_missing(shop) == 1
    assert (item_of(shop, "O-1024").status, item_of(shop, "O-1024").episode) == (S.DUE_NEW, 2)


def test_a_proposal_that_expired_undecided_keeps_ringing(shop: Tenant, clock: Clock) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    Proposal.objects.filter(order_id="O-1001").update(review_status="expired")
    assert observe_missing(shop) == 0
    run(shop, oms, clock)
    item = item_of(shop, "O-1001")
    assert (item.status, item.due_at) == (S.DUE_NEW, NOON + timedelta(minutes=120))


def test_an_expired_proposal_that_no_alarm_knows_of_is_observed(shop: Tenant, clock: Clock) -> None:
    import_fakes(shop)
    (saved,) = propose_fakes(shop, ["O-1001"]).saved
    _judge_in_scope(shop.pk, [saved.proposal_id], NOON, quietly=True)
    Proposal.objects.filter(order_id="O-1001").update(review_status="expired")
    assert observe_missing(shop) == 1
    assert item_of(shop, "O-1001").status == S.DUE_NEW


@pytest.mark.parametrize(("on_its_evidence", "observed"), [(True, 0), (False, 1)])
def test_closing_the_item_of_what_expired_is_the_last_word_on_that_evidence(
    shop: Tenant, clock: Clock, on_its_evidence: bool, observed: int
) -> None:
    run(shop, FakeOms(now=NOON), clock)
    Proposal.objects.filter(order_id="O-1001").update(review_status="expired")
    seen = bytes(item_of(shop, "O-1001").noted_evidence or b"")
    digest = seen if on_its_evidence else b"e" * 32
    clock.move(minutes=1)
    with tenant_scope(shop.pk):
        settle_order(tenant_id=shop.pk, order_id="O-1001", asker=REVIEW, evidence=digest)
    clock.move(minutes=1)
    assert observe_missing(shop) == observed
    assert item_of(shop, "O-1001").status == (S.NONE if on_its_evidence else S.DUE_NEW)


def test_an_open_item_that_the_proposal_did_not_ask_for_hides_no_silence(
    shop: Tenant, clock: Clock
) -> None:
    import_fakes(shop)
    (saved,) = propose_fakes(shop, ["O-1001"]).saved
    _judge_in_scope(shop.pk, [saved.proposal_id], NOON, quietly=True)
    observe(shop, "O-1001")  # as a program of the shop's own does
    assert observe_missing(shop) == 1
    assert observe_missing(shop) == 0


def test_a_record_without_a_date_gets_no_item_and_is_named_once(shop: Tenant, clock: Clock) -> None:
    oms = FakeOms(now=NOON)
    oms.orders["O-1020"] = msgspec.structs.replace(oms.orders["O-1020"], placed_at=None)
    run(shop, oms, clock)
    for _ in range(2):
        observe_missing(shop)
    refusal = AlarmRefusal.objects.get()
    assert (refusal.code, refusal.record["ids"]) == ("no_authored_date", ["O-1020"])
    assert not AlarmItem.objects.filter(order_id="O-1020").exists()
    with tenant_scope(shop.pk):
        found = audit(shop)
    assert [one.where for one in found.findings if one.code == "unobserved"]


def test_a_date_that_its_source_changes_later_changes_no_key(shop: Tenant, clock: Clock) -> None:
    oms = FakeOms(now=NOON)
    run(shop, oms, clock)
    before = item_of(shop, "O-1001")
    order = oms.orders["O-1001"]
    moved = tuple(
        msgspec.structs.replace(one, created_at=NOON - timedelta(days=3)) for one in order.shipments
    )
    oms.orders["O-1001"] = msgspec.structs.replace(
        order, shipments=moved, updated_at=clock.move(hours=1)
    )
    run(shop, oms, clock)
    after = item_of(shop, "O-1001")
    assert (after.pk, after.code) == (before.pk, before.code)


def test_what_a_failed_step_left_out_is_observed_later(shop: Tenant, clock: Clock) -> None:
    import_fakes(shop)
    (saved,) = propose_fakes(shop, ["O-1001"]).saved
    _judge_in_scope(shop.pk, [saved.proposal_id], NOON, quietly=True)
    assert not AlarmItem.objects.exists()
    with tenant_scope(shop.pk):
        assert [one.where for one in audit(shop).findings] == ["1001"]
    assert observe_missing(shop) == 1
    assert item_of(shop, "O-1001").status == S.DUE_NEW
    assert observe_missing(shop) == 0
