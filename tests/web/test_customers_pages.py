"""What a customer does by the links of a mail: without signing in, once, never as a decision."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace
from pytest_django import Settings

from shopops.choosing.words import WORDS
from shopops.connectors.models import SuppliedFact, Suppressed
from shopops.connectors.suppression import is_suppressed
from shopops.execution.purging import purge_due
from shopops.guards.redaction import HIDDEN, redacted
from shopops.outreach.links import CHOOSE, LEAVE, link_to, read_link
from shopops.review.detail.page import detail_of
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER
from tests.support.smtp_sink import Sink, smtp_sink

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SITE = "http://testserver"


@pytest.fixture
def sink(settings: Settings) -> Iterator[Sink]:
    settings.SHOPOPS_SITE_URL = SITE
    with smtp_sink() as running:
        settings.SHOPOPS_SMTP_URL = running.url
        yield running


@pytest.fixture
def shop(tmp_path: Path, clock: Clock, sink: Sink) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        made.approve(ORDER, MAIL)
        assert made.run().succeeded == 1
        yield made


def link_in(sink: Sink, what: str) -> str:
    text = sink.mails[-1].mail.get_content()
    found = re.search(rf"{SITE}(/{what}/\S+)", text)
    assert found is not None, text
    return found[1]


def told(shop: Carrying) -> list[Any]:
    with tenant_scope(shop.room.shop.pk):
        return list(SuppliedFact.objects.values_list("name", "value", "supplied_by"))


def test_looking_at_the_page_changes_nothing_and_shows_nobody_s_data(
    shop: Carrying, sink: Sink
) -> None:
    page = Client().get(link_in(sink, CHOOSE))
    said = page.content.decode()
    assert page.status_code == 200
    assert "Order 1001" in said
    assert "Send the goods again" in said
    assert "Store Northline · Order 1001" in said
    assert "(129.00 USD)</button>" in said
    assert not re.search(r"Inés|Halloran|ines@|Halifax", said)
    assert not page.cookies
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert told(shop) == []


def test_the_choice_is_a_claim_that_a_reviewer_sees_preselected_and_nothing_is_approved(
    shop: Carrying, sink: Sink
) -> None:
    before, link = shop.room.proposal(ORDER), link_in(sink, CHOOSE)
    answered = Client(enforce_csrf_checks=True).post(link, {"choice": "choice_refund"}, follow=True)
    assert "You would like a refund." in answered.content.decode()
    assert told(shop) == [("customer_choice", "choice_refund", None)]
    now = shop.room.proposal(ORDER)
    assert now.revision == before.revision + 1
    assert now.review_status == "pending"
    with tenant_scope(shop.room.shop.pk):
        detail = detail_of(shop.room.shop.pk, now.pk, timezone.now())
    wish = detail.pack.fields["customer_choice"]
    assert wish.value == "choice_refund"
    assert wish.evidence_ids[0] in detail.pack.evidence
    [remedies] = detail.proposed.choices
    assert [one.short for one in remedies.options if one.checked] == [remedies.options[1].short]


def test_asking_is_named_where_it_is_chosen_and_the_list_says_that_the_customer_answered(
    shop: Carrying, sink: Sink
) -> None:
    client, queue = shop.room.client("Maya"), shop.room.url("review/")
    before = client.get(queue).content.decode()
    assert "customer answered" not in before
    Client().post(link_in(sink, CHOOSE), {"choice": "choice_refund"})
    assert "customer answered" in client.get(queue).content.decode()
    order = client.get(shop.room.page_of(ORDER)).content.decode()
    assert "Neither: ask the customer which they want" in order


def test_it_is_good_once_and_a_second_answer_changes_nothing(shop: Carrying, sink: Sink) -> None:
    link, client = link_in(sink, CHOOSE), Client()
    client.post(link, {"choice": "choice_reship"})
    again = client.post(link, {"choice": "choice_refund"})
    assert "You would like the goods to be sent again." in again.content.decode()
    assert told(shop) == [("customer_choice", "choice_reship", None)]


def test_what_was_not_offered_is_not_taken(shop: Carrying, sink: Sink) -> None:
    assert Client().post(link_in(sink, CHOOSE), {"choice": "damaged"}).status_code == 422
    assert told(shop) == []


def test_a_link_that_is_over_forged_or_for_something_else_leads_nowhere(
    shop: Carrying, sink: Sink
) -> None:
    token = link_in(sink, CHOOSE).split("/")[2]
    whose = read_link(CHOOSE, token)
    assert whose is not None
    late = replace(whose, until=timezone.now() - timedelta(seconds=1))
    client = Client()
    gone = client.post(link_to(CHOOSE, late)[len(SITE) :], {"choice": "choice_refund"})
    assert gone.status_code == 410
    assert client.post(f"/{LEAVE}/{token}/").status_code == 404
    assert client.get(f"/{CHOOSE}/{token[:-2]}/").status_code == 404
    other = replace(whose, tenant_id=whose.tenant_id + 1)
    assert client.get(link_to(CHOOSE, other)[len(SITE) :]).status_code == 404
    assert told(shop) == []
    assert not Suppressed.objects.of(shop.room.shop.pk).exists()


def test_one_click_takes_the_address_off_and_looking_does_not(shop: Carrying, sink: Sink) -> None:
    """RFC 8058: the mail program posts by itself, without cookies and without a form's secret."""
    token = link_in(sink, CHOOSE).split("/")[2]
    whose = read_link(CHOOSE, token)
    assert whose is not None
    link, tenant_id = link_to(LEAVE, whose)[len(SITE) :], shop.room.shop.pk
    client = Client(enforce_csrf_checks=True)
    assert WORDS["en"].leave in client.get(link).content.decode()
    before = shop.room.client("Maya").get(shop.room.page_of(ORDER)).content.decode()
    assert "asked for no more mail" not in before
    with tenant_scope(tenant_id):
        assert not is_suppressed(tenant_id, "ines@example.com")
    for _ in range(2):
        assert client.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    again = client.get(link).content.decode()
    assert WORDS["en"].left in again
    assert "<button" not in again
    order = shop.room.client("Maya").get(shop.room.page_of(ORDER)).content.decode()
    assert "The customer asked for no more mail on" in order
    with tenant_scope(tenant_id):
        assert is_suppressed(tenant_id, "INES@example.com")
        [entry] = Suppressed.objects.of(tenant_id)
    assert (entry.added_by, entry.shown) == (None, "i…@example.com")
    admin = shop.room.client("Ada", Role.ADMIN)
    assert "the customer" in admin.get(shop.room.url("settings/suppression/")).content.decode()
    said = "The customer put 1 address on the suppression list"
    assert said in admin.get(shop.room.url("ledger/")).content.decode()
    assert said in admin.get(shop.room.url("audit/")).content.decode()


