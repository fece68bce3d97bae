"""Settings that nobody could satisfy are refused when they are saved, not found out later."""

from collections.abc import Collection, Iterator, Sequence

from shopops.agents.thresholds import Thresholds
from shopops.money import format_minor
from shopops.review.config import ReviewConfig
from shopops.tenants.access import allows
from shopops.tenants.models import DECIDERS, Membership, Role

EYES = 2  # that an amount above the second cap takes


class Unsatisfiable(ValueError):
    """With these settings some amounts could be approved by nobody; the text says which."""


def refuse_unsatisfiable(tenant_id: int, numbers: Thresholds, config: ReviewConfig) -> None:
    """Raises `Unsatisfiable` naming every amount that too few people of the shop may approve."""
    people = [
        one
        for one in Membership.objects.filter(tenant_id=tenant_id, active=True)
        if allows(one, Role.REVIEWER)
    ]
    problems = list(unsatisfiable(people, numbers, config))
    if problems:
        raise Unsatisfiable(" ".join(problems))


def unsatisfiable(
    people: Sequence[Membership], numbers: Thresholds, config: ReviewConfig
) -> Iterator[str]:
    """A sentence for the amounts out of reach, whatever their currencies. An amount has no upper
    bound, so what counts is who has no limit; a shop without any people yet is not measured."""
    if not people:
        return
    two: dict[int, dict[str, str]] = {}
    nobody: list[str] = []
    for currency in sorted(_limited(config) | set(numbers.second_cap_cents)):
        free = sum(config.most(one, currency) is None for one in people)
        cap = numbers.second_cap_cents.get(currency)
        if cap is not None and free < EYES:
            two.setdefault(free, {})[currency] = format_minor(cap, currency)
        elif not free:
            nobody.append(currency)
    for free, caps in two.items():
        yield (
            f"Above {_listed([*caps.values()])} two people without a limit must approve, and "
            f"{'only 1 has' if free else 'nobody has'} none. {_helps(people, config, free, caps)}"
        )
    if nobody:
        yield (
            f"Everybody's limit in {_listed(nobody)} ends somewhere, so nobody could approve more. "
            f"{_leave_one(people, config, nobody)}"
        )


def _leave_one(
    people: Sequence[Membership], config: ReviewConfig, currencies: Collection[str]
) -> str:
    if own := _with_own(people, config, currencies):
        return f"Leave one role without a limit, and somebody of it without one of their own: {own}"
    return "Leave one role without a limit."


def _helps(
    people: Sequence[Membership], config: ReviewConfig, free: int, currencies: Collection[str]
) -> str:
    """Only who is of a role without a limit counts, so more people of a limited one don't help."""
    if own := _with_own(people, config, currencies):
        return f"Some have a limit of their own that could be taken away: {own}"
    limited = [role for role in DECIDERS if role in config.limits]
    unlimited = [role for role in DECIDERS if role not in config.limits]
    if not limited:
        return "Invite another reviewer first, or leave the second cap empty."
    if not unlimited:
        return (
            "Take away the limit of a role that at least two people have, or leave the second cap "
            "empty."
        )
    whom = "a second person" if free else "two people"
    return (
        f"Make {whom} {unlimited[0].label.lower()}, leave the second cap empty, or take away the "
        f"limit of the role {limited[0].label.lower()} and set one for single people instead: "
        "others of that role don't help."
    )


def _limited(config: ReviewConfig) -> set[str]:
    limits = (*config.limits.values(), *config.people.values())
    return {currency for caps in limits for currency in caps}


def _with_own(
    people: Sequence[Membership], config: ReviewConfig, currencies: Collection[str]
) -> str:
    """Those whose own limit alone keeps them from any amount in one of these currencies, as a list
    that ends a sentence."""
    names = sorted(
        one.display_name
        for one in people
        if one.role not in config.limits
        and not config.own_limits(one).keys().isdisjoint(currencies)
    )
    return f"{_listed(names)}." if names else ""


def _listed(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
