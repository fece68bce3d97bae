"""The decision table for mail that comes in, its rows about what a person wrote: ledger, state and
the answer."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shopops.acknowledgments.models import InboundMail
from shopops.alarms import answers
from shopops.alarms.codes import bracketed, shown
from shopops.alarms.models import AlarmItem, RosterContact
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk, words_of
from tests.support.inbound_outcomes import assert_acknowledged, assert_refused
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import NEWS, kinds_of, observe, on_call

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
HOUR = timedelta(hours=1)


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk() as found:
        yield found


@pytest.fixture
def desk_of_two(clock: Clock) -> Iterator[Desk]:
    with open_desk("O-1", "O-2") as found:
        yield found


def test_an_answer_to_another_persons_ring_is_refused_with_a_reply(
    desk: Desk, clock: Clock
) -> None:
    on_call(desk.tenant, "Per")
    desk.send(sender="per@oncall.example")
    assert_refused(desk, "other_reply_address")
    assert desk.answers[0].recipient == "per@oncall.example"
    assert desk.code not in words_of(desk.answer)
    assert desk.answer["Reply-To"] == "reply@in.shop.example"


def test_an_answer_from_a_shared_mailbox_is_refused_with_a_reply(desk: Desk) -> None:
    RosterContact.objects.update(shared=True)
    desk.send()
    assert_refused(desk, "shared_mailbox")
    assert f"[{desk.code}]" in desk.words


def test_an_answer_that_cannot_be_read_is_refused_with_a_reply(desk: Desk) -> None:
    kind = "application/ms-tnef; name=winmail.dat"
    desk.send("eJ8+Ig==", "Content-Transfer-Encoding: base64", kind=kind)
    assert_refused(desk, "unreadable")
    named = f"Order O-1: A proposal waits for a decision Code: [{desk.code}]"
    assert f"Open, and told to you: {named}" in desk.words


@pytest.mark.parametrize("text", [" \n", "\n\n"])
def test_an_answer_without_a_word_is_refused_with_a_reply(desk: Desk, text: str) -> None:
    desk.send(text)
    assert_refused(desk, "unreadable")
    assert f"[{desk.code}]" in desk.words


@pytest.mark.parametrize(
    "text",
    ["> {code}\n", "I took care of {code}, thanks\n", "https://x.example/{code}\n", "[{code}]\n"],
)  # fmt: skip
def test_a_code_that_is_quoted_in_prose_in_a_link_or_bracketed_is_refused_with_a_reply(
    desk: Desk, text: str
) -> None:
    desk.send(text.format(code=desk.code))
    assert_refused(desk, "code_not_alone")
    assert f"[{desk.code}]" in desk.words


def test_all_acknowledges_nothing_and_the_answer_says_how_it_is_done(desk: Desk) -> None:
    desk.send("ALL\n")
    assert_refused(desk, "code_not_alone")
    assert "Nothing is acknowledged by “ALL”." in desk.words


def test_a_code_of_no_item_is_refused_and_not_printed_again(desk: Desk) -> None:
    desk.send("7F3KQ-2MD8N\n")
    assert_refused(desk, "code_unknown")
    assert "The code that begins with 7F" in desk.words
    assert "2MD8N" not in desk.answer.as_string()


def test_a_mistyped_code_is_refused_and_not_printed_again(desk: Desk) -> None:
    wrong = desk.code[:-1] + ("0" if desk.code[-1] != "0" else "1")
    desk.send(f"{wrong}\n")
    assert_refused(desk, "code_mistyped")
    assert wrong not in desk.answer.as_string()


def test_a_code_of_an_item_that_was_not_told_to_its_sender_is_refused(desk: Desk) -> None:
    on_call(desk.tenant, "Per")
    desk.send(sender="per@oncall.example", to="reply@in.shop.example")
    assert_refused(desk, "not_told")


def test_a_closed_items_code_is_refused_naming_it(desk: Desk) -> None:
    answers.resolve(by=desk.maya, item_id=desk.item.pk, reason="Refunded")
    desk.send()
    assert_refused(desk, "already_resolved", AlarmStatus.RESOLVED)
    named = f"Order O-1: A proposal waits for a decision Code: [{desk.code}]"
    assert f"{named} This item is resolved already." in desk.words
    assert "Nothing that you were told of is open." in desk.words


def test_the_code_of_an_item_that_nobody_was_told_of_is_refused_naming_it(desk: Desk) -> None:
    (unrung,) = observe(desk.tenant, "O-9")
    desk.send(f"{shown(unrung.code)}\n")
    assert_refused(desk, "no_raise")
    assert "Order O-9" in desk.words
    assert kinds_of(unrung) == [EventKind.OBSERVED]


def test_an_answer_to_an_earlier_episode_is_refused_naming_the_item(
    desk: Desk, clock: Clock
) -> None:
    old = desk.reply_address()
    answers.resolve(by=desk.maya, item_id=desk.item.pk, reason="Refunded")
    clock.move(hours=1)
    observe(desk.tenant, "O-1", evidence=NEWS)
    desk.ring()
    desk.send(to=old)
    assert_refused(desk, "older_episode")
    assert "Order O-1" in desk.words


def test_an_older_systems_code_is_refused_by_name_and_the_answer_lists_what_is_open(
    desk: Desk,
) -> None:
    with tenant_scope(desk.tenant.pk):
        AlarmItem.objects.create(
            tenant=desk.tenant, item_key=b"\x07" * 32, code="ALM-2019/0042", record_ids=[]
        )
    desk.send("ALM-2019/0042\n")
    assert_refused(desk, "pre_epoch")
    assert "This alert is from an older system" in desk.words
    assert "[ALM-2019/0042]" in desk.words
    assert f"[{desk.code}]" in desk.words


def test_several_codes_are_acknowledged_each_and_enumerated(desk_of_two: Desk) -> None:
    desk = desk_of_two
    desk.send(f"{desk.code_of(0)}\n{desk.code_of(1)}\n")
    assert_acknowledged(desk, 0, 1)
    assert [body["order"] for body in desk.acknowledged()] == ["O-1", "O-2"]
    assert all(bracketed(item.code) in desk.words for item in desk.items)
    assert "Not acknowledged" not in desk.words


def test_of_a_good_and_a_bad_code_the_good_one_counts_and_the_bad_one_is_named(
    desk_of_two: Desk,
) -> None:
    desk = desk_of_two
    answers.resolve(by=desk.maya, item_id=desk.items[1].pk, reason="Refunded")
    desk.send(f"{desk.code_of(0)}\n{desk.code_of(1)}\n")
    assert_acknowledged(desk, 0)
    assert [body["order"] for body in desk.acknowledged()] == ["O-1"]
    assert desk.state(1).status is AlarmStatus.RESOLVED
    done, _, bad = desk.words.partition("Not acknowledged:")
    assert f"[{desk.code_of(0)}]" in done
    assert f"[{desk.code_of(1)}] This item is resolved already." in bad
    assert desk.answer["Subject"] == "Acknowledged 1 of 2"
    assert desk.refusals() == ["already_resolved"]


def test_an_item_that_is_handed_off_is_refused_naming_its_holder(desk: Desk, clock: Clock) -> None:
    per = on_call(desk.tenant, "Per")
    answers.hand_off(by=desk.maya, item_id=desk.item.pk, holder=per, until=clock.now + HOUR)
    desk.send()
    assert_refused(desk, "handed_off", AlarmStatus.HANDED_OFF)
    assert "handed off to Per" in desk.words


def test_a_reply_address_says_which_shop_a_mail_is_for(desk: Desk) -> None:
    other = open_shop("store_southline")
    hire(other, "Ada")
    desk.post(desk.mail(), slug=other.slug)
    assert len(desk.acknowledged()) == 1
    assert InboundMail.objects.get().tenant == desk.tenant


def test_the_next_ring_tells_why_an_answer_was_not_accepted(desk: Desk, clock: Clock) -> None:
    desk.send("ALL\n")
    clock.move(days=1)
    (rung,) = desk.ring()
    told = words_of(rung.mail)
    assert "An earlier answer of yours was not accepted: No code that you typed" in told
