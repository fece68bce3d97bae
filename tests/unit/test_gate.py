"""The evidence gate believes the pack, not the proposal."""

import pytest

from shopops.agents.facts import Pack
from shopops.agents.gate import Unsupported, passes, unsupported
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.proposal import Action, ActionKind, Proposal, Track
from shopops.agents.resolution import ResolutionAgent

OMS = FakeOms()


@pytest.fixture
def pack() -> Pack:
    return IntakeAgent(OMS, now=lambda: OMS.now).build("O-1001", "shop")


def refund(*evidence_ids: str) -> Action:
    return Action(
        kind=ActionKind.PROPOSE_REFUND,
        evidence_ids=list(evidence_ids),
        requires_approval=False,
        cause="stalled",
        amount_minor=12900,
        currency="USD",
        transaction_id="t1",
    )


def proposing(pack: Pack, *actions: Action, known: frozenset[str] | None = None) -> Proposal:
    return Proposal(
        tenant=pack.tenant,
        order_id=pack.order_id,
        track=Track.EXCEPTION,
        actions=list(actions),
        blocked_reasons=[],
        cause="stalled",
        rationale=[],
        known_evidence_ids=frozenset(pack.evidence) if known is None else known,
    )


def test_a_full_refund_without_evidence_cannot_proceed(pack: Pack) -> None:
    proposal = proposing(pack, refund())
    assert unsupported(proposal, pack) == [Unsupported(action_index=0, unknown_ids=[])]
    assert not passes(proposal, pack)
    assert not proposal.can_proceed


def test_each_unknown_id_is_named_with_its_action(pack: Pack) -> None:
    proposal = proposing(pack, refund("pay:t1"), refund("pay:t1", "pay:t9", "refund:r9"))
    assert unsupported(proposal, pack) == [
        Unsupported(action_index=1, unknown_ids=["pay:t9", "refund:r9"])
    ]
    assert not passes(proposal, pack)
    assert not proposal.can_proceed


def test_evidence_that_the_proposal_merely_claims_to_know_does_not_pass(pack: Pack) -> None:
    proposal = proposing(pack, refund("pay:t9"), known=frozenset({"pay:t9"}))
    assert proposal.can_proceed
    assert not passes(proposal, pack)


def test_a_proposal_does_not_pass_on_another_orders_pack(pack: Pack) -> None:
    proposal = ResolutionAgent().propose(pack)
    assert passes(proposal, pack)
    for name in ("tenant", "order_id"):
        other = IntakeAgent(OMS, now=lambda: OMS.now).build("O-1001", "shop")
        setattr(other, name, "another")
        assert not passes(proposal, other)


def test_an_escalation_never_passes_although_its_evidence_holds(pack: Pack) -> None:
    pack.fields["opted_out"].value = True
    proposal = ResolutionAgent().propose(pack)
    assert unsupported(proposal, pack) == []
    assert not passes(proposal, pack)
    assert not proposal.can_proceed
