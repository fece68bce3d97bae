"""The page on which an admin sets how alarms ring."""

from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from shopops.administration.refusals import VersionMoved
from shopops.administration.ringing.settings import change_ringing
from shopops.alarms import numbers
from shopops.alarms.config import AlarmConfig, EscalationStep
from shopops.alarms.models import AlarmConfigVersion
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.pages import text_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import (
    assert_projection_agrees,
    kind_of,
    mail_server,
    observe,
    on_call,
    set_numbers,
)
from tests.support.threads import beside

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


@pytest.fixture
def admin(shop: Tenant) -> Membership:
    return hire(shop, "Ada", Role.ADMIN)


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


def signed_in(member: Membership) -> Client:
    client = Client()
    client.force_login(member.user)
    return client


def address(shop: Tenant, path: str = "") -> str:
    return f"/t/{shop.slug}/settings/alarms/{path}"


def current(shop: Tenant) -> AlarmConfig:
    with tenant_scope(shop.pk):
        return numbers.current(shop.pk)


def versions(shop: Tenant) -> int:
    return AlarmConfigVersion.objects.filter(tenant=shop).count()


def filled(client: Client, shop: Tenant, **typed: Any) -> dict[str, Any]:
    """What a browser would send when only `typed` was changed on the page."""
    page = client.get(address(shop))
    assert page.status_code == 200, page.content
    return sent_by(page) | {"reason": "Peak season"} | typed


def sent_by(page: Any) -> dict[str, Any]:
    forms = (page.context["typed"], page.context["steps"].management_form, *page.context["steps"])
    values = {field.html_name: field.value() for form in forms for field in form}
    return {name: value for name, value in values.items() if value is not None}


def save(client: Client, shop: Tenant, **typed: Any) -> Any:
    return client.post(address(shop), filled(client, shop, **typed))


