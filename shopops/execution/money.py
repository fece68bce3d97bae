"""MON-2 once more, right before money goes back: against the newest record, and against what is on
its way and the record does not show yet. Pure."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from msgspec import Struct

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind, Proposal, Track
from shopops.agents.records import Refund
from shopops.agents.thresholds import Thresholds
from shopops.outbox.states import State
from shopops.policy.payments import mon_2, mon_3
from shopops.policy.question import Question
from shopops.policy.verdicts import Context, LiveRemedy, Outcome, RuleResult


class Going(Struct, frozen=True, kw_only=True):
    """A refund of ours, of the same payment. `ahead`: it settles without waiting for this one."""

    effect_id: int
    state: State
    amount_minor: int
    currency: str
    remote_id: str = ""
    ahead: bool = False


class Money(StrEnum):
    GO = "go"
    WAIT = "wait"  # until it is known what became of another one
    DENY = "deny"


def may_go(
    *,
    action: Action,
    pack: Pack,
    refunds: Sequence[Refund],
    others: Sequence[Going],
    context: Context,
) -> tuple[Money, RuleResult | None]:
    """With the rule's answer. `refunds`: what the newest record shows of this payment, whoever made
    them."""
    shown = shown_in(refunds, others)
    ours = {one.effect_id: _live(one, action, one.effect_id in shown) for one in others}
    done = [ours[one.effect_id] for one in others if one.state is State.SUCCEEDED]
    ahead = [ours[one.effect_id] for one in others if one.state is not State.SUCCEEDED if one.ahead]
    currency = mon_3(_question(action, pack, [], context))
    if currency is not None and currency.outcome is Outcome.DENY:
        return Money.DENY, currency
    alone = mon_2(_question(action, pack, done, context))
    if alone is None or alone.outcome is Outcome.DENY:
        return Money.DENY, alone
    beside = mon_2(_question(action, pack, [*done, *ahead], context))
    fits = beside is not None and beside.outcome is Outcome.PERMIT
    return (Money.GO if fits else Money.WAIT), alone


def shown_in(refunds: Sequence[Refund], others: Sequence[Going]) -> Collection[int]:
    """Which of ours the record shows: by their id there, and where nobody knows that, as a refund
    of the same payment and amount that is nobody else's."""
    named = {one.remote_id: one.effect_id for one in others if one.remote_id}
    found = {named[one.id] for one in refunds if one.id in named}
    free = [one for one in refunds if one.id not in named]
    for one in others:
        same = (one.amount_minor, one.currency)
        match = next((it for it in free if (it.amount.minor, it.amount.currency) == same), None)
        if not one.remote_id and match is not None:
            free.remove(match)
            found.add(one.effect_id)
    return found


def _live(one: Going, action: Action, in_source: bool) -> LiveRemedy:
    return LiveRemedy(
        action_id=str(one.effect_id),
        kind=ActionKind.PROPOSE_REFUND,
        cause=action.cause,
        line_ids=[],
        transaction_id=action.transaction_id,
        amount_minor=one.amount_minor,
        currency=one.currency,
        in_source=in_source,
    )


def _question(action: Action, pack: Pack, live: list[LiveRemedy], context: Context) -> Question:
    """This refund alone: the others are counted as what they have become by now."""
    alone = Proposal(
        tenant=pack.tenant,
        order_id=pack.order_id,
        track=Track.EXCEPTION,
        actions=[action],
        blocked_reasons=[],
        cause=action.cause,
        rationale=[],
    )
    return Question(
        index=0,
        action=action,
        proposal=alone,
        pack=pack,
        thresholds=Thresholds(),
        context=Context(
            now=context.now,
            resolvable_evidence_ids=context.resolvable_evidence_ids,
            live_remedies=live,
        ),
    )
