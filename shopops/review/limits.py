"""How much a person may approve for one order: by role, or by what somebody lent them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from shopops.agents.proposal import GOODWILL
from shopops.policy.question import REMEDIES
from shopops.policy.verdicts import LiveRemedy
from shopops.proposals.models import Action
from shopops.review.bypass import Bypass
from shopops.review.case import Case
from shopops.review.config import ReviewConfig
from shopops.review.judging import Judged
from shopops.review.models import Delegation
from shopops.review.refusals import OverLimit
from shopops.review.words.values import money
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

TWO_LENDERS = (
    "It takes limits that two people lent you, one per currency, and an approval rests on one of "
    "them at most."
)


@dataclass(frozen=True, slots=True)
class Limit:
    """The most in minor units; None: no limit. `lent`: the delegation that makes it so high."""

    minor: int | None
    lent: Delegation | None = None

    def covers(self, minor: int) -> bool:
        return self.minor is None or minor <= self.minor


def within_limit(
    case: Case, chosen: Sequence[int], judged: Judged, aside: Bypass
) -> Delegation | None:
    """The delegation that the approver needs, if any. Raises `OverLimit` unless it is set aside.

    What counts is the chosen remedies together with those of the order that are approved already,
    so that an amount in two parts is one amount. Of amounts in several currencies each is covered
    by itself; whoever lent a limit stands behind the approval, and that is one person at most.
    """
    used: list[Delegation] = []
    for currency, minor in whole_stake(case.actions, chosen, judged.context.live_remedies).items():
        found = limit_of(case.config, case.reviewer, minor, currency, case.now)
        if not found.covers(minor):
            if not aside.use(OverLimit):
                raise OverLimit(sentence(minor, found.minor or 0, currency))
        elif found.lent is not None:
            used.append(_held(found.lent, minor, currency))
    if len({one.giver_id for one in used}) > 1:
        raise OverLimit(TWO_LENDERS)
    return used[0] if used else None


def limit_of(
    config: ReviewConfig, person: Membership, minor: int, currency: str, now: datetime
) -> Limit:
    """The own limit where it covers so much, because then nothing is borrowed; else, of it and of
    what was lent, the highest."""
    best = Limit(config.limit(person.role, currency))
    if best.covers(minor):
        return best
    for lent in _lent(person, currency, now):
        giver = config.limit(lent.giver.role, currency)
        most = lent.most_minor if giver is None else min(lent.most_minor, giver)
        if allows(lent.giver, Role.REVIEWER) and most > (best.minor or 0):
            best = Limit(most, lent)
    return best


def lenders(limits: Iterable[Limit]) -> set[int]:
    """Whose word an approval within these would be besides the approver's."""
    return {limit.lent.giver_id for limit in limits if limit.lent is not None}


def sentence(minor: int, limit: int, currency: str) -> str:
    """Such as: It is 129.00 USD, and you may approve up to 100.00 USD for one order."""
    if limit <= 0:
        return f"It is {money(minor, currency)}, and you may approve no amounts in {currency}."
    return (
        f"It is {money(minor, currency)}, and you may approve up to {money(limit, currency)} "
        "for one order."
    )


def at_stake(actions: Iterable[Action]) -> Counter[str]:
    """What approving these gives away, by currency."""
    total = Counter[str]()
    for action in actions:
        if gives(action):
            total[action.currency] += action.amount_minor or 0
    del total[""]
    return total


def gives(action: Action) -> bool:
    """A mail only talks about money, unless it offers goodwill."""
    return action.kind in REMEDIES or action.cause == GOODWILL


def _held(lent: Delegation, minor: int, currency: str) -> Delegation:
    """It is not taken back before the scope ends; if it was meanwhile, it counts for nothing."""
    open_still = Delegation.objects.of(lent.tenant_id).filter(pk=lent.pk, revoked_at=None)
    if not open_still.select_for_update().exists():
        raise OverLimit(sentence(minor, 0, currency))
    return lent


def whole_stake(
    actions: Iterable[Action], chosen: Sequence[int], live: Iterable[LiveRemedy]
) -> Counter[str]:
    """The chosen actions with what the order has been given already, by currency."""
    total = at_stake(action for action in actions if action.index in chosen)
    for remedy in live:
        currency = remedy.currency or ""
        if currency in total and not remedy.in_source:
            total[currency] += remedy.amount_minor or 0
    return total


def _lent(person: Membership, currency: str, now: datetime) -> Iterable[Delegation]:
    return (
        Delegation.objects.of(person.tenant_id)
        .filter(
            receiver=person,
            currency=currency,
            starts_at__lte=now,
            ends_at__gt=now,
            revoked_at=None,
        )
        .select_related("giver")
    )
