"""The queue and one order's page, as the browser gets them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from shopops.agents.records import OrderState
from shopops.review.models import DecisionHandle
from shopops.tenants.models import Role
from tests.support.deciding import Deciding
from tests.support.pages import handle_in, text_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"
MOST_STATEMENTS = 12


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER, "O-1002", "O-1008", "O-1011", "O-1027", "O-1029"])


@pytest.mark.slow
def test_every_teaching_case_has_a_page_without_a_broken_word() -> None:
    room = reviewing_now()
    client = room.client()
    for order_id in room.oms.orders:
        response = client.get(room.page_of(order_id))
        assert response.status_code == 200, order_id
        words = text_of(response)
        for broken in ("None", "_", "{{", "[]", "FactKind", "ActionKind"):
            assert broken not in _without_ids(words), (order_id, broken)


def _without_ids(words: str) -> str:
    """Evidence ids and the paths of their sources are codes on purpose."""
    return " ".join(word for word in words.split() if ":" not in word and not word.startswith("$"))


def test_the_queue_page_costs_few_statements(room: Reviewing) -> None:
    client = room.client()
    client.get(room.url("review/"))
    with CaptureQueriesContext(connection) as seen:
        client.get(room.url("review/"))
    # These stand for the commit that a test's transaction keeps from happening.
    settling = ("SET CONSTRAINTS", "SELECT set_config('shopops.tenant', ''")
    asked = [query["sql"] for query in seen if not query["sql"].startswith(settling)]
    assert len(asked) <= MOST_STATEMENTS, [sql[:90] for sql in asked]


def test_an_order_s_page_costs_the_same_however_much_hangs_on_it(room: Reviewing) -> None:
    client = room.client()

    def statements(order_id: str) -> int:
        client.get(room.page_of(order_id))
        with CaptureQueriesContext(connection) as seen:
            client.get(room.page_of(order_id))
        return len(seen)

    assert statements(ORDER) == statements("O-1029")


def test_it_says_why_in_plain_words(room: Reviewing) -> None:
    words = text_of(room.client().get(room.page_of(ORDER)))
    assert "1001 Parcel stalled 6 days" in words
    assert "The shop's limit for domestic parcels is 5 days without a scan." in words
    assert "The agent proposes sending the goods again or giving the money back" in words
    assert "The amount of 129.00 USD is above the cap of 50.00 USD." in words
    assert "inference 0.70" in words
    assert "Language unknown, so the message uses the shop's default: English (en)." in words
    assert "Intake recorded 15 pieces of evidence #1" in words


def test_it_says_who_the_customer_is_and_what_was_bought(room: Reviewing) -> None:
    order = room.oms.orders[ORDER]
    assert order.customer is not None
    head = text_of(room.client().get(room.page_of(ORDER))).split("Proposed")[0]
    assert f"{order.customer.name} {order.customer.email}" in head
    for line in order.lines:
        assert f"{line.quantity} × {line.title}" in head


def test_htmx_gets_the_same_partial_that_the_whole_page_includes(room: Reviewing) -> None:
    client, address = room.client(), room.page_of(ORDER)
    whole = client.get(address)
    part = client.get(address, headers={"HX-Request": "true", "HX-Target": "detail"})
    start = whole.content.index(b"<article")
    end = whole.content.index(b"</article>")
    assert b"<html" not in part.content
    article = part.content[part.content.index(b"<article") : part.content.index(b"</article>")]
    assert _steady(article) == _steady(whole.content[start:end])
    assert "HX-Request" in whole["Vary"]
    assert "HX-Request" in part["Vary"]


def _steady(html: bytes) -> list[bytes]:
    """Without the CSRF tokens, which are masked anew each time."""
    return [line for line in html.splitlines() if b"csrfmiddlewaretoken" not in line]


def test_a_page_restored_from_history_is_a_whole_page(room: Reviewing) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert b"<html" in room.client().get(room.page_of(ORDER), headers=headers).content


def test_pages_are_not_kept_by_caches(room: Reviewing) -> None:
    assert room.client().get(room.url("review/"))["Cache-Control"] == "private, no-store"


def test_who_may_decide_gets_a_handle_once(room: Reviewing) -> None:
    client = room.client()
    first = handle_in(client.get(room.page_of(ORDER)))
    assert handle_in(client.get(room.page_of(ORDER))) == first
    assert DecisionHandle.objects.count() == 1


def test_who_may_only_read_gets_none_and_is_told(room: Reviewing) -> None:
    page = room.client("Vik", Role.VIEWER).get(room.page_of(ORDER))
    assert b'name="handle"' not in page.content
    assert "Your role, Viewer, may read but not decide." in text_of(page)
    assert not DecisionHandle.objects.exists()


def test_an_escalation_offers_no_approval(room: Reviewing) -> None:
    page = room.client().get(room.page_of("O-1011"))
    assert b"data-approve" not in page.content
    assert b'value="handled_outside"' in page.content
    assert "An escalation can't be approved: act, then record what was done." in text_of(page)


def test_what_needs_no_review_says_so_and_offers_nothing(room: Reviewing) -> None:
    page = room.client().get(room.page_of("O-1002"))
    assert "No review needed" in text_of(page)
    assert b'name="handle"' not in page.content


def test_a_superseded_revision_leads_to_the_next_and_shows_what_changed(room: Reviewing) -> None:
    client, old = room.client(), room.page_of(ORDER)
    room.change(ORDER, state=OrderState.CANCELLED)
    room.resolve(ORDER)
    assert "Open revision 2" in text_of(client.get(old))
    newest = text_of(client.get(room.page_of(ORDER)))
    assert "Order state: open → now cancelled" in newest
    assert "Revision 1" in newest


def test_filters_stay_in_the_links(room: Reviewing) -> None:
    page = room.client().get(room.url("review/?track=exception&low=100&currency=usd"))
    address = f"{room.page_of(ORDER)}?currency=usd&amp;low=100&amp;track=exception"
    assert address.encode() in page.content


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("low=100", "Name the currency of the amount, such as USD."),
        ("low=1.001&currency=USD", "USD"),
        ("low=abc&currency=USD", "abc"),
        ("currency=XXQ", "XXQ"),
        ("rule=NOPE-1", "NOPE-1"),
        ("track=nope", "nope"),
        ("after=1-2-3", "That link was cut off, so this is the first page."),
        ("q=%00", "Null characters are not allowed."),
    ],
)
def test_a_filter_that_cannot_be_read_is_named_and_the_page_still_shows(
    room: Reviewing, query: str, said: str
) -> None:
    page = room.client().get(room.url(f"review/?{query}"))
    assert page.status_code == 200
    assert said in text_of(page)
    assert "1001" in text_of(page)


def test_an_empty_search_says_what_to_do(room: Reviewing) -> None:
    words = text_of(room.client().get(room.url("review/?q=zzz")))
    assert "tracking code that begins with “zzz”, nor a part of one that does." in words


def test_an_empty_queue_says_what_to_do() -> None:
    room = reviewing_now([ORDER])
    Deciding(room).reject()
    words = text_of(room.client().get(room.url("review/")))
    assert words.count("Nothing waits for a person") == 2


def test_more_rows_come_as_rows(room: Reviewing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shopops.review.queue.PAGE", 2)
    client = room.client()
    page = client.get(room.url("review/"))
    assert b'id="more"' in page.content
    after = page.context["page"].after
    headers = {"HX-Request": "true", "HX-Target": "more"}
    rows = client.get(room.url(f"review/?after={after}"), headers=headers)
    assert rows.content.strip().startswith(b"<li>")
    assert "1008" not in text_of(rows)
