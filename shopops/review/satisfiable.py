"""Settings that nobody could satisfy are refused when they are saved, not found out later."""

from collections.abc import Collection, Iterator, Sequence

from django.utils.translation import gettext

from shopops.agents.thresholds import Thresholds
from shopops.money import format_minor
from shopops.review.config import ReviewConfig
from shopops.review.words.labels import small
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
        above, helps = _listed([*caps.values()]), _helps(people, config, free, caps)
        if free:
            said = gettext(
                "Above {amounts} two people without a limit must approve, and only 1 has none."
            )
        else:
            said = gettext(
                "Above {amounts} two people without a limit must approve, and nobody has none."
            )
        yield f"{said.format(amounts=above)} {helps}"
    if nobody:
        said = gettext(
            "Everybody's limit in {currencies} ends somewhere, so nobody could approve more."
        ).format(currencies=_listed(nobody))
        yield f"{said} {_leave_one(people, config, nobody)}"


def _leave_one(
    people: Sequence[Membership], config: ReviewConfig, currencies: Collection[str]
) -> str:
    if own := _with_own(people, config, currencies):
        said = gettext(
            "Leave one role without a limit, and somebody of it without one of their own: {people}."
        )
        return said.format(people=own)
    return gettext("Leave one role without a limit.")


def _helps(
    people: Sequence[Membership], config: ReviewConfig, free: int, currencies: Collection[str]
) -> str:
    """Only who is of a role without a limit counts, so more people of a limited one don't help."""
    if own := _with_own(people, config, currencies):
        said = gettext("Some have a limit of their own that could be taken away: {people}.")
        return said.format(people=own)
    limited = [role for role in DECIDERS if role in config.limits]
    unlimited = [role for role in DECIDERS if role not in config.limits]
    if not limited:
        return gettext("Invite another reviewer first, or leave the second cap empty.")
    if not unlimited:
        return gettext(
            "Take away the limit of a role that at least two people have, or leave the second cap "
            "empty."
        )
    return _make_more(free).format(role=small(unlimited[0].label), limited=small(limited[0].label))


def _make_more(free: int) -> str:
    if free:
        return gettext(
            "Make a second person {role}, leave the second cap empty, or take away the limit of "
            "the role {limited} and set one for single people instead: others of that role don't "
            "help."
        )
    return gettext(
        "Make two people {role}, leave the second cap empty, or take away the limit of the role "
        "{limited} and set one for single people instead: others of that role don't help."
    )


def _limited(config: ReviewConfig) -> set[str]:
    limits = (*config.limits.values(), *config.people.values())
    return {currency for caps in limits for currency in caps}


def _with_own(
    people: Sequence[Membership], config: ReviewConfig, currencies: Collection[str]
) -> str:
    """Those whose own limit alone keeps them from any amount in one of these currencies."""
    names = sorted(
        one.display_name
        for one in people
        if one.role not in config.limits
        and not config.own_limits(one).keys().isdisjoint(currencies)
    )
    return _listed(names) if names else ""


def _listed(words: Sequence[str]) -> str:
    *others, last = words
    if not others:
        return last
    return gettext("{others} and {last}").format(others=", ".join(others), last=last)
