"""Maintenance windows: planned, ended early, over."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from shopops.alarms.models import AlarmConfigVersion
from shopops.alarms.ringing.sweep import ring_all
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from tests.support.clock import Clock
from tests.support.pages import signed_in, text_of
from tests.support.ringing import kind_of, mail_server, observe, on_call, set_numbers
from tests.support.ringing_page import address, current, local, versions

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


def plan(client: Client, shop: Tenant, start: datetime, end: datetime, why: str = "Move") -> Any:
    return client.post(
        address(shop, "plan/"), {"start": local(start), "end": local(end), "why": why}
    )


def test_a_maintenance_window_holds_mails_and_ending_it_early_lets_them_go(
    shop: Tenant, admin: Membership, client: Client, clock: Clock
) -> None:
    on_call(shop)
    start = clock.now.replace(second=0)
    assert plan(client, shop, start, start + timedelta(hours=3), "Moving").status_code == 302
    observe(shop, "O-1")
    page = client.get(address(shop))
    assert "silent now" in text_of(page)
    assert "Moving" in text_of(page)
    (window,) = page.context["windows"]
    clock.move(minutes=2)
    with mail_server() as sink:
        ring_all()
        assert sink.mails == []
        ends = {"start": window.start.isoformat(), "end": window.end.isoformat()}
        assert client.post(address(shop, "end/"), ends).status_code == 302
        ring_all()
        assert len(sink.mails) == 1
        again = client.post(address(shop, "end/"), ends)
    assert again.status_code == 409
    assert "is over or was taken away" in text_of(again)
    planned, ended = AlarmConfigVersion.objects.filter(tenant=shop).order_by("version")
    assert (planned.author, planned.reason) == (admin, "Maintenance planned: Moving")
    assert ended.reason == "Maintenance ended early"
    assert len(kind_of(shop, EventKind.SETTINGS)) == 2


def test_a_window_to_come_is_taken_away_and_one_that_is_over_leaves_the_list(
    shop: Tenant, client: Client, clock: Clock
) -> None:
    start = clock.now.replace(second=0) + timedelta(hours=1)
    plan(client, shop, start, start + timedelta(hours=1), "First")
    plan(client, shop, start + timedelta(days=1), start + timedelta(days=2), "Second")
    first, _ = current(shop).maintenance
    ends = {"start": first.start.isoformat(), "end": first.end.isoformat()}
    client.post(address(shop, "end/"), ends)
    assert [one.reason for one in current(shop).maintenance] == ["Second"]
    clock.move(days=3)
    assert "No maintenance is planned" in text_of(client.get(address(shop)))


@pytest.mark.parametrize(
    ("from_now", "until", "why", "words"),
    [
        (2, 1, "x", "ends before it starts"),
        (-3, -2, "x", "is over already"),
        (0, 15 * 24, "x", "14 days at most"),
        (0, 1, "", "Say why"),
    ],
)
def test_a_window_that_cannot_be_is_refused(
    shop: Tenant, client: Client, clock: Clock, from_now: int, until: int, why: str, words: str
) -> None:
    start, end = (clock.now + timedelta(hours=hours) for hours in (from_now, until))
    answer = plan(client, shop, start, end, why)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert versions(shop) == 0


@pytest.mark.parametrize(
    "form", [{}, {"start": "x", "end": "y"}, {"start": "2026-03-01T10:00", "end": "2026-03-01"}]
)
def test_what_names_no_window_ends_none(shop: Tenant, client: Client, form: Any) -> None:
    answer = client.post(address(shop, "end/"), form)
    assert answer.status_code == 422
    assert versions(shop) == 0


def test_the_window_is_typed_on_the_shops_own_clock(shop: Tenant, client: Client) -> None:
    set_numbers(shop, timezone="America/Chicago")
    start = datetime(2099, 7, 1, 10, 0, tzinfo=UTC)
    plan(client, shop, start, start + timedelta(hours=2))
    (window,) = current(shop).maintenance
    assert window.start.astimezone(UTC).hour == 15


def test_the_command_plans_maintenance_and_ends_it(shop: Tenant, clock: Clock) -> None:
    end = local(clock.now + timedelta(hours=2))
    call_command("maintenance", "--tenant", shop.slug, "--end", end, "--why", "Move")
    assert len(current(shop).maintenance) == 1
    clock.move(minutes=5)
    call_command("maintenance", "--tenant", shop.slug, "--end-now")
    assert all(one.end <= clock.now for one in current(shop).maintenance)
    with pytest.raises(CommandError, match="Say why"):
        call_command("maintenance", "--tenant", shop.slug, "--end", end)
