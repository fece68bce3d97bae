"""What holds for every pack, proposal and threshold, found by generated examples."""

from datetime import timedelta
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind, Proposal, Track
from shopops.agents.resolution.codes import Outline
from shopops.agents.resolution.offers import OFFERS, offered
from shopops.agents.thresholds import Thresholds
from shopops.policy import decide
from shopops.policy.verdicts import STRICTNESS, Approval, Context, LiveRemedy, Outcome, Verdict
from tests.support.policy_cases import (
    CITED,
    NOW,
    UNKNOWN,
    a_pack,
    a_parcel,
    a_transaction,
    aged,
    an_action,
    fact,
)

pytestmark = pytest.mark.slow

minor = st.sampled_from([0, 1, 1000, 1290, 2500, 4999, 5000, 5001, 9000, 9001, 12900, 12901])
currency = st.sampled_from(["USD", "JPY", "KWD"])
lines = st.lists(st.sampled_from(["l1", "l2"]), unique=True)
shipments = st.lists(st.sampled_from(["s1", "s2"]), unique=True)
cause = st.sampled_from(["stalled", "returning", "goodwill", "cancelled_not_returned"])
outlines = st.lists(st.sampled_from([*OFFERS, Outline.ORDER_NUMBER]), max_size=2)
people = st.sampled_from(["maya", "noor", "agent"])


@st.composite
def actions(draw: st.DrawFn) -> Action:
    return an_action(
        draw(st.sampled_from(ActionKind)),
        evidence_ids=draw(st.sampled_from([CITED, CITED, [], ["ship:s9"]])),
        requires_approval=draw(st.booleans()),
        cause=draw(cause),
        amount_minor=draw(st.none() | minor),
        currency=draw(st.none() | currency),
        transaction_id=draw(st.sampled_from([None, "t1", "t2"])),
        shipment_ids=draw(shipments),
        line_ids=draw(lines),
        channel=draw(st.sampled_from([None, "email", "sms"])),
        alternative=draw(st.sampled_from([None, "remedy:s1"])),
        body_outline=draw(outlines),
    )


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    return a_pack(
        fields={
            "requester_matched": draw(st.sampled_from([UNKNOWN, fact(value=True)])),
            "ship_to": draw(st.sampled_from([UNKNOWN, fact("US")])),
            "order_total": draw(st.sampled_from([UNKNOWN, fact(12900)])),
        },
        parcels=[a_parcel(returning=draw(st.booleans())), a_parcel(id="s2")],
        money=[
            a_transaction(reserved=draw(minor)),
            a_transaction(id="t2", currency=draw(currency)),
        ],
    )


proposals = st.builds(
    Proposal,
    tenant=st.just("shop"),
    order_id=st.just("O-1"),
    track=st.sampled_from(Track),
    actions=st.lists(actions(), min_size=1, max_size=4),
    blocked_reasons=st.just([]),
    cause=cause,
    rationale=st.just([]),
)
caps = st.dictionaries(currency, minor)
thresholds = st.builds(
    Thresholds,
    version=st.integers(1, 9),
    approval_above_cents=caps,
    second_cap_cents=caps,
    goodwill_cap_cents=caps,
    goodwill_percent=st.sampled_from([0, 10, 100]),
)
live = st.builds(
    LiveRemedy,
    action_id=st.just("7"),
    kind=st.sampled_from([kind.value for kind in ActionKind]),
    cause=cause,
    line_ids=lines,
    shipment_ids=shipments,
    transaction_id=st.sampled_from([None, "t1"]),
    amount_minor=st.none() | minor,
    currency=st.none() | currency,
    in_source=st.booleans(),
)
approvals = st.builds(
    Approval,
    approver=people,
    proposer=st.just("agent"),
    approvers_before=st.lists(people, max_size=2),
    approved_digest=st.just("d1"),
    proposal_digest=st.sampled_from(["d1", "d2"]),
    approved_amounts=st.dictionaries(st.sampled_from("0123"), st.none() | minor),
    approved_payees=st.dictionaries(st.sampled_from("0123"), st.sampled_from([None, "t1"])),
)
contexts = st.builds(
    Context,
    now=st.just(NOW),
    resolvable_evidence_ids=st.just(frozenset(CITED)),
    live_remedies=st.lists(live, max_size=2),
    suppressed_channels=st.sampled_from([frozenset(), frozenset({"sms"})]),
    goodwill_given_at=st.lists(st.sampled_from([NOW, NOW - timedelta(days=91)]), max_size=1),
    approval=st.none() | approvals,
)


def rank(verdict: Verdict) -> int:
    return STRICTNESS.index(verdict.outcome)


@settings(deadline=None)
@given(packs(), proposals, thresholds, contexts)
def test_a_stored_pack_proposal_and_context_replay_to_the_same_verdicts(
    pack: Pack, proposal: Proposal, numbers: Thresholds, context: Context
) -> None:
    verdicts = decide(pack=pack, proposal=proposal, thresholds=numbers, context=context)
    again = decide(
        pack=msgspec.json.decode(msgspec.json.encode(pack), type=Pack),
        proposal=msgspec.json.decode(msgspec.json.encode(proposal), type=Proposal),
        thresholds=msgspec.json.decode(msgspec.json.encode(numbers), type=Thresholds),
        context=msgspec.json.decode(msgspec.json.encode(context), type=Context),
    )
    assert again == verdicts
    assert msgspec.json.decode(msgspec.json.encode(verdicts), type=list[Verdict]) == verdicts
    assert {verdict.thresholds_version for verdict in verdicts} == {numbers.version}


