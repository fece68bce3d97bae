"""Who was deactivated, or is no admin any more, while their own request waited changes nothing."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.http import Http404
from msgspec.structs import replace

from shopops.acknowledgments.rules import Rules
from shopops.administration.connections.commands import connect
from shopops.administration.members.changing import Standing, change_member, standing_of
from shopops.administration.members.inviting import write_down
from shopops.administration.members.limiting import change_own_limits
from shopops.administration.models import NEITHER_USED_NOR_REVOKED, Invitation
from shopops.administration.replies.settings import change_replies
from shopops.administration.reviewing.settings import change_review
from shopops.administration.ringing.settings import change_ringing
from shopops.administration.suppression.listing import release, suppress
from shopops.administration.thresholds import change_thresholds
from shopops.administration.tokens import create_token
from shopops.agents.thresholds import Thresholds
from shopops.alarms.config import AlarmConfig
from shopops.alarms.roster import put_contact, remove_contact
from shopops.connections.models import Connection
from shopops.connectors.shops import CONNECTORS
from shopops.review.config import ReviewConfig
from shopops.review.delegating import lend
from shopops.setup.renaming import change_shop
from shopops.tenants.access import RoleNotEnough
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from tests.support.pipeline import hire
from tests.support.shop_double import open_shop_double

pytestmark = pytest.mark.django_db
NOW = datetime.now(UTC)
OTHERS = Standing(Role.ADMIN, "Maya", active=True)
Command = Callable[[Membership, Membership], object]  # by whom, about whom

COMMANDS: dict[str, Command] = {
    "invite": lambda eve, _: write_down(
        email="eve@elsewhere.example",
        display_name="Eve",
        role=Role.ADMIN,
        author=eve,
        now=NOW,
    ),
    "role": lambda eve, maya: change_member(
        person=maya, to=OTHERS, seen=standing_of(maya), reason="x", author=eve, now=NOW
    ),
    "own limit": lambda eve, maya: change_own_limits(
        person=maya, limits={"USD": 5}, seen={}, reason="x", author=eve, now=NOW
    ),
    "numbers": lambda eve, _: change_thresholds(
        tenant_id=eve.tenant_id,
        numbers=Thresholds(approval_above_cents={"USD": 10**12}),
        based_on=1,
        reason="x",
        author=eve,
        now=NOW,
    ),
    "review": lambda eve, _: change_review(
        tenant_id=eve.tenant_id,
        config=replace(ReviewConfig(version=0), undo_minutes=99),
        based_on=0,
        reason="x",
        author=eve,
        now=NOW,
    ),
    "token": lambda eve, _: create_token(
        tenant_id=eve.tenant_id, name="t", scopes=[Scope.REVIEW_READ], author=eve, now=NOW
    ),
    "lend": lambda eve, maya: lend(
        giver=hire(eve.tenant, "Per"),
        receiver=maya,
        currency="USD",
        most_minor=100,
        starts_at=NOW,
        ends_at=NOW + timedelta(days=1),
        reason="x",
        author=eve,
        now=NOW,
    ),
    "on call": lambda eve, maya: put_contact(
        person=maya, email="eve@elsewhere.example", step=0, author=eve
    ),
    "off call": lambda eve, maya: remove_contact(
        contact=put_contact(person=maya, email="maya@elsewhere.example", step=0, author=None),
        author=eve,
    ),
    "replies": lambda eve, _: change_replies(
        tenant_id=eve.tenant_id,
        rules=Rules(takes_unproven=True),
        based_on=0,
        reason="x",
        author=eve,
        knowingly=True,
    ),
    "alarms": lambda eve, _: change_ringing(
        tenant_id=eve.tenant_id,
        config=AlarmConfig(version=0, interval_minutes=999),
        based_on=0,
        reason="x",
        author=eve,
    ),
    "suppression": lambda eve, _: suppress(
        addresses=["jo@example.com"], reason="x", author=eve, now=NOW
    ),
    "off the list": lambda eve, _: release(entry_id=0, reason="x", author=eve, now=NOW),
    "shop's name": lambda eve, _: change_shop(
        name="Eve's", timezone=eve.tenant.timezone, author=eve, now=NOW
    ),
    "role, seen before": lambda eve, maya: change_member(
        person=maya, to=OTHERS, seen=OTHERS, reason="x", author=eve, now=NOW
    ),
}


def eve_as_the_door_read_her(shop: Tenant, admin: Membership, then: Standing) -> Membership:
    eve = hire(shop, "Eve", Role.ADMIN)
    seen = Membership.objects.select_related("tenant", "user").get(pk=eve.pk)
    change_member(
        person=eve, to=then, seen=standing_of(eve), reason="it ended", author=admin, now=NOW
    )
    return seen


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_deactivated_admin_s_request_in_flight_does_nothing(
    shop: Tenant, admin: Membership, maya: Membership, command: Command
) -> None:
    left = Standing(Role.ADMIN, "Eve", active=False)
    eve = eve_as_the_door_read_her(shop, admin, left)
    with pytest.raises(Http404):
        command(eve, maya)


def test_who_is_no_admin_any_more_invites_nobody(shop: Tenant, admin: Membership) -> None:
    """After the change: it revoked the invitations that there were."""
    eve = eve_as_the_door_read_her(shop, admin, Standing(Role.REVIEWER, "Eve", active=True))
    with pytest.raises(RoleNotEnough):
        COMMANDS["invite"](eve, eve)
    with tenant_scope(shop.pk):
        assert not Invitation.objects.filter(NEITHER_USED_NOR_REVOKED).exists()


def test_nobody_reactivates_themself_by_a_request_that_waited(
    shop: Tenant, admin: Membership
) -> None:
    left = Standing(Role.ADMIN, "Eve", active=False)
    eve = eve_as_the_door_read_her(shop, admin, left)
    back = Standing(Role.ADMIN, "Eve", active=True)
    with pytest.raises(Http404):
        change_member(person=eve, to=back, seen=left, reason="x", author=eve, now=NOW)
    assert not Membership.objects.get(pk=eve.pk).active


def test_nor_connects_a_shop(shop: Tenant, admin: Membership, tmp_path: Path) -> None:
    eve = eve_as_the_door_read_her(shop, admin, Standing(Role.REVIEWER, "Eve", active=True))
    with open_shop_double(tmp_path) as double, pytest.raises(RoleNotEnough):
        connect(
            author=eve,
            connector=CONNECTORS["generic"],
            title="Own shop",
            settings=double.settings,
            reason="x",
            now=NOW,
        )
    assert not Connection.objects.of(shop.pk).exists()
