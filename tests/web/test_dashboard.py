"""The dashboard's page and files: who sees them, which days, and what they say."""

import csv
import json
import re
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from shopops.dashboard.charts.parts import Asked
from shopops.dashboard.charts.registry import CHARTS
from shopops.dashboard.period import latest
from shopops.review import settings
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.dashboards import DINARS, DOLLARS, ESCALATED, SPLIT, YEN
from tests.support.deciding import MAIL, REFUND, RESHIP, Deciding
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SHOP = (DOLLARS, YEN, DINARS, SPLIT, ESCALATED)
DRAWINGS = re.compile(r'<script id="drawings" type="application/json">(.*?)</script>', re.DOTALL)


@pytest.fixture
def room() -> Reviewing:
    """Decided just now: one approved, one rejected; an hour ago nothing had come in."""
    room = reviewing_now(SHOP)
    Deciding(room, YEN).approve(MAIL, REFUND, after=timedelta(seconds=1))
    Deciding(room, DOLLARS).reject(after=timedelta(seconds=1))
    return room


def _page(room: Reviewing, query: str = "", client: Client | None = None) -> Any:
    return (client or room.client()).get(room.url(f"dashboard/{query}"))


def _file(room: Reviewing, chart: str, query: str = "") -> list[dict[str, str]]:
    answer = room.client().get(room.url(f"dashboard/{chart}.csv{query}"))
    assert answer.status_code == 200
    return list(csv.DictReader(StringIO(answer.content.decode())))


def _drawings(answer: Any) -> dict[str, Any]:
    found = DRAWINGS.search(answer.content.decode())
    assert found is not None
    drawings: dict[str, Any] = json.loads(found[1])
    return drawings


def test_members_of_every_role_may_look(room: Reviewing) -> None:
    for role in Role:
        client = room.client(role.label, role)
        assert _page(room, client=client).status_code == 200, role
        for chart in CHARTS:
            answer = client.get(room.url(f"dashboard/{chart}.csv"))
            assert answer.status_code == 200, (role, chart)


def test_one_s_own_dashboard_holds_nothing_of_another_shop(room: Reviewing) -> None:
    other = reviewing([DOLLARS], slug="store_other", now=timezone.now())
    assert _file(other, "by-reviewer") == []
    assert {row["currency"] for row in _file(other, "money")} == {"USD"}


def test_a_chart_that_there_is_not_is_not_found(room: Reviewing) -> None:
    assert room.client().get(room.url("dashboard/nothing.csv")).status_code == 404


def test_every_chart_has_its_picture_its_table_and_its_file(room: Reviewing) -> None:
    answer = _page(room)
    page = answer.content.decode()
    for slug in CHARTS:
        assert f'id="{slug}-title"' in page, slug
        assert f"dashboard/{slug}.csv?from=" in page, slug
    drawn = _drawings(answer)
    assert set(drawn) == set(re.findall(r'<canvas id="([^"]+)"', page))
    assert drawn["by-rule-1"]["series"][0]["name"] == "Approved"
    assert page.count('<details class="as-table" open>') == len(CHARTS) - 2
    told = text_of(answer)
    assert "2 orders decided: half within 1 s, nine in ten within 1 s." in told
    assert "3 orders wait for a decision, 0 overdue (longer than 24 h)." in told
    assert "No alarm was acknowledged in these days." in told


def test_money_is_told_with_each_currency_s_digits(room: Reviewing) -> None:
    told = text_of(_page(room))
    for words in ("9,800 JPY", "12.500 KWD", "258.00 USD", "0.000 KWD"):
        assert words in told
    assert _drawings(_page(room))["money-1"] == {
        "kind": "rows",
        "labels": ["Proposed", "Approved", "Paid"],
        "unit": "shown",
        "shown": ["9,800 JPY", "9,800 JPY", "0 JPY"],
        "series": [{"name": "JPY", "tone": "teal", "values": [9800, 9800, 0]}],
    }


def test_the_files_are_what_the_tables_are(room: Reviewing) -> None:
    yen, dinars, dollars = _file(room, "money")
    assert (yen["minor_digits"], yen["proposed_minor"], yen["approved_minor"]) == (
        "0",
        "9800",
        "9800",
    )
    assert (dinars["minor_digits"], dinars["proposed_minor"], dinars["paid_minor"]) == (
        "3",
        "12500",
        "0",
    )
    assert dollars["proposed_minor"] == "25800"
    (maya,) = _file(room, "by-reviewer")
    assert (maya["reviewer"], maya["approved"], maya["rejected"]) == ("Maya", "1", "1")


