"""What a Shopify shop is made to do, once, and how it is found again."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from shopops.connectors.ports import (
    DRAFT,
    Absent,
    AnyAsk,
    Done,
    NoteAsk,
    RefundAsk,
    Refused,
    Unknown,
)
from tests.support.shopify_asks import (
    KEY,
    NOW,
    OTHER_KEY,
    credit,
    found,
    note,
    open_lamps,
    refund,
    reship,
    sent,
    writer,
)
from tests.support.shopify_double import Fault, ShopifyDouble


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopifyDouble]:
    with open_lamps(tmp_path) as double:
        yield double


ASKS: list[AnyAsk] = [refund(), reship(), credit(), note()]


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_what_was_done_is_found_again_under_the_same_name(shop: ShopifyDouble, ask: AnyAsk) -> None:
    reply = sent(shop, ask)
    assert isinstance(reply.answer, Done)
    assert reply.status == 200
    assert reply.answer.remote_id.removeprefix(DRAFT).isdecimal()
    assert found(shop, ask).answer == reply.answer
    assert len(shop.books.effects()) == 1


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
@pytest.mark.parametrize(
    "fault", [Fault.ERROR_AFTER, Fault.INTERNAL_AFTER, Fault.DROP_AFTER, Fault.GARBLED]
)
def test_what_was_done_without_an_answer_is_not_known_and_then_found(
    shop: ShopifyDouble, ask: AnyAsk, fault: Fault
) -> None:
    shop.fail(fault)
    assert isinstance(sent(shop, ask).answer, Unknown)
    assert isinstance(found(shop, ask).answer, Done)
    assert len(shop.books.effects()) == 1


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_what_was_not_done_is_absent_once_nothing_can_lag_behind(
    shop: ShopifyDouble, ask: AnyAsk
) -> None:
    shop.fail(Fault.DROP_BEFORE)
    assert isinstance(sent(shop, ask).answer, Unknown)
    early = found(shop, ask).answer
    assert isinstance(early, Absent if isinstance(ask, RefundAsk | NoteAsk) else Unknown)
    assert found(shop, ask, later=timedelta(minutes=31)).answer == Absent()
    assert shop.books.effects() == []


@pytest.mark.parametrize(
    ("fault", "code", "again"),
    [
        (Fault.THROTTLED, "throttled", True),
        (Fault.BUSY, "throttled", True),
        (Fault.UNPAID, "status_402", False),
        (Fault.LOCKED, "status_423", False),
    ],
)
def test_a_refusal_says_whether_a_later_try_may_succeed(
    shop: ShopifyDouble, fault: Fault, code: str, again: bool
) -> None:
    shop.fail(fault)
    answer = sent(shop, refund()).answer
    assert isinstance(answer, Refused)
    assert (answer.code, answer.again, shop.books.effects()) == (code, again, [])
    assert not again or (answer.after_seconds or 0) >= 1


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
def test_a_right_that_is_lacking_is_named_and_nothing_happens(
    shop: ShopifyDouble, ask: AnyAsk
) -> None:
    shop.scopes = ()
    answer = sent(shop, ask).answer
    assert isinstance(answer, Refused)
    assert (answer.code, answer.again) == ("access_denied", False)
    assert "Access denied" in answer.detail
    looked = found(shop, ask, later=timedelta(hours=1)).answer
    assert isinstance(looked, Unknown)


def test_a_credit_is_told_from_another_by_amount_and_time(shop: ShopifyDouble) -> None:
    reply = sent(shop, credit())
    assert found(shop, credit()).answer == reply.answer
    assert found(shop, credit(501), later=timedelta(minutes=6)).answer == Absent()
    assert found(shop, credit(currency="EUR"), later=timedelta(minutes=6)).answer == Absent()
    long_ago = writer(shop).find(credit(), sent_at=NOW - timedelta(hours=1))
    assert long_ago.answer == Absent()


def test_a_credit_is_found_though_the_shop_s_clock_is_behind(shop: ShopifyDouble) -> None:
    reply = sent(shop, credit())
    looked = writer(shop).find(credit(), sent_at=NOW + timedelta(minutes=8))
    assert looked.answer == reply.answer


def test_a_credit_among_more_than_are_told_is_not_taken_for_absent(shop: ShopifyDouble) -> None:
    for _time in range(20):
        sent(shop, credit())
    looked = found(shop, credit(501), later=timedelta(minutes=6)).answer
    assert isinstance(looked, Unknown)
    assert (looked.code, looked.for_good, looked.answered) == ("too_many", True, True)


def test_two_credits_alike_are_left_to_a_person(shop: ShopifyDouble) -> None:
    for _time in range(2):
        sent(shop, credit())
    looked = found(shop, credit()).answer
    assert isinstance(looked, Unknown)
    assert looked.code == "two_alike"


def test_a_note_is_one_metafield_for_each_code(shop: ShopifyDouble) -> None:
    for ask in (note(), note(), note("H8"), note("decision of 3 March")):
        assert isinstance(sent(shop, ask).answer, Done)
    keys = [done["key"] for done in shop.books.effects("note")]
    assert keys[:2] == ["7F3KQ-2MD8N", "H8"]
    assert keys[2].startswith("code-")
    assert len(keys[2]) <= 64
    value = json.loads(shop.books.metafields["gid://shopify/Order/51", "shopops", "H8"]["value"])
    assert list(value["said"]) == ["Confirmed by", "At"]
    assert (value["key"], value["code"]) == (KEY, "H8")


def test_a_note_under_the_same_code_that_somebody_else_wrote_is_not_ours(
    shop: ShopifyDouble,
) -> None:
    sent(shop, note(key=OTHER_KEY))
    assert found(shop, note()).answer == Absent()
    (held,) = shop.books.metafields.values()
    held["value"] = "by hand"
    assert found(shop, note()).answer == Absent()


def test_the_same_ask_gives_the_same_request(shop: ShopifyDouble) -> None:
    for ask in ASKS:
        assert writer(shop).request_for(ask) == writer(shop).request_for(ask)
