"""Settings that nobody could satisfy are refused when they are saved, not found out later."""

from collections.abc import Iterator, Sequence

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
    two: dict[int, list[str]] = {}
    nobody: list[str] = []
    for currency in sorted(_limited(config) | set(numbers.second_cap_cents)):
        free = sum(config.limit(one.role, currency) is None for one in people)
        cap = numbers.second_cap_cents.get(currency)
        if cap is not None and free < EYES:
            two.setdefault(free, []).append(format_minor(cap, currency))
        elif not free:
            nobody.append(currency)
    for free, caps in two.items():
        yield (
            f"Above {_listed(caps)} two people without a limit must approve, and "
            f"{'only 1 has' if free else 'nobody has'} none. {_helps(config, free)}"
        )
    if nobody:
        yield (
            f"Everybody's limit in {_listed(nobody)} ends somewhere, so nobody could approve more. "
            "Leave one role without a limit."
        )


def _helps(config: ReviewConfig, free: int) -> str:
    """Only who is of a role without a limit counts, so more people of a limited one don't help."""
    limited = [role for role in DECIDERS if role in config.limits]
    unlimited = [role for role in DECIDERS if role not in config.limits]
    if not limited:
        return "Put another reviewer on the roster."
    if not unlimited:
        return "Take away the limit of a role that at least two people have."
    whom = "a second person" if free else "two people"
    return (
        f"Make {whom} {unlimited[0].label.lower()}, or take away the limit of the role "
        f"{limited[0].label.lower()}: others of that role don't help."
    )


def _limited(config: ReviewConfig) -> set[str]:
    return {currency for caps in config.limits.values() for currency in caps}


def _listed(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
