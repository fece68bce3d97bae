"""What an approval on a page asks of its person beside the page: a second factor above the amount
that the shop set, and above the second cap to have proven lately who they are.

An API token is neither asked: it is a secret of its own, which an admin granted and can revoke.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from shopops.accounts.freshness import is_recent
from shopops.accounts.second_factor import has_second_factor
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.review.case import Case
from shopops.review.config import ReviewConfig
from shopops.review.judging import Judged
from shopops.review.limits import whole_stake
from shopops.review.refusals import NotConfirmedAgain, SecondFactorMissing
from shopops.review.words.values import money

ABOVE_SECOND_CAP = frozenset({Reason.FOUR_EYES, Reason.TWO_APPROVERS})


@dataclass(frozen=True, slots=True)
class AtPage:
    """When the person at the page last proved who they are; None: nobody knows."""

    proven_at: datetime | None


def refuse_unproven(case: Case, chosen: Sequence[int], judged: Judged, page: AtPage | None) -> None:
    """Raises `SecondFactorMissing` and `NotConfirmedAgain`. `page` None: not decided on a page, or
    only tried, so that nobody is asked to prove anything now."""
    if page is None and case.handle.token_id is not None:
        return
    _second_factor(case, chosen, judged)
    if page is not None and _above_second_cap(judged) and not is_recent(page.proven_at, case.now):
        raise NotConfirmedAgain


def factor_asked(config: ReviewConfig, stake: Mapping[str, int]) -> str:
    """What is so large that it takes a second factor, as a sentence; empty: nothing is."""
    for currency, minor in stake.items():
        if config.asks_second_factor(minor, currency):
            above = money(config.second_factor_above[currency], currency)
            said = _("It is {amount}; above {above} this shop asks for one.")
            return said.format(amount=money(minor, currency), above=above)
    return ""


def _second_factor(case: Case, chosen: Sequence[int], judged: Judged) -> None:
    stake = whole_stake(case.actions, chosen, judged.context.live_remedies)
    asked = factor_asked(case.config, stake)
    if asked and not has_second_factor(case.reviewer.user_id):
        raise SecondFactorMissing(asked)


def _above_second_cap(judged: Judged) -> bool:
    return any(
        result.rule is RuleId.APR_3 and result.reason in ABOVE_SECOND_CAP
        for verdict in judged.verdicts
        for result in verdict.results
    )