def local(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M")


def plan(client: Client, shop: Tenant, start: datetime, end: datetime, why: str = "Move") -> Any:
    return client.post(
        address(shop, "plan/"), {"start": local(start), "end": local(end), "why": why}
    )


def test_a_save_makes_a_version_with_who_and_why_and_a_ledger_row(
    shop: Tenant, admin: Membership, client: Client
) -> None:
    assert save(client, shop, interval_minutes="30").status_code == 302
    assert save(client, shop, interval_minutes="20", reason="Sale").status_code == 302
    first, second = AlarmConfigVersion.objects.filter(tenant=shop).order_by("version")
    assert (first.body["interval_minutes"], second.body["interval_minutes"]) == (30, 20)
    assert (second.version, second.author, second.reason) == (2, admin, "Sale")
    event = kind_of(shop, EventKind.SETTINGS)[-1]
    assert (event["of"], event["version"]) == ("alarms", 2)
    assert event["changed"] == ["interval_minutes"]
    assert event["author"] == bytes(admin.identity_key).hex()


def test_everything_that_the_page_shows_is_saved_and_the_rest_stays(
    shop: Tenant, client: Client
) -> None:
    set_numbers(shop, backoff_minutes=(3, 7))
    typed = {
        "ring_after_minutes": "0",
        "snooze_default_minutes": "15",
        "snooze_max_minutes": "60",
        "hand_off_max_minutes": "120",
        "quiet_start": "22:00",
        "quiet_end": "07:00",
        "timezone": "Europe/Berlin",
        "form-0-rings": "3",
        "form-1-step": "5",
        "form-2-step": "",
        "form-2-rings": "",
    }
    assert save(client, shop, **typed).status_code == 302
    found = current(shop)
    assert (found.ring_after_minutes, found.snooze_max_minutes) == (0, 60)
    assert (str(found.quiet_hours.start), found.timezone) == ("22:00:00", "Europe/Berlin")
    assert found.escalation == (
        EscalationStep(step=0, rings=3),
        EscalationStep(step=5, rings=2),
    )
    assert found.backoff_minutes == (3, 7)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"interval_minutes": "0"}, "greater than or equal to 1"),
        ({"interval_minutes": "43201"}, "less than or equal to 43200"),
        ({"snooze_default_minutes": "2000"}, "longer than the longest one"),
        ({"quiet_start": "22:00"}, "need a start and an end"),
        ({"quiet_start": "22:00", "quiet_end": "22:00"}, "never or always quiet"),
        ({"timezone": "Mars/Base"}, "Mars/Base"),
        ({"form-0-rings": ""}, "needs both"),
        ({"form-1-step": "0"}, "Step 0 follows itself"),
        (
            {f"form-{row}-{name}": "" for row in range(3) for name in ("step", "rings")},
            "Somebody must be rung first",
        ),
        ({"reason": " "}, "Say why"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason_and_nothing_typed_is_lost(
    shop: Tenant, client: Client, typed: dict[str, str], words: str
) -> None:
    answer = save(client, shop, **{"hand_off_max_minutes": "77"} | typed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert 'name="hand_off_max_minutes" value="77"' in answer.content.decode()
    assert versions(shop) == 0


def test_saving_without_a_change_makes_no_version(shop: Tenant, client: Client) -> None:
    answer = save(client, shop)
    assert answer.status_code == 422
    assert "Nothing differs" in text_of(answer)
    assert versions(shop) == 0


def test_a_form_filled_before_somebody_else_saved_is_refused(shop: Tenant, client: Client) -> None:
    late = filled(client, shop, interval_minutes="5")
    save(client, shop, interval_minutes="30")
    answer = client.post(address(shop), late)
    assert answer.status_code == 409
    assert "Somebody saved other settings" in text_of(answer)
    assert current(shop).interval_minutes == 30


def test_what_was_typed_is_filled_in_again_on_top_of_what_somebody_else_saved(
    shop: Tenant, client: Client
) -> None:
    on_call(shop)
    late = filled(client, shop, interval_minutes="5")
    save(client, shop, hand_off_max_minutes="77", reason="Other")
    moved = client.post(address(shop), late)
    assert "again every 5 min" in text_of(moved)
    assert client.post(address(shop), sent_by(moved)).status_code == 302
    found = current(shop)
    assert (found.interval_minutes, found.hand_off_max_minutes, found.version) == (5, 77, 2)


def test_what_does_not_go_together_with_theirs_is_typed_anew(shop: Tenant, client: Client) -> None:
    late = filled(client, shop, snooze_default_minutes="1000")
    save(client, shop, snooze_default_minutes="60", snooze_max_minutes="60", reason="Other")
    moved = client.post(address(shop), late)
    assert moved.status_code == 409
    assert "does not go together" in text_of(moved)
    assert sent_by(moved)["snooze_default_minutes"] == 60


def test_a_shorter_interval_applies_to_an_alarm_that_rings_already(
    shop: Tenant, client: Client, clock: Clock
) -> None:
    on_call(shop)
    (item,) = observe(shop, "O-1")
    with mail_server() as sink:
        ring_all()
        clock.move(minutes=12)
        ring_all()
        assert len(sink.mails) == 1
        save(client, shop, interval_minutes="10")
        assert_projection_agrees(item)
        ring_all()
        assert len(sink.mails) == 2


def test_the_preview_says_and_draws_what_would_happen_and_saves_nothing(
    shop: Tenant, client: Client, clock: Clock
) -> None:
    clock.set(datetime(2026, 3, 3, 12, tzinfo=UTC))
    on_call(shop, "Maya")
    on_call(shop, "Jonas", step=1)
    typed = {
        "interval_minutes": "30",
        "form-0-rings": "3",
        "quiet_start": "22:00",
        "quiet_end": "07:00",
        "timezone": "Europe/Berlin",
        "reason": "",
        "preview": "yes",
    }
    answer = save(client, shop, **typed)
    assert answer.status_code == 200
    words = text_of(answer)
    assert "not saved yet" in words
    assert "rings Maya at once" in words
    assert "again every 30 min" in words
    assert "After 3 rings without an answer: Jonas" in words
    assert "Silent 22:00–07:00 Europe/Berlin" in words
    assert "escalation pauses" in words
    rings = [
        (ring.name, timezone.localtime(ring.at, UTC).strftime("%H:%M"))
        for ring in answer.context["rings"]
    ]
    assert rings[:4] == [
        ("Maya", "12:00"),
        ("Maya", "12:30"),
        ("Maya", "13:00"),
        ("Jonas", "13:30"),
    ]
    assert b'class="quiet"' in answer.content
    assert versions(shop) == 0


def test_the_preview_rings_when_the_real_sweep_does(
    shop: Tenant, client: Client, clock: Clock
) -> None:
    """The picture is no second opinion: mails go out at its moments, to its people."""
    set_numbers(
        shop,
        interval_minutes=45,
        escalation=(EscalationStep(step=0, rings=2), EscalationStep(step=1, rings=1)),
    )
    for name, step in (("Maya", 0), ("Per", 0), ("Jonas", 1)):
        on_call(shop, name, step=step)
    foreseen = client.get(address(shop)).context["rings"][:6]
    observe(shop, "O-1")
    with mail_server() as sink:
        for ring in foreseen:
            clock.set(ring.at)
            ring_all()
        clock.move(minutes=44)
        ring_all()
        told = [mail.recipient.partition("@")[0] for mail in sink.mails]
    assert told == [ring.name.lower() for ring in foreseen]
    assert told == ["maya", "per", "jonas", "jonas", "jonas", "jonas"]


def test_a_draft_that_cannot_be_is_said_in_the_preview(shop: Tenant, client: Client) -> None:
    answer = save(client, shop, snooze_default_minutes="2000", preview="yes")
    assert answer.status_code == 200
    assert "not with these settings" in text_of(answer)


def test_with_nobody_on_call_the_page_says_so_in_red(shop: Tenant, client: Client) -> None:
    assert "Nobody reachable can be told" in text_of(client.get(address(shop)))


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


def test_the_page_shows_every_version_with_its_changes(shop: Tenant, client: Client) -> None:
    save(client, shop, interval_minutes="30", quiet_start="22:00", quiet_end="07:00")
    words = text_of(client.get(address(shop)))
    assert "Version 1 · Ada" in words
    assert "Ring again every: 1 h → 30 min" in words
    assert "Quiet hours: none → 22:00–07:00" in words


@pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER])
def test_only_an_admin_may_read_or_change_them(shop: Tenant, role: Role) -> None:
    client = signed_in(hire(shop, "Vera", role))
    assert client.get(address(shop)).status_code == 403
    for path in ("", "plan/", "end/"):
        assert client.post(address(shop, path), {}).status_code == 403
    assert client.post(address(shop), {"preview": "yes"}).status_code == 403


