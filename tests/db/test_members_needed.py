"""Whom a shop can't do without, also when two people change it at the same moment."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from shopops.administration.members.changing import Changed, Standing, change_member, standing_of
from shopops.administration.members.refusals import NeededHere
from shopops.alarms.states import AlarmStatus
from shopops.tenants.models import Membership, Role
from tests.support.alarm_store import AlarmShop, an_order, import_orders
from tests.support.at_once import at_once
from tests.support.clock import Clock
from tests.support.pipeline import hire, open_shop

pytestmark = pytest.mark.django_db(transaction=True)


def demote(person: Membership, author: Membership) -> Changed:
    return change_member(
        person=person,
        to=Standing(Role.VIEWER, person.display_name, True),
        seen=standing_of(person),
        reason="They asked for it.",
        author=author,
        now=timezone.now(),
    )


def test_two_admins_who_demote_each_other_at_once_leave_one() -> None:
    shop = open_shop()
    ada, ben = hire(shop, "Ada", Role.ADMIN), hire(shop, "Ben", Role.ADMIN)

    def outcome_of(person: Membership, author: Membership) -> str:
        try:
            return demote(person, author).member.role
        except PermissionDenied:
            return "no admin any more"

    outcomes = at_once(lambda: outcome_of(ada, ben), lambda: outcome_of(ben, ada))
    assert sorted(map(str, outcomes)) == ["no admin any more", "viewer"]
    assert shop.memberships.filter(role=Role.ADMIN).count() == 1


def test_two_admins_who_step_down_at_once_leave_one() -> None:
    shop = open_shop()
    ada, ben = hire(shop, "Ada", Role.ADMIN), hire(shop, "Ben", Role.ADMIN)

    def outcome_of(person: Membership) -> str:
        try:
            return demote(person, author=person).member.role
        except NeededHere as refusal:
            return refusal.code

    outcomes = at_once(lambda: outcome_of(ada), lambda: outcome_of(ben))
    assert sorted(map(str, outcomes)) == ["needed", "viewer"]
    assert shop.memberships.filter(role=Role.ADMIN).count() == 1


def test_who_alone_can_acknowledge_an_alarm_stays_until_it_is_handed_on(clock: Clock) -> None:
    shop = AlarmShop(open_shop(), clock)
    ada = hire(shop.tenant, "Ada", Role.ADMIN)
    import_orders(shop.tenant, an_order("O-1"))
    shop.reach(AlarmStatus.HANDED_OFF)
    with pytest.raises(NeededHere, match=r"Per alone can acknowledge .*: O-1\. Hand them"):
        demote(shop.person("Per"), ada)
    clock.move(hours=3)  # then anybody may
    assert demote(shop.person("Per"), ada).member.role == Role.VIEWER