@settings(deadline=None)
@given(packs(), proposals, thresholds, contexts)
def test_there_is_one_verdict_per_action_as_strict_as_its_strictest_rule(
    pack: Pack, proposal: Proposal, numbers: Thresholds, context: Context
) -> None:
    verdicts = decide(pack=pack, proposal=proposal, thresholds=numbers, context=context)
    assert [verdict.action_index for verdict in verdicts] == list(range(len(proposal.actions)))
    for verdict in verdicts:
        outcomes = {result.outcome for result in verdict.results}
        assert verdict.outcome in outcomes
        assert Outcome.DENY not in outcomes or verdict.outcome == Outcome.DENY
        assert Outcome.NEEDS_APPROVAL not in outcomes or verdict.outcome != Outcome.PERMIT
        assert len({result.rule for result in verdict.results}) == len(verdict.results)


@settings(deadline=None)
@given(packs(), proposals, thresholds, contexts)
def test_what_the_proposal_wants_approved_is_never_permitted_without_approval(
    pack: Pack, proposal: Proposal, numbers: Thresholds, context: Context
) -> None:
    alone = replace(context, approval=None)
    verdicts = decide(pack=pack, proposal=proposal, thresholds=numbers, context=alone)
    for action, verdict in zip(proposal.actions, verdicts, strict=True):
        if action.requires_approval or action.kind == ActionKind.PROPOSE_RESHIP:
            assert verdict.outcome != Outcome.PERMIT


@settings(deadline=None)
@given(packs(), proposals, thresholds, contexts)
def test_no_mail_goes_that_offers_what_is_denied(
    pack: Pack, proposal: Proposal, numbers: Thresholds, context: Context
) -> None:
    verdicts = decide(
        pack=pack, proposal=proposal, thresholds=numbers, context=replace(context, approval=None)
    )
    judged = list(zip(proposal.actions, verdicts, strict=True))
    denied = {action.kind for action, verdict in judged if verdict.outcome == Outcome.DENY}
    for action, verdict in judged:
        if action.kind == ActionKind.DRAFT_EMAIL and offered(action.body_outline) & denied:
            assert verdict.outcome == Outcome.DENY


@settings(deadline=None)
@given(packs(), proposals, thresholds, contexts, st.integers(0, 10_000))
def test_raising_a_cap_never_makes_an_outcome_stricter(
    pack: Pack, proposal: Proposal, numbers: Thresholds, context: Context, more: int
) -> None:
    """A new cap for approval or goodwill is looser than none; a new second cap is not."""
    raised = replace(
        numbers,
        approval_above_cents=_raised({"USD": 0, "JPY": 0} | numbers.approval_above_cents, more),
        second_cap_cents=_raised(numbers.second_cap_cents, more),
        goodwill_cap_cents=_raised({"USD": 0, "JPY": 0} | numbers.goodwill_cap_cents, more),
    )
    before = decide(pack=pack, proposal=proposal, thresholds=numbers, context=context)
    after = decide(pack=pack, proposal=proposal, thresholds=raised, context=context)
    for old, new in zip(before, after, strict=True):
        assert rank(new) <= rank(old)


def _raised(caps: dict[str, int], more: int) -> dict[str, int]:
    return {code: cap + more for code, cap in caps.items()}


@settings(deadline=None)
@given(packs(), proposals, thresholds, contexts, st.integers(0, 100), st.integers(0, 100))
def test_older_evidence_never_permits_more(
    pack: Pack, proposal: Proposal, numbers: Thresholds, context: Context, hours: int, more: int
) -> None:
    younger, older = (
        decide(
            pack=aged(pack, timedelta(hours=age)),
            proposal=proposal,
            thresholds=numbers,
            context=context,
        )
        for age in (hours, hours + more)
    )
    for young, old in zip(younger, older, strict=True):
        assert rank(old) >= rank(young)


@settings(deadline=None)
@given(packs(), proposals, thresholds, contexts, st.randoms(use_true_random=False))
def test_the_order_of_actions_changes_no_outcome(
    pack: Pack, proposal: Proposal, numbers: Thresholds, context: Context, shuffle: Random
) -> None:
    order = list(range(len(proposal.actions)))
    shuffle.shuffle(order)
    moved = replace(proposal, actions=[proposal.actions[place] for place in order])
    before = decide(pack=pack, proposal=proposal, thresholds=numbers, context=context)
    after = decide(
        pack=pack,
        proposal=moved,
        thresholds=numbers,
        context=replace(context, approval=_moved(context.approval, order)),
    )
    assert [verdict.outcome for verdict in after] == [before[place].outcome for place in order]


def _moved(approval: Approval | None, order: list[int]) -> Approval | None:
    """The same approval, its indexes moved with the actions."""
    if approval is None:
        return None
    new = {str(old): str(place) for place, old in enumerate(order)}
    amounts = {new[key]: seen for key, seen in approval.approved_amounts.items() if key in new}
    payees = {new[key]: seen for key, seen in approval.approved_payees.items() if key in new}
    return replace(approval, approved_amounts=amounts, approved_payees=payees)
