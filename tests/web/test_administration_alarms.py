"""The page on which an admin sets how alarms ring."""

from datetime import UTC, datetime
from threading import Barrier

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from msgspec.structs import replace

from shopops.administration.refusals import VersionMoved
from shopops.administration.ringing.settings import change_ringing
from shopops.alarms.config import AlarmConfig, EscalationStep
from shopops.alarms.models import AlarmConfigVersion
from shopops.alarms.ringing.sweep import ring_all
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from tests.support.clock import Clock
from tests.support.pages import signed_in, text_of
from tests.support.ringing import (
    assert_projection_agrees,
    kind_of,
    mail_server,
    observe,
    on_call,
    set_numbers,
)
from tests.support.ringing_page import address, current, filled, save, sent_by, versions
from tests.support.threads import beside

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


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


def test_the_page_shows_every_version_with_its_changes(shop: Tenant, client: Client) -> None:
    save(client, shop, interval_minutes="30", quiet_start="22:00", quiet_end="07:00")
    words = text_of(client.get(address(shop)))
    assert "Version 1 · Ada" in words
    assert "Ring again every: 1 h → 30 min" in words
    assert "Quiet hours: none → 22:00–07:00" in words


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
