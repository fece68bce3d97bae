"""What holds for every proposal that the teaching cases and changed packs give."""

import copy

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopops.agents.facts import FactKind, Field, Pack
from shopops.agents.gate import passes, unsupported
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.resolution import ActionKind, ResolutionAgent, Track
from shopops.agents.thresholds import Thresholds

OMS = FakeOms()
PACKS = [IntakeAgent(OMS, now=lambda: OMS.now).build(order_id, "shop") for order_id in OMS.orders]
VALUES = st.sampled_from(
    [True, False, None, 0, 1, 12900, "email", "sms", "USD", "JPY", "cancelled"]
)
FIELDS = st.builds(
    Field,
    kind=st.sampled_from(FactKind),
    value=VALUES,
    confidence=st.none() | st.floats(0.01, 0.99),
    evidence_ids=st.lists(st.sampled_from(["oms:state", "pay:t1"]), max_size=2),
)


@st.composite
def changed_packs(draw: st.DrawFn) -> Pack:
    pack = copy.deepcopy(draw(st.sampled_from(PACKS)))
    names = draw(st.lists(st.sampled_from(sorted(pack.fields)), max_size=4, unique=True))
    for name in names:
        pack.fields[name] = draw(FIELDS)
    return pack


@given(changed_packs())
def test_every_action_cites_evidence_of_its_pack(pack: Pack) -> None:
    proposal = ResolutionAgent().propose(pack)
    cited = [set(action.evidence_ids) for action in proposal.actions]
    assert cited
    assert all(ids and ids <= pack.evidence.keys() | {"oms:state", "pay:t1"} for ids in cited)
    assert proposal.can_proceed == passes(proposal, pack)


@given(changed_packs())
def test_only_an_escalation_has_reasons_and_it_only_hands_over(pack: Pack) -> None:
    proposal = ResolutionAgent().propose(pack)
    kinds = {action.kind for action in proposal.actions}
    assert (proposal.track is Track.ESCALATE) == bool(proposal.blocked_reasons)
    if proposal.track is Track.ESCALATE:
        assert kinds == {ActionKind.AWAIT_HUMAN}
    if proposal.track is Track.STANDARD:
        assert kinds <= {ActionKind.DRAFT_EMAIL, ActionKind.AWAIT_HUMAN}


@given(changed_packs())
def test_a_message_comes_first_and_only_once(pack: Pack) -> None:
    kinds = [action.kind for action in ResolutionAgent().propose(pack).actions]
    assert ActionKind.DRAFT_EMAIL not in kinds[1:]


@given(changed_packs())
def test_refunds_ask_no_more_than_each_payment_still_holds(pack: Pack) -> None:
    actions = ResolutionAgent().propose(pack).actions
    for money in pack.money:
        asked = sum(
            action.amount_minor or 0
            for action in actions
            if action.kind is ActionKind.PROPOSE_REFUND and action.transaction_id == money.id
        )
        assert asked <= max(money.remaining, 0)


@given(changed_packs())
def test_what_is_above_the_cap_or_sends_goods_needs_approval(pack: Pack) -> None:
    for action in ResolutionAgent().propose(pack).actions:
        above = action.amount_minor is not None and (
            action.currency != "USD" or action.amount_minor > 5000
        )
        if above or action.kind is ActionKind.PROPOSE_RESHIP:
            assert action.requires_approval


@given(changed_packs())
def test_proposing_changes_nothing_and_gives_the_same_again(pack: Pack) -> None:
    before = copy.deepcopy(pack)
    first, second = ResolutionAgent().propose(pack), ResolutionAgent().propose(pack)
    assert pack == before
    assert first == second


@pytest.mark.parametrize("pack", PACKS, ids=[pack.order_id for pack in PACKS])
def test_a_proposal_survives_being_stored(pack: Pack) -> None:
    proposal = ResolutionAgent().propose(pack)
    stored = msgspec.json.encode(proposal)
    assert msgspec.json.decode(stored, type=type(proposal)) == proposal


def test_numbers_of_another_version_than_the_packs_are_not_evidence() -> None:
    proposal = ResolutionAgent(Thresholds(version=2)).propose(PACKS[0])
    assert not proposal.can_proceed
    assert unsupported(proposal, PACKS[0])[0].unknown_ids == ["cfg:thresholds@2"]
