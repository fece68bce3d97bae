"""How much a person may approve for one order: by role, or by what somebody lent them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.agents.proposal import GOODWILL
from shopops.policy.question import REMEDIES
from shopops.policy.verdicts import LiveRemedy
from shopops.proposals.models import Action
from shopops.review.authority import behind_already
from shopops.review.bypass import Bypass
from shopops.review.case import Case
from shopops.review.config import ReviewConfig
from shopops.review.judging import Judged
from shopops.review.models import Delegation
from shopops.review.refusals import OverLimit
from shopops.review.words.values import money
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

TWO_LENDERS = gettext_noop(
    "It takes limits that two people lent you, one per currency, and an approval rests on one of "
    "them at most. Ask one of them to lend you enough in each currency, or choose less."
)

TAKEN_BACK = gettext_noop("The limit that it takes was lent to you, and was taken back just now.")


@dataclass(frozen=True, slots=True)
class Limit:
    """The most in minor units; None: no limit. `lent`: the delegation that makes it so high; else
    `of` is the role whose limit it is, or empty: it was set for this very person."""

    minor: int | None
    of: str = ""
    lent: Delegation | None = None
    not_alone: bool = False  # others lent in this currency too, which is not added

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
    stake = whole_stake(case.actions, chosen, judged.context.live_remedies)
    limits = limits_of(
        case.config,
        case.reviewer,
        stake,
        case.now,
        behind=lambda: behind_already(case.proposal, case.approvals),
    )
    for currency, minor in stake.items():
        found = limits[currency]
        if not found.covers(minor):
            if not aside.use(OverLimit):
                raise OverLimit(sentence(minor, found, currency))
        elif found.lent is not None:
            used.append(_held(found.lent, minor, currency))
    if len({one.giver_id for one in used}) > 1:
        raise OverLimit(_(TWO_LENDERS))
    return used[0] if used else None


def limits_of(
    config: ReviewConfig,
    person: Membership,
    stake: Mapping[str, int],
    now: datetime,
    *,
    behind: Callable[[], Collection[int]],
) -> dict[str, Limit]:
    """By currency: the own limit where it covers so much, because then nothing is borrowed. Else
    what one person lent, who covers all that the own limits don't, if anybody does; else the most
    that anybody lent. What is lent is "up to" an amount, so two loans never add up.

    `behind`: who stands behind the order already. They lend only where nobody else does, because
    one person can't be two of them; asked where several people could lend.
    """
    own = {currency: own_limit(config, person, currency) for currency in stake}
    lent = {
        currency: _lent_by(config, person, currency, now)
        for currency, minor in stake.items()
        if not own[currency].covers(minor)
    }
    covering = _covers_all(lent, stake, behind)
    return own | {
        currency: by[covering] if covering is not None else _highest(own[currency], by)
        for currency, by in lent.items()
    }


def _covers_all(
    lent: Mapping[str, Mapping[int, Limit]],
    stake: Mapping[str, int],
    behind: Callable[[], Collection[int]],
) -> int | None:
    """Who lent enough in each of these currencies."""
    givers = [
        giver
        for giver in sorted({giver for by in lent.values() for giver in by})
        if all(giver in by and by[giver].covers(stake[one]) for one, by in lent.items())
    ]
    if len(givers) > 1:
        others = set(givers).difference(behind())
        return min(others or givers)
    return next(iter(givers), None)


def _highest(own: Limit, lent: Mapping[int, Limit]) -> Limit:
    best = max(lent.values(), key=lambda one: one.minor or 0, default=own)
    if (best.minor or 0) <= (own.minor or 0):
        return own
    return replace(best, not_alone=len(lent) > 1)


def _lent_by(
    config: ReviewConfig, person: Membership, currency: str, now: datetime
) -> dict[int, Limit]:
    """By giver: the most that they lent, and no more than they may approve themselves."""
    found: dict[int, Limit] = {}
    for lent in _lent(person, currency, now):
        giver = config.most(lent.giver, currency)
        most = lent.most_minor if giver is None else min(lent.most_minor, giver)
        known = found.get(lent.giver_id)
        if allows(lent.giver, Role.REVIEWER) and (known is None or most > (known.minor or 0)):
            found[lent.giver_id] = Limit(most, lent=lent)
    return found


def own_limit(config: ReviewConfig, person: Membership, currency: str) -> Limit:
    """Of the role's limit and the person's own the lower one, and which it is."""
    by_role = config.limit(person.role, currency)
    most = config.most(person, currency)
    return Limit(most, of=person.role if most == by_role else "")


def lenders(limits: Iterable[Limit]) -> set[int]:
    """Whose word an approval within these would be besides the approver's."""
    return {limit.lent.giver_id for limit in limits if limit.lent is not None}


def sentence(minor: int, limit: Limit, currency: str) -> str:
    """Such as: It is 129.00 USD, and you may approve up to 100.00 USD for one order. That is the
    limit of the role Reviewer."""
    most = limit.minor or 0
    if most <= 0:
        said = _("It is {amount}, and you may approve no amounts in {currency}.")
    else:
        said = _("It is {amount}, and you may approve up to {most} for one order.")
    shown = {"amount": money(minor, currency), "most": money(most, currency)}
    return f"{said.format(currency=currency, **shown)} {_whose(limit)}"


def _whose(limit: Limit) -> str:
    if limit.lent is not None:
        said = _("That is what {name} lent you.")
        if limit.not_alone:
            said = _("That is what {name} lent you; what others lent you does not add to it.")
        return said.format(name=limit.lent.giver.display_name)
    if limit.of:
        role = _(Role(limit.of).label)
        return _("That is the limit of the role {role}.").format(role=role)
    return _("That is the limit that was set for you.")


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
        raise OverLimit(_(TAKEN_BACK))
    return lent


def whole_stake(
    actions: Iterable[Action], chosen: Sequence[int], live: Iterable[LiveRemedy]
) -> Counter[str]:
    """The chosen actions with what the order has been given already, by currency."""
    total = at_stake(action for action in actions if action.index in chosen)
    for remedy in live:
        currency = remedy.currency or ""
        if currency in total:
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
