"""Old sign-ins and invitations are deleted in time, in batches, and nothing that is younger."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from shopops.accounts.history import purge_old_events
from shopops.accounts.models import AccountEvent, AccountEventKind
from shopops.accounts.tasks import purge_events
from shopops.administration.members.inviting import revoke, write_down
from shopops.administration.members.purging import purge_old_invitations
from shopops.administration.models import Invitation
from shopops.administration.tasks import purge_invitations
from shopops.settings.queue import BEAT_SCHEDULE
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.refusals import AppendOnlyRefused
from shopops.tenants.scope import tenant_scope

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def sign_ins(maya: Membership, *ages: int) -> None:
    """So many days ago."""
    for age in ages:
        AccountEvent.objects.create(
            user=maya.user, kind=AccountEventKind.SIGNED_IN, at=timezone.now() - age * DAY
        )


def days_left() -> list[int]:
    moments = AccountEvent.objects.order_by("at").values_list("at", flat=True)
    return [(timezone.now() - at).days for at in moments]


def test_sign_ins_go_after_as_many_days_as_the_setting_says(
    maya: Membership, settings: Settings
) -> None:
    sign_ins(maya, 61, 59, 1)
    settings.SHOPOPS_KEEP_ACCOUNT_EVENTS = 60 * DAY
    purge_events()
    assert days_left() == [59, 1]


def test_the_oldest_go_first_a_batch_at_a_time(maya: Membership) -> None:
    sign_ins(maya, 80, 90, 70)
    before = timezone.now() - 60 * DAY
    assert [purge_old_events(before=before, batch=2) for _ in range(3)] == [2, 1, 0]


def test_the_database_lets_no_sign_in_go_within_a_month_nor_change(maya: Membership) -> None:
    sign_ins(maya, 29, 31)
    for act in (
        lambda: purge_old_events(before=timezone.now()),
        lambda: connection.cursor().execute("UPDATE accounts_accountevent SET code = 'x'"),
    ):
        with pytest.raises(AppendOnlyRefused), tenant_scope(maya.tenant_id):
            act()
    assert days_left() == [31, 29]


def invited(admin: Membership, name: str, at: datetime) -> Invitation:
    invitation, _ = write_down(
        email=f"{name}@northline.example",
        display_name=name,
        role=Role.REVIEWER,
        author=admin,
        now=at,
    )
    return invitation


def test_invitations_go_some_time_after_they_came_to_their_end(
    shop: Tenant, admin: Membership, settings: Settings
) -> None:
    now = timezone.now()
    invited(admin, "over", now - 14 * DAY)  # good for three days: over eleven days ago
    invited(admin, "open", now)
    revoke(invitation=invited(admin, "revoked", now - 12 * DAY), author=admin, now=now - 9 * DAY)
    revoke(invitation=invited(admin, "gone", now - 12 * DAY), author=admin, now=now - 11 * DAY)
    settings.SHOPOPS_KEEP_INVITATIONS = 10 * DAY
    purge_invitations()
    with tenant_scope(shop.pk):
        left = Invitation.objects.of(shop.pk).order_by("pk")
        assert [one.display_name for one in left] == ["open", "revoked"]


def test_no_more_than_a_batch_goes_at_once(shop: Tenant, admin: Membership) -> None:
    now = timezone.now()
    for name in "abc":
        invited(admin, name, now - 14 * DAY)
    assert [purge_old_invitations(before=now, batch=2) for _ in range(3)] == [2, 1, 0]


def test_beat_does_both() -> None:
    tasks = {entry["task"] for entry in BEAT_SCHEDULE.values()}
    assert {purge_events.name, purge_invitations.name} <= tasks
