"""What the mail and the page say about a step that was not carried out."""

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from django.urls import reverse

from shopops.alarms.identity import Obligation
from shopops.alarms.models import AlarmItem, RingMail
from shopops.alarms.ringing.sweep import ring_all
from shopops.outbox.models import Effect
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.pages import text_of
from tests.support.ringing import mail_server, on_call
from tests.support.shop_double import Fault

pytestmark = pytest.mark.django_db(transaction=True)
SITE = "http://127.0.0.1:8000"


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        made.approve(ORDER, REFUND)
        made.shop.fail("/refunds", Fault.REFUSE)
        made.run()
        yield made


def _page_of(effect: Effect) -> str:
    return reverse("execution:one", args=["store_northline", effect.pk])


def _mailed(shop: Carrying, language: str) -> list[str]:
    """Its text and HTML, with single spaces."""
    rae = on_call(shop.room.shop, "Rae")
    rae.user.language = language
    rae.user.save()
    AlarmItem.objects.exclude(obligation=Obligation.EXECUTION).update(send_at=None)
    with mail_server():
        ring_all()
    parsed = message_from_bytes(bytes(RingMail.objects.get().message or b""), policy=default)
    parts = [parsed.get_body((kind,)) for kind in ("plain", "html")]
    return [str(parsed["subject"]), *(" ".join(str(p.get_content()).split()) for p in parts if p)]


def test_the_mail_says_which_step_why_and_where_and_what_ends_it(shop: Carrying) -> None:
    subject, *bodies = _mailed(shop, "en")
    assert subject == "Order 1001: Refund 129.00 USD was not carried out"
    assert len(bodies) == 2
    for body in bodies:
        assert "Order 1001: Refund 129.00 USD was not carried out" in body
        assert "What the shop answered stands on the step’s page. Open for" in body
        assert f"{SITE}{_page_of(shop.effect())}" in body
        assert "until somebody tries the step again, marks it as done or gives it up." in body
        assert "The shop does not do this" not in body  # its own words may be of a customer
        assert "until the order is decided" not in body


def test_the_mail_says_it_in_german_to_whoever_reads_german(shop: Carrying) -> None:
    subject, *bodies = _mailed(shop, "de")
    assert subject == "Bestellung 1001: Erstattung 129,00 USD wurde nicht ausgeführt"
    for body in bodies:
        assert "bis jemand den Schritt noch einmal versucht" in body


def test_the_alarm_s_page_says_the_same_and_leads_to_the_step(shop: Carrying) -> None:
    item = AlarmItem.objects.get(obligation=Obligation.EXECUTION)
    page = shop.room.client("Maya").get(f"/t/{shop.room.shop.slug}/alarms/{item.pk}/")
    assert f'href="{_page_of(shop.effect())}"' in page.content.decode()
    said = text_of(page)
    assert "Refund 129.00 USD failed The shop says: The shop does not do this." in said
    assert "It rings until somebody tries the step again, marks it as done or gives it up." in said
