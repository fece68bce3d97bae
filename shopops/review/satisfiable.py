"""Settings that nobody could satisfy are refused when they are saved, not found out later."""

from collections.abc import Iterator, Sequence

from shopops.agents.thresholds import Thresholds
from shopops.money import format_minor
from shopops.review.config import ReviewConfig
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role


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
    """A sentence for each amount out of reach. An amount has no upper bound, so what counts is
    who has no limit; a shop without any people yet is not measured."""
    if not people:
        return
    for currency in sorted(_limited(config) | set(numbers.second_cap_cents)):
        free = [one for one in people if config.limit(one.role, currency) is None]
        cap = numbers.second_cap_cents.get(currency)
        if cap is not None and len(free) < 2:
            yield (
                f"Above {format_minor(cap, currency)} two people must approve, and {_count(free)}. "
                "Take a role's limit away, or put another reviewer on the roster."
            )
        elif not free:
            yield (
                f"Everybody's limit in {currency} ends somewhere, so nobody could approve more. "
                "Leave one role without a limit."
            )


def _limited(config: ReviewConfig) -> set[str]:
    return {currency for caps in config.limits.values() for currency in caps}


def _count(free: Sequence[Membership]) -> str:
    return "only 1 may" if free else "nobody may"