def test_another_shops_settings_look_nonexistent(shop: Tenant, client: Client) -> None:
    other = open_shop("store_southline")
    for path in ("", "plan/", "end/"):
        theirs = client.post(address(other, path), {})
        never = client.post(f"/t/never_was/settings/alarms/{path}", {})
        assert theirs.status_code == never.status_code == 404
    assert client.get(address(other)).status_code == 404
    assert versions(other) == 0


def test_who_is_not_signed_in_is_led_to_the_sign_in(shop: Tenant) -> None:
    assert Client().get(address(shop))["Location"].startswith("/sign-in/")


def test_the_command_saves_through_the_same_function(shop: Tenant) -> None:
    call_command(
        "alarm_settings",
        "--tenant",
        shop.slug,
        "--set",
        "interval_minutes=30",
        "--set",
        "timezone=Europe/Berlin",
        "--reason",
        "Peak season",
    )
    assert (current(shop).interval_minutes, current(shop).timezone) == (30, "Europe/Berlin")
    (event,) = kind_of(shop, EventKind.SETTINGS)
    assert event["author"] is None
    for wrong in ("interval_minutes=0", "interval=3", "version=9"):
        with pytest.raises(CommandError):
            call_command("alarm_settings", "--tenant", shop.slug, "--set", wrong, "--reason", "x")
    assert versions(shop) == 1


def test_the_command_plans_maintenance_and_ends_it(shop: Tenant, clock: Clock) -> None:
    end = local(clock.now + timedelta(hours=2))
    call_command("maintenance", "--tenant", shop.slug, "--end", end, "--why", "Move")
    assert len(current(shop).maintenance) == 1
    clock.move(minutes=5)
    call_command("maintenance", "--tenant", shop.slug, "--end-now")
    assert all(one.end <= clock.now for one in current(shop).maintenance)
    with pytest.raises(CommandError, match="Say why"):
        call_command("maintenance", "--tenant", shop.slug, "--end", end)


def test_the_ring_state_is_untouched_by_quiet_hours(
    shop: Tenant, client: Client, clock: Clock
) -> None:
    """They hold the mail, not the item: it stays due."""
    clock.set(datetime(2026, 3, 3, 23, tzinfo=UTC))
    on_call(shop)
    save(client, shop, quiet_start="22:00", quiet_end="07:00", timezone="UTC")
    (item,) = observe(shop, "O-1")
    item.refresh_from_db()
    assert item.status == AlarmStatus.DUE_NEW
    assert item.send_at == datetime(2026, 3, 4, 7, tzinfo=UTC)


def test_of_two_who_save_at_once_one_wins_and_the_other_is_told(shop: Tenant) -> None:
    barrier = Barrier(2)

    def save_at_once(minutes: int) -> str:
        config = replace(AlarmConfig(), interval_minutes=minutes)
        barrier.wait(10)
        try:
            change_ringing(tenant_id=shop.pk, config=config, based_on=0, reason="x", author=None)
        except VersionMoved:
            return "moved"
        return "saved"

    with beside(lambda: save_at_once(10)) as one, beside(lambda: save_at_once(20)) as other:
        outcomes = sorted((one.result(20), other.result(20)))
    assert outcomes == ["moved", "saved"]
    assert versions(shop) == 1