@pytest.mark.parametrize("kept", [True, False])
def test_a_link_outlives_the_bytes_of_its_mail_and_the_secret_while_that_is_kept(
    shop: Carrying, sink: Sink, clock: Clock, settings: Settings, kept: bool
) -> None:
    whose = read_link(CHOOSE, link_in(sink, CHOOSE).split("/")[2])
    assert whose is not None
    tenant_id = shop.room.shop.pk
    clock.move(days=31)
    assert shop.effect().pk == whose.effect_id
    assert purge_due(tenant_id=tenant_id) == 1
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if kept else []
    settings.SECRET_KEY = "another secret key, of more than fifty characters, so that it may be one"
    settings.SHOPOPS_MAIL_FROM = "shop@another-domain.example"
    answer = Client().post(link_to(LEAVE, whose)[len(SITE) :])
    said = WORDS["en"].left if kept else WORDS["en"].over_then
    assert (answer.status_code, said in answer.content.decode()) == (200 if kept else 410, True)
    with tenant_scope(tenant_id):
        assert is_suppressed(tenant_id, "ines@example.com") is kept


@pytest.mark.parametrize("language", WORDS)
def test_the_page_speaks_the_language_of_the_mail(
    shop: Carrying, sink: Sink, language: str
) -> None:
    whose = read_link(CHOOSE, link_in(sink, CHOOSE).split("/")[2])
    assert whose is not None
    page = Client().get(link_to(CHOOSE, replace(whose, language=language))[len(SITE) :])
    said = page.content.decode()
    assert f'<html lang="{language}">' in said
    assert WORDS[language].choose in said


def test_the_link_stands_in_no_log(shop: Carrying, sink: Sink) -> None:
    link = link_in(sink, CHOOSE)
    assert redacted(f"Gone: {link}") == f"Gone: /{CHOOSE}/{HIDDEN}/"
    assert redacted(f"/{LEAVE}/x~y/") == f"/{LEAVE}/{HIDDEN}/"
