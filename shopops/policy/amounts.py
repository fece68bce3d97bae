"""An action's money, alone and together with the order's other remedies."""

from typing import NamedTuple

from shopops.agents.alternatives import most_at_once
from shopops.agents.proposal import Action
from shopops.money import EXPONENTS
from shopops.policy.question import Question
from shopops.policy.reasons import Reason
from shopops.policy.verdicts import LiveRemedy

MOST_MINOR = 10**15  # the bound that source records have, so that every sum fits 64 bits


class Money(NamedTuple):
    minor: int
    currency: str


def money_of(action: Action | LiveRemedy) -> Money | None:
    """The amount at stake; None when there is none, or none that MON-1 lets through."""
    minor, currency = action.amount_minor, action.currency
    if minor is None or currency is None or flaw(minor, currency):
        return None
    return Money(minor, currency)


def flaw(minor: object, currency: object) -> Reason | None:
    """Why this is not an amount of money. Trusts no type: a struct can be built unchecked."""
    if type(minor) is not int:
        return Reason.AMOUNT_MISSING if minor is None else Reason.AMOUNT_NOT_INTEGER
    if minor < 0:
        return Reason.AMOUNT_NEGATIVE
    if minor > MOST_MINOR:
        return Reason.AMOUNT_TOO_LARGE
    return _currency_flaw(currency)


def _currency_flaw(currency: object) -> Reason | None:
    if not currency:
        return Reason.CURRENCY_MISSING
    known = isinstance(currency, str) and currency in EXPONENTS
    return None if known else Reason.CURRENCY_UNKNOWN


def total_at_stake(question: Question) -> Money | None:
    """This action's money; a remedy's together with all other remedies of the order (AGG-1).

    Live ones count as they are; of this proposal's alternatives the dearest kind counts.
    """
    own = money_of(question.action)
    if own is None or not question.is_remedy:
        return own
    remedies = [question.action, *question.other_remedies]
    proposed = most_at_once(remedy for remedy in remedies if money_of(remedy))
    return Money(_live(question, own.currency) + proposed[own.currency], own.currency)


def _live(question: Question, currency: str) -> int:
    """What live remedies of this order have already promised or given in this currency."""
    monies = (money_of(live) for live in question.live_remedies)
    return sum(money.minor for money in monies if money and money.currency == currency)
