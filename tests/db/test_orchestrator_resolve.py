"""The whole pipeline over imported orders: batches, crashes, races and other shops' orders."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import psycopg
import pytest
from django.db import DatabaseError, connections

from shopops import ledger
from shopops.agents.intake import FakeOms
from shopops.agents.ports import UnknownOrder
from shopops.agents.records import OrderState
from shopops.agents.resolution import Track
from shopops.agents.thresholds import Thresholds
from shopops.orchestrator.judge import sweep_unjudged
from shopops.outbox.models import Effect
from shopops.proposals.models import Action, Proposal, ReviewStatus, Verdict
from shopops.proposals.read import replay, verdicts_of
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import create_tenant
from tests.support.batch_cases import CASES, MOST_STATEMENTS, ORDINARY_STATEMENTS, walk
from tests.support.locks import wait_for_a_waiting_session
from tests.support.pipeline import (
    NOON,
    hire,
    import_fakes,
    newest,
    open_shop,
    propose_fakes,
    resolve_fakes,
    resolve_stored,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


def _many(oms: FakeOms, count: int) -> list[str]:
    """Copies of O-1001 for different customers, each with a tracker of its own."""
    order = oms.orders["O-1001"]
    assert order.customer is not None
    parcel = order.shipments[0]
    tracker = oms.tracker_records[parcel.tracker_id or ""]
    ids = [f"N-{number:05}" for number in range(count)]
    for order_id in ids:
        shipment = msgspec.structs.replace(parcel, tracker_id=f"trk-{order_id}")
        customer = msgspec.structs.replace(order.customer, id=f"c-{order_id}")
        oms.add(
            msgspec.structs.replace(
                order, id=order_id, number=order_id, shipments=(shipment,), customer=customer
            ),
            msgspec.structs.replace(tracker, id=f"trk-{order_id}", order_id=order_id),
        )
    return ids


def test_imported_orders_get_the_same_proposals_as_from_memory(shop: Tenant) -> None:
    """But for store credit, which nobody offers without a ledger to look into."""
    oms = import_fakes(shop)
    summary = resolve_stored(shop)
    other = open_shop("other")
    resolve_fakes(other, oms=oms)
    assert not summary.failed
    assert summary.orders == len(oms.orders)
    for order_id in oms.orders:
        stored, remembered = newest(shop, order_id), newest(other, order_id)
        for column in ("track", "cause", "blocked_reasons", "can_proceed", "rationale"):
            assert getattr(stored, column) == getattr(remembered, column), order_id
        found = verdicts_of(stored)
        if order_id == "O-1036":
            assert len(found) == len(verdicts_of(remembered)) + 1
            del found[-1]
        assert found == verdicts_of(remembered), order_id
        with tenant_scope(shop.pk):
            assert replay(stored) == verdicts_of(stored)


def test_nothing_is_left_unjudged_and_only_permitted_work_waits_for_nobody(shop: Tenant) -> None:
    import_fakes(shop)
    resolve_stored(shop)
    rows = Proposal.objects.of(shop.pk).prefetch_related("actions__verdicts")
    assert {row.review_status for row in rows} == {"pending", "not_required"}
    for row in rows:
        outcomes = {verdict.outcome for verdict in verdicts_of(row)}
        free = row.can_proceed and outcomes <= {"permit"}
        assert row.review_status == ("not_required" if free else "pending"), row.order_id
        assert (row.waiting_since == NOON) is not free
        assert bool(row.rule_ids) is (outcomes != {"permit"})


def test_a_second_run_changes_nothing(shop: Tenant) -> None:
    import_fakes(shop)
    first, second = resolve_stored(shop), resolve_stored(shop)
    assert second.changes == {"unchanged": first.orders}
    assert (second.tracks, second.blocked_reasons) == (first.tracks, first.blocked_reasons)
    assert not second.review


def test_time_alone_makes_a_new_revision_when_a_parcel_stands_still(shop: Tenant) -> None:
    oms = import_fakes(shop)
    resolve_stored(shop)
    quiet = [p.order_id for p in Proposal.objects.of(shop.pk).filter(track=Track.STANDARD)]
    later = resolve_stored(shop, quiet, now=NOON + timedelta(days=60))
    assert later.changes["superseded"] > 0
    assert later.tracks[Track.EXCEPTION] > 0
    assert len(oms.orders) > len(quiet) > 0


@pytest.mark.slow
def test_a_batch_of_500_takes_as_many_statements_as_one_of_5_whatever_its_orders_met(
    shop: Tenant,
) -> None:
    oms = FakeOms(now=NOON)
    ids = _many(oms, 505)
    import_fakes(shop, oms)
    counts = {case: (small, large) for case, small, large in walk(shop, ids[:5], ids[5:])}
    assert len(counts) == len(CASES)
    assert all(small == large <= MOST_STATEMENTS for small, large in counts.values()), counts
    assert counts["new_orders"][0] <= ORDINARY_STATEMENTS


def test_more_orders_take_no_more_statements_whatever_they_met(shop: Tenant) -> None:
    oms = FakeOms(now=NOON)
    ids = _many(oms, 9)
    import_fakes(shop, oms)
    for case, small, large in walk(shop, ids[:2], ids[2:]):
        assert small == large <= MOST_STATEMENTS, (case, small, large)
    carried_out = Effect.objects.of(shop.pk).filter(kind="refund")
    assert carried_out.count() == len(ids)  # one case has them carried out


@pytest.mark.slow
def test_more_orders_than_one_batch_are_all_resolved_once(shop: Tenant) -> None:
    oms = FakeOms(now=NOON)
    _many(oms, 1001)
    import_fakes(shop, oms)
    assert resolve_stored(shop).changes == {"created": len(oms.orders)}
    assert Proposal.objects.of(shop.pk).count() == len(oms.orders)


def test_another_shops_order_looks_nonexistent(shop: Tenant) -> None:
    other = open_shop("other")
    import_fakes(other)
    for order_id in ("O-1001", "O-none"):
        with pytest.raises(UnknownOrder, match=f"no order '{order_id}'"):
            resolve_stored(shop, [order_id])
    assert not Proposal.objects.exists()


def test_one_unknown_id_stops_the_run_before_anything_is_written(shop: Tenant) -> None:
    import_fakes(shop)
    with pytest.raises(UnknownOrder):
        resolve_stored(shop, ["O-1001", "O-none"])
    assert not Proposal.objects.exists()


def test_an_id_given_twice_is_resolved_once(shop: Tenant) -> None:
    import_fakes(shop)
    assert resolve_stored(shop, ["O-1001", "O-1001"]).changes == {"created": 1}


def test_an_order_that_the_database_refuses_fails_alone(shop: Tenant) -> None:
    oms = FakeOms(now=NOON)
    first, *_, last = _many(oms, 5)
    oms.orders["N-00002"] = msgspec.structs.replace(oms.orders["N-00002"], number="nul\0inside")
    batch = resolve_fakes(shop, sorted(oms.orders), oms=oms)
    assert batch.failed == ["N-00002"]
    assert len(batch.saved) == len(batch.judged) == len(oms.orders) - 1
    assert {newest(shop, first).review_status, newest(shop, last).review_status} == {"pending"}


def test_an_order_that_disappears_meanwhile_fails_alone(
    shop: Tenant, caplog: pytest.LogCaptureFixture
) -> None:
    batch = resolve_fakes(shop, ["O-1001", "O-none"])
    assert batch.failed == ["O-none"]
    assert [saved.order_id for saved in batch.saved] == ["O-1001"]
    assert "O-none" in caplog.text


def test_duplicates_are_looked_for_as_far_apart_as_the_shop_says() -> None:
    wide = create_tenant(slug="wide", name="Wide", thresholds=Thresholds(duplicate_minutes=120))
    oms = FakeOms(now=NOON)
    order = oms.orders["O-1001"]
    assert order.placed_at is not None
    twin = msgspec.structs.replace(
        order, id="O-twin", placed_at=order.placed_at + timedelta(hours=1)
    )
    oms.add(twin)
    import_fakes(wide, oms)
    narrow = open_shop("narrow")
    import_fakes(narrow, oms)
    for tenant, blocked in ((wide, True), (narrow, False)):
        resolve_stored(tenant, ["O-twin"])
        assert ("duplicate_order" in newest(tenant, "O-twin").blocked_reasons) is blocked


def test_the_sweep_judges_what_a_crash_left_behind(shop: Tenant) -> None:
    order_ids = sorted(FakeOms(now=NOON).orders)
    propose_fakes(shop, order_ids)
    assert set(Proposal.objects.values_list("review_status", flat=True)) == {"unjudged"}
    judged = sweep_unjudged(tenant_id=shop.pk, now=NOON)
    assert len(judged) == len(order_ids)
    assert not Proposal.objects.filter(review_status="unjudged").exists()
    assert sweep_unjudged(tenant_id=shop.pk, now=NOON) == {}
    assert Verdict.objects.values("action").distinct().count() == Verdict.objects.count()


def test_the_sweep_leaves_other_shops_alone(shop: Tenant) -> None:
    other = open_shop("other")
    propose_fakes(shop, ["O-1001"])
    propose_fakes(other, ["O-1001"])
    sweep_unjudged(tenant_id=shop.pk, now=NOON)
    assert newest(shop, "O-1001").review_status == ReviewStatus.PENDING
    assert newest(other, "O-1001").review_status == ReviewStatus.UNJUDGED


@pytest.mark.django_db(transaction=True)
def test_a_failure_between_the_commits_loses_nothing(shop: Tenant, superuser_dsn: str) -> None:
    import_fakes(shop)
    with psycopg.connect(superuser_dsn, autocommit=True) as owner:
        owner.execute("REVOKE INSERT ON proposals_verdict FROM so_app")
        with pytest.raises(DatabaseError, match="permission denied"):
            resolve_stored(shop, ["O-1001"])
        assert newest(shop, "O-1001").review_status == ReviewStatus.UNJUDGED
        owner.execute("GRANT INSERT ON proposals_verdict TO so_app")
    resolve_stored(shop, ["O-1001"])
    row = newest(shop, "O-1001")
    assert (row.revision, row.review_status) == (1, ReviewStatus.PENDING)
    with tenant_scope(shop.pk):
        kinds = [entry.kind for entry in ledger.timeline(shop.pk, "O-1001")]
    assert kinds == ["intake", "proposal", "verdict", "observed"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("backwards", [False, True])
def test_pipelines_on_the_same_orders_at_once_make_one_proposal_each(
    shop: Tenant, backwards: bool
) -> None:
    oms = import_fakes(shop)
    order_ids = sorted(oms.orders)
    turns = iter([order_ids, order_ids[::-1] if backwards else order_ids, order_ids])
    summaries = _at_once(lambda: resolve_stored(shop, next(turns)), times=3)
    assert sum(summary.changes["created"] for summary in summaries) == len(order_ids)
    assert sum(summary.changes["unchanged"] for summary in summaries) == 2 * len(order_ids)
    assert Proposal.objects.of(shop.pk).count() == len(order_ids)
    assert not Proposal.objects.filter(review_status="unjudged").exists()
    with tenant_scope(shop.pk):
        assert [entry.kind for entry in ledger.timeline(shop.pk, "O-1001")] == [
            "intake",
            "proposal",
            "verdict",
            "observed",
        ]


@pytest.mark.django_db(transaction=True)
def test_sweeps_at_once_judge_each_leftover_once(shop: Tenant) -> None:
    order_ids = sorted(FakeOms(now=NOON).orders)
    propose_fakes(shop, order_ids)
    judged = _at_once(lambda: sweep_unjudged(tenant_id=shop.pk, now=NOON), times=3)
    assert sum(len(one) for one in judged) == len(order_ids)
    assert Verdict.objects.count() == Action.objects.count()
    with tenant_scope(shop.pk):
        kinds = [entry.kind for entry in ledger.timeline(shop.pk, "O-1001")]
    assert kinds == ["intake", "proposal", "verdict"]


@pytest.mark.django_db(transaction=True)
def test_a_decision_that_comes_first_stays_and_names_the_revision_that_came_after(
    shop: Tenant, role_dsn: Callable[[str], str]
) -> None:
    oms = FakeOms(now=NOON)
    resolve_fakes(shop, ["O-1001"], oms=oms)
    older, maya = newest(shop, "O-1001"), hire(shop)
    order = oms.orders["O-1001"]
    oms.orders["O-1001"] = msgspec.structs.replace(order, state=OrderState.CANCELLED)
    with psycopg.connect(role_dsn("so_app")) as reviewer:
        reviewer.execute(
            "UPDATE proposals_proposal SET review_status = 'approved', decided_by_id = %s,"
            " decided_at = now() WHERE id = %s AND review_status = 'pending'",
            [maya.pk, older.pk],
        )
        pipeline = _started(lambda: resolve_fakes(shop, ["O-1001"], oms=oms))
        wait_for_a_waiting_session(role_dsn("postgres"))
        reviewer.commit()
        pipeline.join(20)
    older.refresh_from_db()
    assert (older.review_status, older.superseded_by) == ("approved", newest(shop, "O-1001"))


@pytest.mark.django_db(transaction=True)
def test_a_decision_that_comes_second_finds_the_proposal_stale(
    shop: Tenant, role_dsn: Callable[[str], str]
) -> None:
    resolve_fakes(shop, ["O-1001"])
    older, maya = newest(shop, "O-1001"), hire(shop)
    won: list[int] = []

    def approve() -> None:
        with tenant_scope(shop.pk):
            waiting = Proposal.objects.filter(pk=older.pk, review_status="pending")
            won.append(waiting.update(review_status="approved", decided_by=maya, decided_at=NOON))

    with psycopg.connect(role_dsn("so_app")) as pipeline:
        pipeline.execute(
            "UPDATE proposals_proposal SET review_status = 'stale' WHERE id = %s", [older.pk]
        )
        reviewer = _started(approve)
        wait_for_a_waiting_session(role_dsn("postgres"))
        pipeline.commit()
        reviewer.join(20)
    assert won == [0]


def _started(work: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        try:
            work()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def _at_once(work: Callable[[], Any], *, times: int) -> list[Any]:
    barrier, results = threading.Barrier(times), []

    def run() -> None:
        barrier.wait(10)
        results.append(work())

    threads = [_started(run) for _ in range(times)]
    for thread in threads:
        thread.join(60)
    return results
