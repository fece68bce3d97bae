"""The audit page: one time line of what happened to a shop, for those who prove it."""

import csv
from collections.abc import Iterator
from copy import copy
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from shopops.accounts.models import AccountEvent, AccountEventKind
from shopops.administration.auditing.asked import read_asked
from shopops.administration.auditing.lines import Line
from shopops.administration.auditing.listing import listing
from shopops.administration.members.limiting import change_own_limits
from shopops.administration.thresholds import change_thresholds
from shopops.administration.tokens import create_token
from shopops.alarms.models import AlarmRefusal
from shopops.review.keeping import MOST
from shopops.review.models import RefusedDecision
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from tests.support.pages import handle_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def signed_in(person: Membership, at: datetime, **more: str) -> None:
    AccountEvent.objects.create(
        user=person.user,
        kind=AccountEventKind.SIGNED_IN,
        method="password",
        address="192.0.2.7",
        at=at,
        **more,
    )


def auditor(room: Reviewing) -> Client:
    return room.client("Ada", Role.AUDITOR)


def rows(room: Reviewing, **given: str) -> list[Line]:
    asked = read_asked(given, shop=room.shop, now=timezone.now())
    with tenant_scope(room.shop.pk):
        return listing(asked).lines


def refused(room: Reviewing) -> list[RefusedDecision]:
    with tenant_scope(room.shop.pk):
        return list(RefusedDecision.objects.all())


def csv_rows(client: Client, room: Reviewing, query: str = "") -> Iterator[list[str]]:
    text = client.get(room.url(f"audit/audit.csv{query}")).content.decode()
    return csv.reader(StringIO(text))


def test_it_tells_who_signed_in_and_what_was_made_and_leads_there(room: Reviewing) -> None:
    maya, now = room.person(), timezone.now()
    signed_in(maya, now, browser="Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")
    token = create_token(
        tenant_id=room.shop.pk, name="Agent", scopes=[Scope.RESOLVE], author=maya, now=now
    ).token
    page = auditor(room).get(room.url("audit/"))
    words = text_of(page)
    assert "Maya · Signed in: password" in words
    assert "from 192.0.2.7, Firefox on Linux" in words
    assert f"Maya created the API token {token.prefix}… (resolve)" in words
    assert "Never used so far" in words
    assert f'href="{room.url(f"settings/members/{maya.pk}/")}"' in page.content.decode()
    assert room.url("ledger/?before=") in page.content.decode()


def test_a_version_of_settings_says_why_and_a_person_s_limit_is_called_one(
    room: Reviewing,
) -> None:
    ada, now = room.person("Ada", Role.ADMIN), timezone.now()
    change_own_limits(
        person=room.person(), limits={"USD": 5000}, seen={}, reason="New", author=ada, now=now
    )
    with tenant_scope(room.shop.pk):
        current = thresholds.current(room.shop.pk)
    change_thresholds(
        tenant_id=room.shop.pk,
        numbers=replace(current, stall_days_domestic=9),
        based_on=current.version,
        reason="Post is slow",
        author=ada,
        now=now,
    )
    saved, limited = [row for row in rows(room, kind="settings") if row.who == "Ada"]
    assert limited.said == "Ada changed what one person may approve: review settings version 1"
    assert (limited.detail, saved.detail) == ("New", "Post is slow")
    changed = room.url(f"settings/thresholds/history/?version={current.version + 1}")
    own = room.url("settings/review/?version=1#history-title")
    assert (saved.version, limited.version) == (changed, own)
    there = text_of(room.client("Ada", Role.ADMIN).get(own.partition("#")[0]))
    assert "Version 1 beside version 0" in there
    assert f'href="{changed}"' in auditor(room).get(room.url("audit/")).content.decode()


def test_a_handle_used_twice_stands_there_with_order_and_code(room: Reviewing) -> None:
    client = room.client()
    form = {"handle": handle_in(client.get(room.page_of(ORDER))), "decision": "reject"}
    for _ in range(2):
        client.post(room.url("review/decide/"), {**form, "reason": "Gone", "choice-0": ""})
    [kept] = refused(room)
    assert (kept.code, kept.kind) == ("already_decided", "reject")
    [row] = rows(room, kind="refusals")
    assert (row.who, row.code) == ("Maya", "already_decided")
    assert row.said == "Tried to reject 1001 and was refused: already decided"
    assert row.link == room.page_of(ORDER)


def test_what_was_only_left_out_of_a_form_is_not_kept(room: Reviewing) -> None:
    client = room.client()
    form = {"handle": handle_in(client.get(room.page_of(ORDER))), "decision": "reject"}
    assert client.post(room.url("review/decide/"), form).status_code == 422
    assert refused(room) == []


