"""Who is rung in the demo shops, and how soon; what people changed meanwhile stays."""

from dataclasses import replace

import msgspec
import pytest

from shopops.alarms import numbers
from shopops.alarms.models import AlarmConfigVersion, RosterContact
from shopops.alarms.ringing.roster import contacts
from shopops.demo.northline import NORTHLINE, RINGING
from shopops.demo.play import play
from shopops.demo.script import Shop
from shopops.demo.southline import SOUTHLINE
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import find_tenant

pytestmark = pytest.mark.django_db


def _empty(shop: Shop) -> Shop:
    return replace(shop, arrivals=lambda now: [], rulings=())


def test_maya_is_rung_first_and_the_administrator_last() -> None:
    play(_empty(NORTHLINE))
    called = contacts(find_tenant(NORTHLINE.slug).pk)
    assert [(one.name, one.step) for one in called] == [
        ("Maya Andersen", 0),
        ("Tomasz Wren", 1),
        ("Adaeze Holm", 2),
    ]


def test_what_needs_a_person_rings_at_once_and_after_two_minutes_again() -> None:
    play(_empty(NORTHLINE))
    tenant = find_tenant(NORTHLINE.slug)
    with tenant_scope(tenant.pk):
        found = numbers.current(tenant.pk)
    assert (found.ring_after_minutes, found.snooze_default_minutes) == (0, 2)
    assert found.timezone == NORTHLINE.timezone


def test_a_shop_without_alarm_settings_of_its_own_has_the_usual_ones() -> None:
    play(_empty(SOUTHLINE))
    assert not AlarmConfigVersion.objects.filter(tenant=find_tenant(SOUTHLINE.slug)).exists()


def test_a_changed_roster_and_changed_settings_stay() -> None:
    play(_empty(NORTHLINE))
    tenant = find_tenant(NORTHLINE.slug)
    RosterContact.objects.of(tenant.pk).exclude(step=0).delete()
    with tenant_scope(tenant.pk):
        numbers.save_config(
            tenant_id=tenant.pk,
            config=msgspec.structs.replace(RINGING, interval_minutes=99),
            reason="test",
            author=None,
        )
    play(_empty(NORTHLINE))
    assert RosterContact.objects.of(tenant.pk).count() == 1
    with tenant_scope(tenant.pk):
        assert numbers.current(tenant.pk).interval_minutes == 99
