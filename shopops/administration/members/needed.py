"""Whether the shop can do without a person in their role. In the scope of the change."""

from collections.abc import Iterator

from django.utils.translation import gettext

from shopops.administration.members.refusals import NeededHere
from shopops.alarms.clock import database_now
from shopops.alarms.models import AlarmItem
from shopops.alarms.states import AlarmStatus
from shopops.review import settings as review
from shopops.review.satisfiable import unsatisfiable
from shopops.tenants import thresholds
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

MOST_NAMED = 5


def refuse_needed(before: Membership, after: Membership) -> None:
    """`after` is how the person would be. Raises `NeededHere` with everything that speaks against
    it. The caller holds the shop's people, thresholds and review settings."""
    problems = list(_problems(before, after))
    if problems:
        raise NeededHere(" ".join(problems))


def _problems(before: Membership, after: Membership) -> Iterator[str]:
    people = list(Membership.objects.filter(tenant_id=before.tenant_id, active=True))
    others = [one for one in people if one.pk != before.pk]
    then = [*others, after] if after.active else others
    if not any(allows(one, Role.ADMIN) for one in then):
        yield gettext(
            "{display_name} is the only admin, and nobody could change settings "
            "any more. Make somebody else an admin first."
        ).format(display_name=before.display_name)
    yield from _out_of_reach(before.tenant_id, people, then)
    if not allows(after, Role.REVIEWER):
        yield from _held(before)


def _out_of_reach(
    tenant_id: int, people: list[Membership], then: list[Membership]
) -> Iterator[str]:
    """What nobody could approve any more, and somebody can now."""
    numbers, config = thresholds.current(tenant_id), review.current(tenant_id)
    already = set(unsatisfiable(_deciders(people), numbers, config))
    for problem in unsatisfiable(_deciders(then), numbers, config):
        if problem not in already:
            yield problem


def _held(person: Membership) -> Iterator[str]:
    """While an alarm is handed to somebody, nobody else can acknowledge it."""
    held = AlarmItem.objects.of(person.tenant_id).filter(
        status=AlarmStatus.HANDED_OFF, holder=bytes(person.identity_key), until__gt=database_now()
    )
    orders = [one.order_number or one.order_id for one in held.order_by("id")[: MOST_NAMED + 1]]
    if orders:
        more = gettext(" and more") if len(orders) > MOST_NAMED else ""
        yield gettext(
            "{display_name} alone can acknowledge the alarms that were handed to "
            "them: {orders}{more}. Hand them to somebody else first."
        ).format(display_name=person.display_name, orders=", ".join(orders[:MOST_NAMED]), more=more)


def _deciders(people: list[Membership]) -> list[Membership]:
    return [one for one in people if allows(one, Role.REVIEWER)]
