"""What the page of the alarm settings says would happen, before anything is saved."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from shopops.alarms.config import EscalationStep
from shopops.alarms.ringing.sweep import ring_all
from shopops.tenants.models import Role, Tenant
from tests.support.clock import Clock
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire
from tests.support.ringing import mail_server, observe, on_call, set_numbers
from tests.support.ringing_page import address, save, versions

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(shop: Tenant) -> Client:
    return signed_in(hire(shop, "Ada", Role.ADMIN))


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


@pytest.mark.slow
def test_a_draft_that_cannot_be_is_said_in_the_preview(shop: Tenant, client: Client) -> None:
    answer = save(client, shop, snooze_default_minutes="2000", preview="yes")
    assert answer.status_code == 200
    assert "not with these settings" in text_of(answer)


def test_with_nobody_on_call_the_page_says_so_in_red(shop: Tenant, client: Client) -> None:
    assert "Nobody reachable can be told" in text_of(client.get(address(shop)))
