"""Storing proposals: once per evidence, a new revision when it changes, all in one ledger."""

from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from shopops import ledger
from shopops.agents.intake import FakeOms, IntakeAgent, pack_digest
from shopops.agents.records import OrderState
from shopops.agents.resolution import ResolutionAgent, proposal_digest
from shopops.agents.thresholds import Thresholds
from shopops.ledger import EventKind
from shopops.orchestrator.batch import Batch
from shopops.proposals.models import Evidence, Pack, Proposal, ReviewStatus, Verdict
from shopops.proposals.read import NotJudged, pack_of, proposal_of, replay, verdicts_of
from shopops.proposals.store import Change, save_proposals
from shopops.tenants import thresholds
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pipeline import (
    NOON,
    hire,
    newest,
    open_shop,
    propose_fakes,
    resolve_fakes,
)

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


@pytest.fixture
def oms() -> FakeOms:
    return FakeOms(now=NOON)


def _cancel(oms: FakeOms, order_id: str = "O-1001") -> None:
    """New evidence: the order is cancelled."""
    order = oms.orders[order_id]
    oms.orders[order_id] = msgspec.structs.replace(order, state=OrderState.CANCELLED)


def _reopen(oms: FakeOms, order_id: str = "O-1001") -> None:
    order = oms.orders[order_id]
    oms.orders[order_id] = msgspec.structs.replace(order, state=OrderState.OPEN)


def _changes(batch: Batch) -> Counter[str]:
    return Counter(saved.change for saved in batch.saved)


def _kinds(shop: Tenant, order_id: str = "O-1001") -> list[str]:
    with tenant_scope(shop.pk):
        return [entry.kind for entry in ledger.timeline(shop.pk, order_id)]


def test_every_teaching_case_is_stored_judged_and_replays(shop: Tenant, oms: FakeOms) -> None:
    batch = resolve_fakes(shop, oms=oms)
    assert not batch.failed
    assert _changes(batch) == {Change.CREATED: len(oms.orders)}
    assert set(batch.judged) == {saved.proposal_id for saved in batch.saved}
    with tenant_scope(shop.pk):
        for row in Proposal.objects.of(shop.pk):
            stored = verdicts_of(row)
            assert [verdict.action_index for verdict in stored] == list(range(row.actions.count()))
            assert replay(row) == stored


def test_what_is_read_back_is_what_the_agents_made(shop: Tenant, oms: FakeOms) -> None:
    resolve_fakes(shop, oms=oms)
    for order_id in oms.orders:
        pack = IntakeAgent(oms, now=lambda: NOON).build(order_id, shop.slug)
        proposed = ResolutionAgent().propose(pack)
        row = newest(shop, order_id)
        assert pack_of(row) == pack
        assert pack_digest(pack_of(row)) == bytes(row.pack.digest)
        assert proposal_of(row) == msgspec.structs.replace(
            proposed, known_evidence_ids=frozenset(pack.evidence)
        )
        assert proposal_digest(proposal_of(row), pack_digest=bytes(row.pack.digest)) == bytes(
            row.digest
        )
        assert row.can_proceed == proposal_of(row).can_proceed == proposed.can_proceed
        assert {item.short_id for item in row.pack.evidence_rows.all()} == set(pack.evidence)


def test_an_unjudged_proposal_has_nothing_to_replay(shop: Tenant) -> None:
    propose_fakes(shop, ["O-1001"])
    row = newest(shop, "O-1001")
    assert verdicts_of(row) == []
    with pytest.raises(NotJudged):
        replay(row)


def test_the_ledger_tells_intake_then_proposal_then_verdict(shop: Tenant) -> None:
    resolve_fakes(shop, ["O-1001"])
    row = newest(shop, "O-1001")
    with tenant_scope(shop.pk):
        intake, proposal, verdict = ledger.timeline(shop.pk, "O-1001")
    assert [intake.kind, proposal.kind, verdict.kind] == ["intake", "proposal", "verdict"]
    assert intake.body["evidence"] == row.pack.evidence_rows.count()
    assert proposal.body["proposal"] == verdict.body["proposal"] == bytes(row.digest).hex()
    assert proposal.body["pack"] == intake.body["pack"] == bytes(row.pack.digest).hex()
    told: Any = proposal.body["actions"]
    assert [action["kind"] for action in told] == [action.kind for action in row.actions.all()]
    judged: Any = verdict.body["verdicts"]
    assert [one["action"] for one in judged] == list(range(row.actions.count()))


