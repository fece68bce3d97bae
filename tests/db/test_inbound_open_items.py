"""What an answer tells a person of very many open items: a few, and how many others there are."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from shopops.acknowledgments.open_items import (
    MAILS_LOOKED_AT,
    MOST_LISTED,
    OpenItems,
    open_items,
)
from shopops.alarms import answers
from shopops.alarms.codes import bracketed
from shopops.alarms.models import MailState, RingMail
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.inbound import Desk, open_desk
from tests.support.pipeline import hire
from tests.support.ringing import observe

pytestmark = pytest.mark.django_db(transaction=True)
OTHERS = 5
ORDERS = [f"O-{number}" for number in range(MOST_LISTED + OTHERS)]


@pytest.fixture
def desk(clock: Clock) -> Iterator[Desk]:
    with open_desk(*ORDERS) as found:
        yield found


def found_for(desk: Desk) -> OpenItems:
    with tenant_scope(desk.tenant.pk):
        return open_items(desk.maya)


def mails_about_nothing(desk: Desk, number: int, clock: Clock) -> None:
    """Mails to Maya that tell of no open item."""
    RingMail.objects.bulk_create(
        RingMail(
            tenant=desk.tenant,
            membership=desk.maya,
            recipient="maya@oncall.example",
            state=MailState.ACCEPTED,
            ready_at=clock.now,
            closed_at=clock.now,
        )
        for _ in range(number)
    )


def test_the_newest_are_listed_and_the_others_are_counted(desk: Desk) -> None:
    desk.send("ALL\n")
    assert desk.words.count("Code: [") == MOST_LISTED
    for item in sorted(desk.items, key=lambda item: item.pk)[OTHERS:]:
        assert bracketed(item.code) in desk.words
    assert f"And {OTHERS} more: see the page below." in desk.words


def test_html_says_the_same(desk: Desk) -> None:
    desk.send("ALL\n")
    html = str(desk.answer.get_body(("html",)).get_content())
    assert html.count("<code>[") == MOST_LISTED
    assert f"And {OTHERS} more: see the page below." in html


def test_what_was_just_acknowledged_is_not_counted(desk: Desk) -> None:
    desk.send()
    assert f"And {OTHERS - 1} more: see the page below." in desk.words


def test_an_item_that_was_told_of_twice_counts_once(desk: Desk, clock: Clock) -> None:
    clock.move(minutes=61)
    assert desk.ring()
    found = found_for(desk)
    assert (len(found.items), found.more, found.at_least) == (MOST_LISTED, OTHERS, False)


def test_where_not_every_mail_was_looked_at_there_are_at_least_so_many(
    desk: Desk, clock: Clock
) -> None:
    mails_about_nothing(desk, MAILS_LOOKED_AT, clock)
    observe(desk.tenant, *(f"N-{number}" for number in range(MOST_LISTED + 2)))
    desk.ring()
    desk.send("ALL\n")
    assert "And at least 2 more: see the page below." in desk.words


def test_nobody_is_told_that_nothing_is_open_when_older_mails_may_tell_of_something(
    desk: Desk, clock: Clock
) -> None:
    mails_about_nothing(desk, MAILS_LOOKED_AT, clock)
    to = desk.reply_address()
    desk.send("ALL\n", to=to)
    assert "is open." not in desk.words
    assert "All items of" in desk.words


def test_what_a_person_holds_is_listed_though_the_mail_is_old(desk: Desk, clock: Clock) -> None:
    jonas = hire(desk.tenant, "Jonas")
    held = answers.hand_off(
        by=desk.maya,
        item_id=desk.item.pk,
        holder=jonas,
        until=clock.now + timedelta(hours=1),
    )
    with tenant_scope(desk.tenant.pk):
        found = open_items(jonas)
    assert [item.pk for item in found.items] == [held.item_id]
    assert (found.more, found.at_least) == (0, False)
