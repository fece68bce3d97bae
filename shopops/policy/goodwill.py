"""GDW-1: goodwill is small against the order, and rare."""

from datetime import timedelta

from shopops.agents.facts import FactKind, Pack
from shopops.agents.proposal import GOODWILL, Action, ActionKind, Proposal, Track
from shopops.policy.amounts import Money, money_of
from shopops.policy.question import Question, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import RuleResult

MONEY_BACK = (ActionKind.PROPOSE_REFUND, ActionKind.PROPOSE_STORE_CREDIT)


def gdw_1(question: Question) -> RuleResult | None:
    """Goodwill is at most min(cap, percent of the order total), once per period.

    Goodwill is an action that says so (the offer in a standard update), and any refund or store
    credit on the standard track, where nothing went wrong. A credit that answers a loss stands in
    for a refund, so it is none. The percentage is rounded down to a whole minor unit: 10 % of
    12,909 is 1,290.
    """
    own = money_of(question.action)
    if own is None or not _is_goodwill(question.action, question.proposal):
        return None
    return _too_often(question) or _against_limit(question, own)


def _is_goodwill(action: Action, proposal: Proposal) -> bool:
    if action.cause == GOODWILL:
        return True
    return action.kind in MONEY_BACK and proposal.track == Track.STANDARD


def _too_often(question: Question) -> RuleResult | None:
    every = question.thresholds.goodwill_every_days
    days = [
        (question.context.now - at) // timedelta(days=1)
        for at in question.context.goodwill_given_at
    ]
    if days and min(days) < every:
        return deny(RuleId.GDW_1, Reason.GOODWILL_RECENT, days=min(days), every_days=every)
    others = question.other_remedies if question.is_remedy else []  # a mail only announces
    if any(_is_goodwill(other, question.proposal) for other in others):
        return deny(RuleId.GDW_1, Reason.GOODWILL_TWICE, every_days=every)
    return None


def _against_limit(question: Question, own: Money) -> RuleResult:
    total = _order_total(question.pack)
    if total is None:
        return deny(RuleId.GDW_1, Reason.TOTAL_UNKNOWN)
    if total.currency != own.currency:
        return deny(RuleId.GDW_1, Reason.TOTAL_IN_OTHER_CURRENCY, other=total.currency)
    cap = question.thresholds.goodwill_cap_cents.get(own.currency)
    if cap is None:
        return deny(RuleId.GDW_1, Reason.NO_GOODWILL_CAP, currency=own.currency)
    percent = question.thresholds.goodwill_percent
    limit = min(cap, total.minor * percent // 100)
    within = own.minor <= limit
    return (permit if within else deny)(
        RuleId.GDW_1,
        Reason.WITHIN_GOODWILL if within else Reason.ABOVE_GOODWILL,
        amount=own.minor,
        limit=limit,
        cap=cap,
        percent=percent,
        order_total=total.minor,
    )


def _order_total(pack: Pack) -> Money | None:
    total, currency = pack.fields.get("order_total"), pack.fields.get("order_currency")
    if total is None or currency is None:
        return None
    if total.kind != FactKind.FACT or currency.kind != FactKind.FACT:
        return None
    if type(total.value) is not int or not isinstance(currency.value, str):
        return None
    return Money(total.value, currency.value)