def test_unchanged_evidence_adds_nothing_not_even_a_ledger_row(shop: Tenant, oms: FakeOms) -> None:
    resolve_fakes(shop, oms=oms)
    before = [model.objects.count() for model in (Pack, Proposal, Evidence, Verdict)]
    again = resolve_fakes(shop, oms=oms)
    assert _changes(again) == {Change.UNCHANGED: len(oms.orders)}
    assert again.judged == {}
    assert [model.objects.count() for model in (Pack, Proposal, Evidence, Verdict)] == before
    assert _kinds(shop) == [EventKind.INTAKE, EventKind.PROPOSAL, EventKind.VERDICT]


def test_changed_evidence_makes_a_revision_that_takes_the_older_ones_place(
    shop: Tenant, oms: FakeOms
) -> None:
    resolve_fakes(shop, ["O-1001"], oms=oms)
    older = newest(shop, "O-1001")
    _cancel(oms)
    batch = resolve_fakes(shop, ["O-1001"], oms=oms, now=LATER)
    newer = newest(shop, "O-1001")
    assert _changes(batch) == {Change.SUPERSEDED: 1}
    assert (older.revision, newer.revision) == (1, 2)
    older.refresh_from_db()
    assert (older.review_status, older.superseded_by) == (ReviewStatus.STALE, newer)
    assert newer.review_status == ReviewStatus.PENDING


def test_the_order_keeps_its_place_in_the_queue(shop: Tenant, oms: FakeOms) -> None:
    resolve_fakes(shop, ["O-1001"], oms=oms)
    _cancel(oms)
    resolve_fakes(shop, ["O-1001"], oms=oms, now=LATER)
    assert newest(shop, "O-1001").waiting_since == NOON


def test_evidence_that_changes_back_is_a_third_revision(shop: Tenant, oms: FakeOms) -> None:
    resolve_fakes(shop, ["O-1001"], oms=oms)
    _cancel(oms)
    resolve_fakes(shop, ["O-1001"], oms=oms)
    _reopen(oms)
    resolve_fakes(shop, ["O-1001"], oms=oms)
    first, second, third = Proposal.objects.of(shop.pk).order_by("revision")
    assert bytes(first.pack.digest) == bytes(third.pack.digest) != bytes(second.pack.digest)
    assert (first.superseded_by, second.superseded_by) == (second, third)


@pytest.mark.parametrize("status", ["approved", "rejected", "handled"])
def test_a_decided_proposal_stays_decided_and_names_its_successor(
    shop: Tenant, oms: FakeOms, status: str
) -> None:
    resolve_fakes(shop, ["O-1001"], oms=oms)
    older = newest(shop, "O-1001")
    with tenant_scope(shop.pk):
        Proposal.objects.filter(pk=older.pk).update(
            review_status=status, decided_by=hire(shop), decided_at=NOON
        )
    _cancel(oms)
    resolve_fakes(shop, ["O-1001"], oms=oms, now=LATER)
    older.refresh_from_db()
    assert (older.review_status, older.superseded_by) == (status, newest(shop, "O-1001"))
    assert newest(shop, "O-1001").waiting_since == LATER


def test_the_next_proposal_is_judged_under_the_next_numbers(shop: Tenant, oms: FakeOms) -> None:
    resolve_fakes(shop, ["O-1001"], oms=oms)
    _lower_the_cap(shop)
    batch = resolve_fakes(shop, ["O-1001"], oms=oms)
    row = newest(shop, "O-1001")
    assert _changes(batch) == {Change.SUPERSEDED: 1}
    assert row.thresholds_version == 2
    assert {verdict.thresholds_version for verdict in verdicts_of(row)} == {2}


def _lower_the_cap(shop: Tenant) -> None:
    with tenant_scope(shop.pk):
        thresholds.save_thresholds(
            tenant_id=shop.pk,
            numbers=Thresholds(approval_above_cents={"USD": 100}),
            reason="A test",
            author=None,
        )


def test_one_order_cannot_stand_twice_in_a_batch(shop: Tenant, oms: FakeOms) -> None:
    pack = IntakeAgent(oms, now=lambda: NOON).build("O-1001", shop.slug)
    pair = (pack, ResolutionAgent().propose(pack))
    with pytest.raises(ValueError, match="twice"), tenant_scope(shop.pk):
        save_proposals(shop.pk, [pair, pair], NOON)


def test_a_shop_sees_only_its_own_proposals(shop: Tenant) -> None:
    other = open_shop("other")
    resolve_fakes(shop, ["O-1001"])
    assert not Proposal.objects.of(other.pk).exists()
    resolve_fakes(other, ["O-1001"])
    assert newest(shop, "O-1001") != newest(other, "O-1001")
    assert newest(other, "O-1001").revision == 1