def test_a_made_up_handle_is_kept_without_what_was_sent(room: Reviewing) -> None:
    form = {"handle": "made up", "decision": "<b>nonsense</b>"}
    room.client().post(room.url("review/decide/"), {**form, "decision": "approve"})
    [kept] = refused(room)
    assert (kept.code, kept.proposal_id) == ("handle_unknown", None)


def test_a_script_that_goes_on_trying_adds_no_more_rows(room: Reviewing) -> None:
    tried = RefusedDecision(
        tenant=room.shop, membership=room.person(), at=timezone.now(), code="handle_unknown"
    )
    with tenant_scope(room.shop.pk):
        RefusedDecision.objects.bulk_create(copy(tried) for _ in range(MOST))
    form = {"handle": "made up", "decision": "approve"}
    room.client().post(room.url("review/decide/"), form)
    assert len(refused(room)) == MOST


def test_filters_by_kind_by_person_and_by_days_of_the_shop_s_calendar(room: Reviewing) -> None:
    room.shop.timezone = "Pacific/Auckland"
    room.shop.save()
    maya, ada = room.person(), room.person("Ada", Role.AUDITOR)
    Membership.objects.update(created_at=timezone.now() - timedelta(days=900))
    # 11 March there, 10 March in UTC.
    late = datetime.fromisoformat("2026-03-10T22:00:00Z")
    signed_in(maya, late)
    signed_in(ada, late - timedelta(days=1))
    day = {"from": "2026-03-11", "to": "2026-03-11"}
    assert [row.who for row in rows(room, **day)] == ["Maya"]
    assert [row.who for row in rows(room, to="2026-03-10")] == ["Ada"]
    assert [row.who for row in rows(room, kind="sign-ins", person=str(ada.pk))] == ["Ada"]
    assert rows(room, kind="exports") == []
    page = auditor(room).get(room.url("audit/?from=2026-03-12&to=2026-03-11"))
    assert "The first day lies after the last" in text_of(page)


def test_pages_follow_each_other_without_gap_or_repetition(room: Reviewing) -> None:
    maya, now = room.person(), timezone.now()
    for _ in range(3):  # of two sources at the very same moment
        signed_in(maya, now)
        AlarmRefusal.objects.create(
            tenant=room.shop, at=now, code="handle_used", kind="raised", facts={}
        )
    seen, after = [], None
    with tenant_scope(room.shop.pk):
        while True:
            asked = read_asked({}, shop=room.shop, now=now, after=after)
            found = listing(asked, page=2)
            seen += [line.place for line in found.lines]
            after = found.after
            if after is None:
                break
        whole = listing(read_asked({}, shop=room.shop, now=now), page=100)
    assert seen == [line.place for line in whole.lines]
    assert len(set(seen)) == len(seen) >= 6


def test_what_a_person_does_elsewhere_before_or_after_is_not_this_shop_s(
    room: Reviewing,
) -> None:
    maya, other = room.person(), hire(open_shop("store_other"), "Zoe")
    now = timezone.now()
    signed_in(maya, maya.created_at - timedelta(days=1))
    signed_in(other, now)
    assert rows(room) == []


def test_the_same_statements_however_many_rows(room: Reviewing) -> None:
    client, numbers = auditor(room), []
    for _ in range(2):
        with CaptureQueriesContext(connection) as seen:
            assert client.get(room.url("audit/")).status_code == 200
        numbers.append(len(seen))
        for number in range(40):
            signed_in(room.person(f"P{number}"), timezone.now())
    assert numbers[0] == numbers[1]


def test_the_file_holds_the_rows_and_is_itself_recorded(room: Reviewing) -> None:
    eve = room.person("Eve")
    Membership.objects.filter(pk=eve.pk).update(display_name="=cmd|' /C calc'!A0")
    signed_in(eve, timezone.now())
    client = auditor(room)
    header, row = csv_rows(client, room, "?kind=sign-ins")
    assert header[:4] == ["when", "about", "who", "what"]
    assert row[1:4] == ["Sign-ins", "'=cmd|' /C calc'!A0", "Signed in: password"]
    [export] = rows(room, kind="exports")
    assert export.said == "Ada exported 1 row of the audit page"


def test_older_rows_come_alone_where_htmx_asks_for_them(room: Reviewing) -> None:
    maya = room.person()
    for _ in range(60):
        signed_in(maya, timezone.now())
    client = auditor(room)
    first = client.get(room.url("audit/?kind=sign-ins"))
    after = first.context["listing"].after
    part = {"HX-Request": "true", "HX-Target": "more"}
    older = client.get(room.url(f"audit/?kind=sign-ins&after={after}"), headers=part)
    assert f"after={after}" in first.content.decode()
    assert "<html" not in older.content.decode()
    assert older.content.decode().count("<time") == 10


def test_nothing_yet_is_said_with_what_will_come(room: Reviewing) -> None:
    words = text_of(auditor(room).get(room.url("audit/?kind=tokens")))
    assert "Nothing like that was recorded" in words
