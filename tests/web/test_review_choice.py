"""Another choice on an order's page says at once what follows from it, before it is decided."""

import re

import pytest

from shopops.review.config import ReviewConfig
from shopops.tenants.models import Role
from tests.support.deciding import MAIL, REFUND, RESHIP, Deciding
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
ORDER = "O-1001"
ONLY_REFUND = "O-1024"  # and a mail
MAIN = re.compile(r'<button class="btn-1" id="approve-button"')
CODE = re.compile(r'data-code="(\w+)"')


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _chosen(room: Reviewing, option: int | str) -> str:
    chosen = {"choice-0": str(option), "action": str(MAIL)}
    return room.client().get(f"{room.page_of(ORDER)}mails/", chosen).content.decode()


def _whole(room: Reviewing) -> str:
    return room.client().get(room.page_of(ORDER)).content.decode()


def test_above_the_own_limit_the_button_is_the_main_one_only_for_what_is_below(
    room: Reviewing,
) -> None:
    Deciding(room).settings(ReviewConfig(limits={"reviewer": {"USD": 5000}}))
    for page in (_whole(room), _chosen(room, REFUND)):
        assert CODE.findall(page) == ["over_limit"]
        assert not MAIN.search(page)
        assert "data-barred" in page
        assert "129.00 USD is at stake." in page
    neither = _chosen(room, "")
    assert CODE.findall(neither) == []
    assert MAIN.search(neither)
    assert "data-barred" not in neither
    assert "is at stake" not in neither


def test_what_was_just_changed_is_what_is_chosen(room: Reviewing) -> None:
    ticked = re.compile(r'name="choice-0" value="(\d+)"[^>]* checked')
    assert ticked.findall(_whole(room)) == [str(RESHIP)]
    deciding = Deciding(room)
    deciding.edit(amounts={REFUND: "60.00"})
    deciding.edit(says={MAIL: ["We are sorry"]})
    assert ticked.findall(_whole(room)) == [str(REFUND)]


def test_two_people_and_a_fresh_proof_are_asked_for_where_the_choice_takes_them(
    room: Reviewing,
) -> None:
    room.numbers(second_cap_cents={"USD": 12899})
    room.resolve(ORDER)
    for page in (_whole(room), _chosen(room, RESHIP)):
        assert CODE.findall(page) == ["four_eyes", "sign_in_again"]
        assert MAIN.search(page)
        assert "so two people approve the same" in page
    nothing = room.client().get(f"{room.page_of(ORDER)}mails/", {"choice-0": ""})
    assert CODE.findall(nothing.content.decode()) == []


def test_what_takes_two_people_though_less_is_chosen_says_what_it_is_judged_with() -> None:
    room = reviewing_now([ORDER, ONLY_REFUND])
    room.numbers(second_cap_cents={"USD": 6_000}, exception_refund_cents={"USD": 5_000})
    room.resolve(ORDER, ONLY_REFUND)
    remedy = "it is judged with 129.00 USD, the most that the proposal could give"
    assert remedy in _chosen(room, REFUND)
    assert "The amount needs two people: after your approval" in _chosen(room, RESHIP)
    page = room.client().get(room.page_of(ONLY_REFUND)).content.decode()
    assert "The mail needs two people: it is judged with 69.00 USD" in page


def test_the_line_of_the_mail_says_what_is_chosen(room: Reviewing) -> None:
    line = re.compile(rf'<span class="sub" id="says-{MAIL}"[^>]*>([^<]*)<')
    apology = "Apology for the delay"
    for page, said in (
        (_whole(room), f"{apology}, the goods are sent again, order number"),
        (_chosen(room, REFUND), f"{apology}, the money goes back, order number"),
        (
            _chosen(room, ""),
            f"{apology}, choice between a new parcel and the money back, order number",
        ),
    ):
        assert line.findall(page) == [said]


def test_what_was_decided_meanwhile_offers_no_button(room: Reviewing) -> None:
    Deciding(room).reject()
    page = _chosen(room, REFUND)
    assert "approve-button" not in page
    assert "Mail to the customer" in text_of(room.client().get(f"{room.page_of(ORDER)}mails/"))


def test_an_admin_may_set_aside_what_the_choice_takes_and_nothing_where_it_takes_nothing(
    room: Reviewing,
) -> None:
    Deciding(room).settings(ReviewConfig(limits={"admin": {"USD": 5000}}))
    admin = room.client("Ada", Role.ADMIN)

    def chosen(option: int | str) -> str:
        query = {"choice-0": str(option), "action": str(MAIL), "track": "exception"}
        return admin.get(f"{room.page_of(ORDER)}mails/", query).content.decode()

    over = chosen(REFUND)
    assert 'value="over_limit" form="approve-bypass"' in over
    handle = re.search(r'name="handle" value="([^"]+)"', over)
    assert handle is not None
    address = re.search(r'id="approve-bypass" action="([^"]+)"', over)
    assert address is not None
    sent = {"handle": handle[1], "decision": "approve", "action": str(REFUND), "reason": "Urgent"}
    assert "approve-bypass" not in chosen("")
    answer = admin.post(address[1].split("?")[0], sent | {"bypass": "over_limit"})
    assert answer.status_code == 302