def test_a_file_s_bytes_have_crlf_utc_times_and_a_name(room: Reviewing) -> None:
    answer = room.client().get(room.url("dashboard/by-reviewer.csv?from=2026-03-10&to=2026-03-11"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == (
        'attachment; filename="store_northline-by-reviewer-2026-03-10-2026-03-11.csv"'
    )
    assert answer["Cache-Control"] == "private, no-store"
    header = b"from_utc,to_utc,reviewer,approved,edited,rejected,handled_outside\r\n"
    assert answer.content == header


@pytest.mark.parametrize(
    ("chart", "header"),
    [
        (
            "waiting",
            "as_of_utc,waited_from_seconds,waited_to_seconds,in_time,overdue,waiting_for_information",
        ),
        ("time-to-decision", "from_utc,to_utc,decisions,p50_seconds,p90_seconds"),
        ("time-to-acknowledgment", "from_utc,to_utc,acknowledgments,p50_seconds,p90_seconds"),
        ("rings-per-alarm", "from_utc,to_utc,rings_at_least,still_open,settled"),
        ("by-rule", "from_utc,to_utc,rule,approved,edited,rejected,handled_outside"),
        ("by-reviewer", "from_utc,to_utc,reviewer,approved,edited,rejected,handled_outside"),
        ("exceptions-by-carrier", "from_utc,to_utc,carrier,orders,exceptions,escalated"),
        (
            "money",
            "from_utc,to_utc,currency,minor_digits,proposed_minor,approved_minor,paid_minor",
        ),
    ],
)
def test_a_file_s_columns_keep_their_names(room: Reviewing, chart: str, header: str) -> None:
    answer = room.client().get(room.url(f"dashboard/{chart}.csv"))
    assert answer.content.decode().split("\r\n")[0] == header


def test_a_reviewer_s_name_is_no_formula(room: Reviewing) -> None:
    Membership.objects.filter(pk=room.person().pk).update(display_name="=HYPERLINK(1)")
    (row,) = _file(room, "by-reviewer")
    assert row["reviewer"] == "'=HYPERLINK(1)"


def test_days_of_the_shop_s_calendar_are_told_in_utc(room: Reviewing) -> None:
    room.shop.timezone = "America/Chicago"
    room.shop.save()
    rows = _file(room, "time-to-decision", "?from=2026-03-07&to=2026-03-09")
    assert [row["from_utc"] for row in rows] == [
        "2026-03-07T06:00:00Z",
        "2026-03-08T06:00:00Z",  # the clocks go forward on this day
        "2026-03-09T05:00:00Z",
    ]
    assert "Days begin at midnight in America/Chicago" in text_of(_page(room))


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?from=2026-02-30&to=2026-03-01", "The first day is no date. Write it like 2026-03-31."),
        ("?from=2026-03-02&to=2026-03-01", "The first day comes after the last. Swap them."),
        ("?from=2026-03-02", "A range needs both its first and its last day."),
        ("?from=2020-01-01&to=2026-03-01", "A range has at most 366 days."),
    ],
)
def test_days_that_cannot_be_shown_are_refused_beside_their_fields(
    room: Reviewing, query: str, says: str
) -> None:
    answer = _page(room, query)
    assert answer.status_code == 400
    assert f"{says}" in text_of(answer)
    assert "Shown are the last 30 days." in text_of(answer)
    assert answer.content.count(b'aria-invalid="true"') == 2
    file = room.client().get(room.url(f"dashboard/money.csv{query}"))
    assert (file.status_code, file["Content-Type"]) == (400, "text/plain; charset=utf-8")
    assert file.content.decode().startswith(says)


def test_what_was_typed_is_shown_again_and_never_run(room: Reviewing) -> None:
    answer = _page(room, '?from="><script>alert(1)</script>&to=x')
    assert b"<script>alert" not in answer.content
    assert b"&lt;script&gt;alert(1)" in answer.content


def test_a_preset_is_marked_and_links_to_its_files(room: Reviewing) -> None:
    days = [timezone.now().date()]
    page = _page(room, "?days=7").content.decode()
    days.append(timezone.now().date())  # another one where a day just began
    assert re.search(r'<a href="\?days=7" aria-current="true">7 days</a>', page)
    assert any(f"from={day - timedelta(days=6)}&amp;to={day}" in page for day in days)


def test_a_shop_where_nothing_happened_is_told_so_in_every_chart() -> None:
    room = reviewing([], now=timezone.now())
    answer = _page(room)
    assert answer.status_code == 200
    assert _drawings(answer) == {}
    for words in (
        "Nothing waits for a person.",
        "Nothing was decided in these days.",
        "No alarm that began in these days has rung.",
        "No order with a known carrier was looked at in these days.",
        "No refund and no store credit was proposed or approved in these days.",
    ):
        assert words in text_of(answer)


def test_a_chart_takes_at_most_two_statements(room: Reviewing) -> None:
    now = timezone.now()
    period = latest(30, zone="UTC", now=now)
    with tenant_scope(room.shop.pk):
        asked = Asked(room.shop.pk, period, now, settings.current(room.shop.pk))
        for slug, make in CHARTS.items():
            with CaptureQueriesContext(connection) as seen:
                make(asked)
            assert 1 <= len(seen) <= 2, slug


def test_the_page_takes_as_many_statements_whatever_happened(room: Reviewing) -> None:
    quiet = reviewing([], slug="store_quiet", now=timezone.now())
    counted = [_statements(one.client(), one.url("dashboard/")) for one in (room, quiet)]
    assert counted[0] == counted[1]


def _statements(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_an_approval_of_a_new_parcel_pays_nothing_out(room: Reviewing) -> None:
    Deciding(room, DINARS).approve(RESHIP, after=timedelta(seconds=2))
    dinars = next(row for row in _file(room, "money") if row["currency"] == "KWD")
    assert dinars["approved_minor"] == "0"


def test_what_is_told_as_overdue_is_what_the_queue_shows_as_overdue() -> None:
    room = reviewing([DOLLARS, YEN], now=timezone.now() - timedelta(hours=30))
    room.now = timezone.now()
    room.resolve(DINARS)
    answer = _page(room)
    assert "3 orders wait for a decision, 2 overdue" in text_of(answer)
    there = room.url("review/?due=overdue")
    assert f'<a href="{there}">the overdue</a>' in answer.content.decode()
    shown = re.findall(r'data-item="(\d+)"', room.client().get(there).content.decode())
    assert {int(one) for one in shown} == {room.proposal(one).pk for one in (DOLLARS, YEN)}
