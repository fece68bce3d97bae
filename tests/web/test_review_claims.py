"""The strip on an order's page: claim, release, assign, and who else looks."""

from typing import Any

import pytest

from shopops.tenants.models import Role
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _url(room: Reviewing, verb: str, order: str = ORDER) -> str:
    return f"{room.page_of(order)}{verb}/"


def test_claiming_shows_who_works_on_it_and_until_when_and_keeps_the_filters(
    room: Reviewing,
) -> None:
    maya, noor = room.client("Maya"), room.client("Noor")
    sent = maya.post(f"{_url(room, 'claim')}?track=exception")
    assert sent["Location"] == f"{room.page_of(ORDER)}?track=exception"
    mine = text_of(maya.get(room.page_of(ORDER)))
    assert "You work on this since" in mine
    assert "lease ends" in mine
    theirs = noor.get(room.page_of(ORDER))
    assert "Maya works on this since" in text_of(theirs)
    assert "Maya has it until" in text_of(theirs)
    assert b'name="decision"' not in theirs.content.split(b'id="decide"')[1].split(b"</article>")[0]
    assert b"data-reject" in maya.get(room.page_of(ORDER)).content
    assert "oms:order_total" in text_of(theirs)


def test_who_comes_second_is_told_who_has_it_and_led_back(room: Reviewing) -> None:
    maya, noor = room.client("Maya"), room.client("Noor")
    maya.post(_url(room, "claim"))
    for verb in ("claim", "release"):
        page = noor.post(_url(room, verb))
        assert page.status_code == 409
        words = text_of(page)
        assert "Code: not_assignee" in words
        assert "It is with Maya." in words
        assert "Open the order again" in words


def test_giving_it_back_frees_it(room: Reviewing) -> None:
    maya, noor = room.client("Maya"), room.client("Noor")
    maya.post(_url(room, "claim"))
    maya.post(_url(room, "release"))
    assert "Nobody works on this." in text_of(noor.get(room.page_of(ORDER)))
    assert noor.post(_url(room, "claim")).status_code == 302


def test_an_admin_assigns_and_nobody_else_does(room: Reviewing) -> None:
    ada, maya = room.client("Ada", Role.ADMIN), room.client("Maya")
    assert b"assign-to" not in maya.get(room.page_of(ORDER)).content
    assert b"assign-to" in ada.get(room.page_of(ORDER)).content
    to = {"to": str(room.person("Maya").pk)}
    refused = maya.post(_url(room, "assign"), to)
    assert refused.status_code == 403
    assert "Code: may_not_assign" in text_of(refused)
    page = ada.post(_url(room, "assign"), to, follow=True)
    assert "Maya has it now, until it is given back." in text_of(page)
    assert "assigned until given back" in text_of(page)


@pytest.mark.parametrize("to", ["", "abc", "0", "9" * 30])
def test_nobody_is_nobody_to_assign_it_to(room: Reviewing, to: str) -> None:
    page = room.client("Ada", Role.ADMIN).post(_url(room, "assign"), {"to": to})
    assert page.status_code == 422
    assert "Code: unknown_assignee" in text_of(page)


def test_an_open_page_is_seen_by_the_others_and_not_by_oneself(room: Reviewing) -> None:
    vik, noor = room.client("Vik", Role.VIEWER), room.client("Noor")
    own = vik.post(_url(room, "here"))
    assert own.status_code == 200
    assert "Also looking" not in text_of(own)
    assert "Also looking: Vik" in text_of(noor.post(_url(room, "here")))
    assert "Also looking: Noor" in text_of(vik.get(room.page_of(ORDER)))


def test_who_closed_the_page_is_not_said_to_look_at_it(room: Reviewing) -> None:
    vik, noor = room.client("Vik", Role.VIEWER), room.client("Noor")
    vik.post(_url(room, "here"))
    assert vik.post(_url(room, "here"), {"left": "yes"}).status_code == 204
    assert "Also looking" not in text_of(noor.get(room.page_of(ORDER)))


def test_an_administrator_takes_an_order_from_whoever_has_it(room: Reviewing) -> None:
    room.client("Noor").post(_url(room, "claim"))
    ada = room.client("Ada", Role.ADMIN)
    page = ada.get(room.page_of(ORDER))
    assert "Take it from Noor above" in text_of(page)
    taking = page.content.decode().split("Take it from Noor</button>")[0].split("<form")[-1]
    assert f'action="{_url(room, "assign")}"' in taking
    assert f'name="to" value="{room.person("Ada").pk}"' in taking


def test_looking_alone_writes_nothing_and_shows_nobody(room: Reviewing) -> None:
    maya, noor = room.client("Maya"), room.client("Noor")
    maya.get(room.page_of(ORDER))
    assert "Also looking" not in text_of(noor.get(room.page_of(ORDER)))


def test_an_order_of_another_shop_looks_like_none(room: Reviewing) -> None:
    other = reviewing([ORDER], slug="store_other")
    olga = other.client("Olga", Role.ADMIN)
    for number in (room.proposal(ORDER).pk, 10**9):
        for verb in ("claim", "release", "here"):
            assert olga.post(other.url(f"review/{number}/{verb}/")).status_code == 404
        to = {"to": str(other.person("Olga").pk)}
        assert olga.post(other.url(f"review/{number}/assign/"), to).status_code == 404


def test_a_viewer_takes_nothing(room: Reviewing) -> None:
    viewer = room.client("Vik", Role.VIEWER)
    for verb in ("claim", "release", "assign"):
        assert viewer.post(_url(room, verb)).status_code == 403


def test_what_is_decided_shows_no_strip(room: Reviewing) -> None:
    maya = room.client()
    maya.post(_url(room, "claim"))
    page = maya.get(room.page_of("O-1001"))
    assert b'id="claim"' in page.content
    handle = page.content.decode().split('name="handle" value="')[1].split('"')[0]
    form = {"handle": handle, "decision": "reject", "reason": "arrived"}
    maya.post(room.url("review/decide/"), form)
    assert b'id="claim"' not in maya.get(room.page_of(ORDER)).content
    assert maya.post(_url(room, "claim")).status_code == 409


class _HungUp:
    """A body of which the sender was gone before it came."""

    def read(self, *_: object) -> bytes:
        raise ConnectionResetError

    readline = read


def test_a_page_that_hangs_up_while_it_says_that_it_is_left_breaks_nothing(
    room: Reviewing, caplog: pytest.LogCaptureFixture
) -> None:
    """What a closed page sends with `sendBeacon` may be cut off anywhere."""
    client = room.client()
    client.handler.enforce_csrf_checks = True
    address = f"{room.page_of(ORDER)}here/"
    broken: dict[str, Any] = {"CONTENT_LENGTH": "300", "wsgi.input": _HungUp()}
    kind = "multipart/form-data; boundary=x"
    answer = client.generic("POST", address, content_type=kind, **broken)
    assert answer.status_code == 403
    assert [one for one in caplog.records if one.exc_info] == []
