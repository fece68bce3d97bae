"""The review pages as somebody sees them who reads German: nothing of ours is left in English."""

from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from shopops.checks.messages import kept
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MINUTE, REFUND, Deciding
from tests.support.pages import handle_in, text_of
from tests.support.reviewing import Reviewing, reviewing_now
from tests.support.spoken import english_in, left_over, read_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ORDER, ESCALATED, EXPLAINED, PLAIN = "O-1001", "O-1011", "O-1029", "O-1024"
GERMAN = {"Accept-Language": "de"}


@pytest.fixture(scope="module")
def english() -> set[str]:
    return english_in(kept("de"))


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER, ESCALATED, EXPLAINED, PLAIN], second_cap_cents={"USD": 10000})


@pytest.fixture
def client(room: Reviewing) -> Client:
    client = room.client()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    return client


def receipt_of_newest(room: Reviewing) -> str:
    with tenant_scope(room.shop.pk):
        newest = Decision.objects.of(room.shop.pk).latest("pk")
    return room.url(f"review/decisions/{newest.pk}/receipt/")


def left_in(page: Any, english: set[str]) -> list[str]:
    assert page.status_code < HTTPStatus.INTERNAL_SERVER_ERROR
    assert '<html lang="de"' in page.content.decode()
    return left_over(read_of(page, "de"), english)


def test_the_queue_however_it_is_filtered_and_orders_that_wait(
    room: Reviewing, client: Client, english: set[str]
) -> None:
    queues = (
        "",
        "?q=zz-0",
        "?due=overdue",
        "?assignee=me",
        "?status=approved",
        "?low=x&sort=value",
    )
    addresses = [room.url(f"review/{query}") for query in queues]
    for address in [*addresses, *map(room.page_of, (ORDER, ESCALATED, EXPLAINED))]:
        assert (address, left_in(client.get(address), english)) == (address, [])


def test_an_order_that_people_changed_and_decided_with_its_receipts_and_ledger(
    room: Reviewing, client: Client, english: set[str]
) -> None:
    noor = Deciding(room)
    noor.edit(amounts={REFUND: "69.00"}, name="Noor")
    noor.approve(REFUND, name="Tom", after=2 * MINUTE)
    for address in (room.page_of(ORDER), room.url("ledger/"), receipt_of_newest(room)):
        assert left_in(client.get(address), english) == []


def test_a_refused_decision(room: Reviewing, client: Client, english: set[str]) -> None:
    handle = handle_in(client.get(room.page_of(ORDER)))
    form = {"handle": handle, "decision": "reject", "reason": ""}
    refused = client.post(room.url("review/decide/"), form)
    assert "Sagen Sie in wenigen Worten, warum." in text_of(refused)
    assert left_in(refused, english) == []


def test_several_at_once(room: Reviewing, client: Client, english: set[str]) -> None:
    items = [room.proposal(order).pk for order in (ORDER, ESCALATED, PLAIN)]
    form = {"decision": "approve", "item": items}
    preview = client.post(room.url("review/bulk/"), form, follow=True)
    assert left_in(preview, english) == []
    run = preview.redirect_chain[-1][0]
    decided = client.post(f"{run}decide/", {"sure": "yes"}, follow=True)
    assert left_in(decided, english) == []


def test_amounts_are_written_and_read_as_the_language_does(room: Reviewing, client: Client) -> None:
    page = client.get(room.page_of(ORDER))
    assert "129,00 USD" in text_of(page)
    assert 'value="129,00"' in page.content.decode()
    form = {"handle": handle_in(page), "decision": "edit", "amount-2": "69,50", "reason": ""}
    client.post(room.url("review/decide/"), form)
    assert "69,50 USD" in text_of(client.get(room.page_of(ORDER)))


def test_an_amount_is_read_in_the_language_of_the_page_that_it_was_typed_on(
    room: Reviewing, client: Client
) -> None:
    page = client.get(room.page_of(ORDER))
    assert '<input type="hidden" name="language" value="de">' in page.content.decode()
    form = {"handle": handle_in(page), "decision": "edit", "reason": "", "language": "de"}
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"  # switched in another tab
    too_much = client.post(room.url("review/decide/"), form | {"amount-2": "1.290"})
    assert "At most 129.00 USD." in text_of(too_much)
    returned = too_much.content.decode()
    assert 'value="1.290"' in returned
    assert '<input type="hidden" name="language" value="de">' in returned
    form["handle"] = handle_in(too_much)
    client.post(room.url("review/decide/"), form | {"amount-2": "69,50"})
    assert "69.50 USD" in text_of(client.get(room.page_of(ORDER)))


def test_the_list_s_news_are_cached_by_language_and_a_program_s_receipt_stays_english(
    room: Reviewing, client: Client
) -> None:
    address = room.url("review/live/?seen=0&shown=")
    assert client.get(address)["ETag"] != room.client().get(address)["ETag"]
    Deciding(room).reject()
    receipt = client.get(f"{receipt_of_newest(room)}?format=json")
    assert receipt.json()["title"] == "Rejected"
