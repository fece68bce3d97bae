"""The order's page shows what was decided before, of the same customer, and leads to proofs."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from shopops.review.detail.earlier import earlier_decisions
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import REFUND, RESHIP, Deciding
from tests.support.pages import handle_in, text_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"
MOST_STATEMENTS = 28


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _page(room: Reviewing) -> str:
    return text_of(room.client().get(room.page_of(ORDER)))


def test_before_anything_was_decided_it_says_so(room: Reviewing) -> None:
    words = _page(room)
    assert "On this order Nothing yet." in words
    assert "On this customer’s other orders Nothing that this shop knows of." in words


def test_what_was_decided_on_the_order_stays_visible_after_it_was_taken_back(
    room: Reviewing,
) -> None:
    deciding = Deciding(room)
    deciding.approve(REFUND)
    deciding.undo(after=timedelta(minutes=2))
    words = _page(room)
    assert "Approved: refund 129.00 USD taken back by Maya" in words
    assert "Undid the decision by Maya" in words


def _second_order(room: Reviewing, *, same_customer: bool) -> None:
    first = room.oms.orders[ORDER]
    assert first.customer is not None
    fields = {name: getattr(first, name) for name in first.__struct_fields__}
    customer = {name: getattr(first.customer, name) for name in first.customer.__struct_fields__}
    if not same_customer:
        customer |= {"id": "somebody-else", "email": "else@shop.example"}
    placed = first.placed_at + timedelta(days=2) if first.placed_at else None
    fields |= {
        "id": "O-9001",
        "number": "9001",
        "customer": type(first.customer)(**customer),
        "placed_at": placed,
    }
    room.oms.orders["O-9001"] = type(first)(**fields)
    room.change(ORDER)
    room.resolve("O-9001")
    Deciding(room, order="O-9001").reject("twice")


def test_the_customer_s_other_orders_are_there(room: Reviewing) -> None:
    _second_order(room, same_customer=True)
    assert "Rejected by Maya, order 9001" in _page(room)


def test_another_customer_s_orders_are_not(room: Reviewing) -> None:
    _second_order(room, same_customer=False)
    assert "9001" not in _page(room).split("Earlier decisions")[1].split("Ledger")[0]


def test_it_goes_through_indexes_alone(room: Reviewing) -> None:
    Deciding(room).approve(RESHIP)
    with tenant_scope(room.shop.pk):
        proposal = room.proposal_in_scope(ORDER)
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
        with CaptureQueriesContext(connection) as seen:
            earlier_decisions(proposal)
        (asked,) = seen
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN {asked['sql']}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Seq Scan" not in plan, plan
    for table in ("connectors_sourcerecord", "proposals_proposal", "review_decision"):
        assert f"on {table}" in plan
    assert plan.count("Limit") == 4, plan  # of orders, revisions, decisions, and of all


def test_the_page_of_one_order_costs_few_statements(room: Reviewing) -> None:
    Deciding(room).approve(RESHIP)
    client = room.client()
    headers = {"HX-Request": "true", "HX-Target": "detail"}
    address = room.page_of(ORDER)
    client.get(address, headers=headers)
    with CaptureQueriesContext(connection) as seen:
        client.get(address, headers=headers)
    # These stand for the commit that a test's transaction keeps from happening.
    asked = [query["sql"] for query in seen if not query["sql"].startswith("SET CONSTRAINTS")]
    assert len(asked) <= MOST_STATEMENTS, [sql[:90] for sql in asked]


def _decide(room: Reviewing, client: Client) -> bytes:
    handle = handle_in(client.get(room.page_of(ORDER)))
    form = {"handle": handle, "decision": "approve", "choice-0": "1"}
    return client.post(room.url("review/decide/"), form, follow=True).content


def test_a_decision_leads_to_its_receipt_from_everywhere(room: Reviewing) -> None:
    client = room.client()
    page = _decide(room, client).decode()
    with tenant_scope(room.shop.pk):
        decision = Decision.objects.of(room.shop.pk).get()
    link = f'href="{room.url(f"review/decisions/{decision.pk}/receipt/")}"'
    assert [part.count(link) for part in _parts(page)] == [1, 1, 1, 1]
    assert link in client.get(room.url("ledger/")).content.decode()


def _parts(page: str) -> list[str]:
    """The success message, then the banner, the order's ledger and earlier decisions."""
    marks = ['id="messages"', "<article", 'id="timeline"', 'id="earlier"']
    places = [page.index(mark) for mark in marks] + [len(page)]
    return [page[start:end] for start, end in pairwise(places)]
