"""The filters of the queue: each finds what it says, in its order, and says so."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review import queue as reading
from shopops.review.config import ReviewConfig
from shopops.review.expiry import expire_due
from shopops.review.models import Claim, QueueEntry
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MINUTE, Deciding
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 12
SETTLING = ("SET CONSTRAINTS", "SELECT set_config('shopops.tenant', ''")  # instead of a commit
DAY = timedelta(hours=24)
HIGH = {"USD": 100_000}


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now()


@pytest.fixture
def late_room() -> Reviewing:
    """O-1001 waits for 30 hours, O-1004 for 22, O-1005 has just come."""
    room = reviewing(["O-1001"], now=timezone.now() - timedelta(hours=30))
    for order, hours in (("O-1004", 22), ("O-1005", 0)):
        room.now = timezone.now() - timedelta(hours=hours)
        room.resolve(order)
    return room


def _numbers(room: Reviewing, query: str, client: Client | None = None) -> list[str]:
    page = (client or room.client()).get(room.url(f"review/?{query}"))
    assert page.status_code == 200
    return [row.number for row in page.context["page"].rows]


def _waiting(room: Reviewing) -> list[Proposal]:
    with tenant_scope(room.shop.pk):
        rows = Proposal.objects.of(room.shop.pk).filter(review_status=ReviewStatus.PENDING)
        return list(rows.prefetch_related("actions"))


def _proposes(kind: str) -> Callable[[Proposal], bool]:
    return lambda one: any(action.kind == kind for action in one.actions.all())


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("kind=propose_refund", _proposes("propose_refund")),
        ("kind=await_human", _proposes("await_human")),
        ("rule=APR-1", lambda one: "APR-1" in one.rule_ids),
        ("reason=opted_out", lambda one: "opted_out" in one.blocked_reasons),
        ("track=escalate", lambda one: one.track == "escalate"),
        ("currency=JPY", lambda one: one.currency == "JPY"),
        ("status=pending", lambda one: True),
    ],
)
def test_a_filter_shows_what_fits_and_nothing_else(
    room: Reviewing, query: str, fits: Callable[[Proposal], bool]
) -> None:
    wanted = [one.order_number for one in _waiting(room) if fits(one)]
    assert wanted
    assert sorted(_numbers(room, query)) == sorted(wanted)


def test_several_filters_meet_on_the_same_order(room: Reviewing) -> None:
    reship = _proposes("propose_reship")
    wanted = [
        one.order_number
        for one in _waiting(room)
        if reship(one) and "SHP-2" in one.rule_ids and one.amount_minor == 12900
    ]
    query = "kind=propose_reship&rule=SHP-2&track=exception&currency=USD&low=129&high=129"
    assert wanted
    assert sorted(_numbers(room, query)) == sorted(wanted)


def test_the_largest_amount_comes_first_one_currency_after_the_other(room: Reviewing) -> None:
    with tenant_scope(room.shop.pk):
        expected = sorted(
            ((one.currency, one.amount_minor or -1, one.pk) for one in _rows(room)), reverse=True
        )
    page = room.client().get(room.url("review/?sort=value"))
    assert [row.id for row in page.context["page"].rows] == [key for _, _, key in expected]


def _rows(room: Reviewing) -> list[Proposal]:
    return list(Proposal.objects.of(room.shop.pk).filter(review_status="pending"))


@pytest.mark.parametrize("sort", ["due", "value"])
def test_the_pages_of_each_order_show_everything_once(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch, sort: str
) -> None:
    whole = _numbers(room, f"sort={sort}")
    monkeypatch.setattr(reading, "PAGE", 5)
    client, seen, after = room.client(), [], ""
    for _ in range(len(whole)):
        page = client.get(room.url(f"review/?sort={sort}&after={after}")).context["page"]
        seen += [row.number for row in page.rows]
        if page.after is None:
            break
        after = str(page.after)
    assert seen == whole


def test_what_is_overdue_says_so_in_words_and_for_how_long(late_room: Reviewing) -> None:
    client = late_room.client()
    assert _numbers(late_room, "due=overdue", client) == ["1001"]
    assert _numbers(late_room, "due=soon", client) == ["1004"]
    words = text_of(client.get(late_room.url("review/")))
    assert "overdue 6 h" in words
    assert "Overdue 1" in words
    assert "waiting 22 h" in words
    for order, said in (("O-1001", "overdue 6 h"), ("O-1004", "waiting 22 h")):
        head = client.get(late_room.page_of(order)).content.decode().partition('<p class="state">')
        assert said in head[2].partition("</p>")[0]


def test_the_shop_s_settings_say_when_something_is_overdue(late_room: Reviewing) -> None:
    deciding = Deciding(late_room)
    deciding.settings(ReviewConfig(due_hours=48))
    assert _numbers(late_room, "due=overdue") == []


def test_age_counts_from_when_it_began_to_wait(late_room: Reviewing) -> None:
    assert _numbers(late_room, "age=24") == ["1001"]
    assert _numbers(late_room, "age=4") == ["1001", "1004"]
    assert _numbers(late_room, "") == ["1001", "1004", "1005"]


def test_who_works_on_it_is_a_filter(late_room: Reviewing) -> None:
    maya, noor = late_room.person(), late_room.person("Noor")
    _claim(late_room, "O-1001", maya.pk, timedelta(hours=1))
    _claim(late_room, "O-1004", noor.pk, timedelta(hours=1))
    _claim(late_room, "O-1005", noor.pk, -timedelta(minutes=1))  # its lease is over
    client = late_room.client()
    assert _numbers(late_room, "assignee=me", client) == ["1001"]
    assert _numbers(late_room, f"assignee={noor.pk}", client) == ["1004"]
    assert _numbers(late_room, "assignee=nobody", client) == ["1005"]
    assert _numbers(late_room, "assignee=me", late_room.client("Noor")) == ["1004"]
    words = text_of(client.get(late_room.url("review/")))
    assert "you on it" in words
    assert "Noor on it" in words


def _claim(room: Reviewing, order: str, holder: int, lease: timedelta) -> None:
    with tenant_scope(room.shop.pk):
        Claim.objects.create(
            tenant_id=room.shop.pk,
            order_id=order,
            holder_id=holder,
            lease_until=timezone.now() + lease,
        )


def test_what_is_decided_asked_or_expired_is_found_by_its_status(room: Reviewing) -> None:
    Deciding(room).approve()
    Deciding(room, "O-1004").reject()
    Deciding(room, "O-1005").respond()
    Deciding(room, "O-1011").handled()
    client = room.client()
    for status, number in (
        ("approved", "1001"),
        ("rejected", "1004"),
        ("changes_requested", "1005"),
        ("handled", "1011"),
    ):
        assert _numbers(room, f"status={status}", client) == [number]
        assert number not in _numbers(room, "", client)
    assert _numbers(room, "asked=on", client) == ["1005"]
    expire_due(tenant_id=room.shop.pk, now=room.now + 20 * DAY)
    assert "1008" in _numbers(room, "status=expired", client)
    assert _numbers(room, "", client) == []


def test_what_needs_no_review_stands_under_a_chip_with_its_number() -> None:
    room = reviewing(["O-1011", "O-1024"], now=timezone.now(), approval_above_cents=HIGH)
    assert room.proposal("O-1024").review_status == ReviewStatus.NOT_REQUIRED
    client = room.client()
    assert "1024" not in _numbers(room, "", client)
    assert _numbers(room, "status=not_required", client) == ["1024"]
    assert "No review needed 1" in text_of(client.get(room.url("review/")))
    dashboard = client.get(room.url("dashboard/"))
    assert "No review needed 1 to be carried out all the same" in text_of(dashboard)
    assert '?status=not_required">what needs no review</a>' in dashboard.content.decode()


def test_of_what_is_decided_the_newest_comes_first(room: Reviewing) -> None:
    for minutes, order in ((3, "O-1004"), (1, "O-1001"), (2, "O-1005")):
        Deciding(room, order).reject(after=minutes * MINUTE)
    assert _numbers(room, "status=rejected") == ["1004", "1005", "1001"]


def test_a_decision_that_is_taken_back_waits_where_it_waited(room: Reviewing) -> None:
    before = _numbers(room, "")
    deciding = Deciding(room)
    deciding.reject()
    deciding.undo(after=2 * MINUTE)
    assert _numbers(room, "") == before


def test_each_filter_in_use_is_dropped_by_one_link(room: Reviewing) -> None:
    page = room.client().get(room.url("review/?due=overdue&currency=USD&low=50&track=exception"))
    active = {one.words: one.without for one in page.context["active"]}
    assert active == {
        "Due: overdue": "?currency=USD&low=50&track=exception",
        "50.00 USD or more": "?due=overdue&track=exception",
    }
    assert "Drop the filter: Due: overdue" in page.content.decode()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("assignee=me", "You have claimed no order that fits."),
        ("due=overdue", "Whatever waits is in time."),
        ("status=expired", "No order fits these filters. Drop one of them above"),
    ],
)
def test_an_empty_list_says_what_next(room: Reviewing, query: str, said: str) -> None:
    assert said in text_of(room.client().get(room.url(f"review/?{query}")))


@pytest.mark.parametrize(
    "query",
    [
        "assignee=x",
        "assignee=-1",
        "status=nope",
        "status=cancelled",
        "due=never",
        "sort=x",
        "age=2",
        "kind=x",
    ],
)
def test_a_filter_that_cannot_be_read_is_named_and_left_out(room: Reviewing, query: str) -> None:
    page = room.client().get(room.url(f"review/?{query}"))
    assert page.context["form"].errors
    assert len(page.context["page"].rows) == 28


def test_a_page_costs_few_statements_whatever_is_filtered(room: Reviewing) -> None:
    client = room.client()
    for query in (
        "kind=propose_refund&rule=APR-1&track=exception&currency=USD&assignee=nobody&age=1",
        "sort=value&due=soon",
        "q=10",
        "q=nobody",
    ):
        client.get(room.url(f"review/?{query}"))
        with CaptureQueriesContext(connection) as seen:
            client.get(room.url(f"review/?{query}"))
        asked = [one["sql"] for one in seen if not one["sql"].startswith(SETTLING)]
        assert len(asked) <= MOST_STATEMENTS, (query, asked)


def test_another_shop_s_orders_are_in_no_filter(room: Reviewing) -> None:
    other = reviewing(["O-1001"], slug="store_other", now=room.now)
    assert _numbers(other, "rule=APR-1") == ["1001"]
    with tenant_scope(other.shop.pk):
        assert set(QueueEntry.objects.values_list("tenant_id", flat=True)) == {other.shop.pk}


def test_a_viewer_reads_the_queue_and_is_offered_no_key_that_decides(room: Reviewing) -> None:
    vik, maya = (
        room.client(name, role).get(room.url("review/"))
        for name, role in (("Vik", Role.VIEWER), ("Maya", Role.REVIEWER))
    )
    assert len(vik.context["page"].rows) == 28
    for key in "aermhcxbu":
        assert f"<kbd>{key}</kbd>" in maya.content.decode(), key
        assert f"<kbd>{key}</kbd>" not in vik.content.decode(), key
    assert "<kbd>j</kbd>" in vik.content.decode()


def test_by_value_each_currency_has_one_heading_over_all_pages(
    room: Reviewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, address = room.client(), room.url("review/?sort=value")
    page = client.get(address)
    assert "One currency after the other, from Z to A" in text_of(page)
    headings = re.findall(r'<li class="group"><h2>(\w+)', page.content.decode())
    assert headings == list(
        dict.fromkeys(row.currency or "Without" for row in page.context["page"].rows)
    )
    assert len(headings) > 2
    monkeypatch.setattr(reading, "PAGE", 5)
    seen, after = [], str(client.get(address).context["page"].after)
    for _ in range(28):
        more = {"HX-Request": "true", "HX-Target": "more"}
        page = client.get(f"{address}&after={after}", headers=more)
        seen += re.findall(r'<li class="group"><h2>(\w+)', page.content.decode())
        if page.context["page"].after is None:
            break
        after = str(page.context["page"].after)
    assert seen == headings[1:]


def test_beside_a_narrowed_list_stands_how_many_fit(room: Reviewing) -> None:
    fits = len(_numbers(room, "rule=APR-1"))
    page = room.client().get(room.url("review/?rule=APR-1"))
    assert f"<h1 data-said>{fits} orders fit these filters</h1>" in page.content.decode()
    assert f'data-says="{fits} orders fit these filters"' in page.content.decode()
    assert "orders wait for a person" not in text_of(page)
