"""An admin answers what customers ask about their data, and what was erased opens everywhere."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shopops.connectors.models import ErasedObject, SourceRecord
from shopops.ledger import EventKind
from shopops.privacy.models import PrivacyRequest, RequestKind
from shopops.review.models import Decision
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import Deciding
from tests.support.erasing import ORDER, OTHER, SECRET, WHY, decided
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing
from tests.support.signing_in import proven

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DAY = timedelta(days=1)


@pytest.fixture
def room() -> Reviewing:
    return decided(now=timezone.now() - DAY)


@pytest.fixture
def ada(room: Reviewing) -> Client:
    return proven(room.client("Ada", Role.ADMIN))


def asked(room: Reviewing, kind: RequestKind, *orders: str, due: timedelta = 20 * DAY) -> int:
    now = timezone.now()
    made = PrivacyRequest.objects.create(
        tenant=room.shop, kind=kind, orders=orders or [ORDER], received_at=now, due_at=now + due
    )
    return made.pk


def address(room: Reviewing, request: int, way: str = "") -> str:
    return room.url(f"settings/privacy/{request}/{way}")


def erase_on_page(room: Reviewing, ada: Client, request: int) -> Any:
    return ada.post(address(room, request, "erase/"), {"erase-reason": WHY, **seen(room, request)})


def seen(room: Reviewing, request: int) -> dict[str, str]:
    """What the page says of the orders that it shows; nothing where there is nothing to erase."""
    page = proven(room.client("Ada", Role.ADMIN)).get(address(room, request)).content.decode()
    return dict(re.findall(r'name="(erase-seen)" value="([0-9a-f]*)"', page))


def test_without_a_request_the_page_says_where_they_come_from(room: Reviewing, ada: Client) -> None:
    said = text_of(ada.get(room.url("settings/privacy/")))
    assert "Nobody asks for anything" in said
    assert "show up here by themselves" in said


def test_an_open_request_says_what_is_asked_and_until_when(room: Reviewing, ada: Client) -> None:
    asked(room, RequestKind.ERASE_CUSTOMER, due=-DAY)
    said = text_of(ada.get(room.url("settings/privacy/")))
    assert "A customer wants to be erased." in said
    assert "overdue" in said
    assert ORDER in said


@pytest.mark.parametrize(("due", "seen"), [(-DAY, True), (6 * DAY, True), (8 * DAY, False)])
def test_what_is_due_within_a_week_is_seen_on_every_page_of_an_admin(
    room: Reviewing, ada: Client, due: timedelta, seen: bool
) -> None:
    asked(room, RequestKind.ACCESS, due=due)
    queue = room.url("review/")
    assert ("settings/privacy/" in ada.get(queue).content.decode()) is seen
    assert "settings/privacy/" not in room.client("Maya").get(queue).content.decode()


def test_a_request_says_what_is_kept_of_each_order(room: Reviewing, ada: Client) -> None:
    said = text_of(ada.get(address(room, asked(room, RequestKind.ERASE_CUSTOMER))))
    assert "records of the order and its parcels" in said
    assert "reasons and questions of reviewers" in said


def test_what_is_in_the_way_is_said_with_a_way_to_it() -> None:
    room = reviewing([ORDER])
    ada = proven(room.client("Ada", Role.ADMIN))
    page = ada.get(address(room, asked(room, RequestKind.ERASE_CUSTOMER)))
    assert "waits for a decision" in text_of(page)
    assert room.page_of(ORDER) in page.content.decode()
    assert 'name="erase-reason"' not in page.content.decode()


def test_an_admin_erases_and_the_request_is_settled(room: Reviewing, ada: Client) -> None:
    request = asked(room, RequestKind.ERASE_CUSTOMER)
    assert erase_on_page(room, ada, request).status_code == 302
    assert not SourceRecord.objects.filter(tenant=room.shop, external_id=ORDER).exists()
    said = text_of(ada.get(address(room, request)))
    assert "It was erased." in said
    assert WHY in said


def test_who_has_not_proven_lately_who_they_are_is_asked_first(room: Reviewing) -> None:
    answer = erase_on_page(room, room.client("Ada", Role.ADMIN), asked(room, RequestKind.ACCESS))
    assert answer.status_code == 422  # a request for what is kept erases nothing
    request = asked(room, RequestKind.ERASE_CUSTOMER)
    assert erase_on_page(room, room.client("Ada"), request).status_code in (302, 403)
    assert SourceRecord.objects.filter(tenant=room.shop, external_id=ORDER).exists()


def test_an_order_that_waits_by_now_is_refused_with_its_code(ada: Client, room: Reviewing) -> None:
    request = asked(room, RequestKind.ERASE_CUSTOMER, "O-1011")
    shown = seen(room, request)
    room.resolve("O-1011")
    answer = ada.post(address(room, request, "erase/"), {"erase-reason": WHY, **shown})
    assert answer.status_code == 409
    assert "order_waits" in answer.content.decode()


def test_an_order_that_came_since_the_page_was_shown_is_not_erased_unseen(
    ada: Client, room: Reviewing
) -> None:
    request = asked(room, RequestKind.ERASE_CUSTOMER)
    shown = seen(room, request)
    PrivacyRequest.objects.filter(pk=request).update(orders=[ORDER, OTHER])
    answer = ada.post(address(room, request, "erase/"), {"erase-reason": WHY, **shown})
    assert answer.status_code == 409
    assert "orders_changed" in answer.content.decode()
    assert WHY in answer.content.decode()
    assert SourceRecord.objects.filter(tenant=room.shop, external_id=ORDER).exists()
    assert erase_on_page(room, ada, request).status_code == 302


def test_what_is_kept_is_downloaded_and_that_stands_on_the_ledger(
    room: Reviewing, ada: Client
) -> None:
    answer = ada.post(address(room, asked(room, RequestKind.ACCESS), "download/"))
    told = json.loads(answer.content)["orders"][0]
    assert told["order"] == ORDER
    assert told["reasons"] == [SECRET]
    assert told["records"][0]["record"]["id"] == ORDER
    assert told["supplied"][0]["value"] == "ann@home.example"
    with tenant_scope(room.shop.pk):
        [export] = bodies_of_kind(room.shop.pk, EventKind.EXPORT)
    assert (export["of"], export["orders"]) == ("customer", 1)
    said = text_of(room.client().get(room.url("ledger/")))
    assert "what is kept of 1 order for its customer" in said


@pytest.mark.parametrize(
    ("way", "outcome"), [("given", "done"), ("without", "without"), ("", "without")]
)
def test_a_request_is_settled_with_a_reason(
    room: Reviewing, ada: Client, way: str, outcome: str
) -> None:
    request = asked(room, RequestKind.ACCESS)
    assert ada.post(address(room, request, "settle/"), {"as": way}).status_code == 422
    sent = {"as": way, "answer-reason": WHY}
    assert ada.post(address(room, request, "settle/"), sent).status_code == 302
    row = PrivacyRequest.objects.get(pk=request)
    assert (row.outcome, row.reason) == (outcome, WHY)
    assert ada.post(address(room, request, "settle/"), sent).status_code == 409


def test_a_request_by_phone_is_opened_by_the_orders_number(room: Reviewing, ada: Client) -> None:
    page = room.url("settings/privacy/")
    number = room.proposal(ORDER).order_number.lower()
    sent = {"number": f" {number} ", "kind": "erase_customer"}
    answer = ada.post(page, sent)
    assert answer.status_code == 302, text_of(answer)
    [request] = PrivacyRequest.objects.of(room.shop.pk)
    assert answer["Location"] == address(room, request.pk)
    assert request.orders == [ORDER]
    refused = ada.post(page, {**sent, "number": "O-9"})
    assert refused.status_code == 422
    assert "no order of this number" in text_of(refused)


def test_another_shops_request_looks_like_one_that_never_was(room: Reviewing, ada: Client) -> None:
    other = reviewing([ORDER], slug="harbor")
    request = asked(other, RequestKind.ERASE_CUSTOMER)
    answers = [
        ada.get(address(room, request)).status_code,
        erase_on_page(room, ada, request).status_code,
        ada.post(address(room, request, "download/")).status_code,
    ]
    assert answers == [404, 404, 404]
    with tenant_scope(other.shop.pk):
        assert not ErasedObject.objects.filter(tenant=other.shop).exists()


@pytest.mark.slow
def test_every_page_of_an_erased_order_still_opens(room: Reviewing, ada: Client) -> None:
    request = asked(room, RequestKind.ERASE_CUSTOMER)
    proposal = room.proposal(ORDER)
    with tenant_scope(room.shop.pk):
        decision = Decision.objects.of(room.shop.pk).filter(proposal=proposal).get().pk
    name = room.oms.orders[ORDER].customer.name
    erase_on_page(room, ada, request)
    receipt = room.url(f"review/decisions/{decision}/receipt/")
    evidence = f"{room.page_of(ORDER)}evidence/?id=oms:order_total"
    pages = {
        one: ada.get(one)
        for one in (
            room.page_of(ORDER),
            evidence,
            receipt,
            f"{receipt}?format=json",
            room.url("executions/"),
            room.url(f"ledger/?order={ORDER}"),
            room.url("audit/"),
            room.url("review/"),
            room.url("alarms/"),
            room.url("dashboard/"),
            f"{room.page_of(ORDER)}mails/",
            room.url(f"review/?q={name}&status=rejected"),
        )
    }
    assert {one: page.status_code for one, page in pages.items()} == dict.fromkeys(pages, 200)
    for page in pages.values():
        body = page.content.decode()
        assert SECRET not in body
        assert "ann@home.example" not in body
    assert "Erased" in text_of(pages[evidence])
    assert "erased what was kept of order" in text_of(pages[room.url(f"ledger/?order={ORDER}")])


def test_nobody_is_found_by_name_any_more(room: Reviewing, ada: Client) -> None:
    name = room.oms.orders[ORDER].customer.name
    search = room.url(f"review/?q={name}&status=rejected")
    page = room.page_of(ORDER)
    assert page in ada.get(search).content.decode()
    erase_on_page(room, ada, asked(room, RequestKind.ERASE_CUSTOMER))
    assert page not in ada.get(search).content.decode()


def test_the_neighbour_decides_on_undisturbed(room: Reviewing, ada: Client) -> None:
    erase_on_page(room, ada, asked(room, RequestKind.ERASE_CUSTOMER))
    assert Deciding(room, OTHER).revisions()[-1].review_status == "rejected"
    assert ada.get(room.page_of(OTHER)).status_code == 200
