"""Why a delivery was not taken in: a sentence for the shop, and the place for who mends it."""

import pytest

from shopops.administration.connections.reasons import WORDS, Why, why
from shopops.connections.models import Delivery
from shopops.connectors.refusals import RefusalCode, RowRefused
from shopops.deliveries.outcome import reason_of

MISSING_ORDER = reason_of(RowRefused(RefusalCode.UNKNOWN_ORDER, "$.order_id", "is not here"))


def told(reason: str, topic: str = "") -> Why:
    return why(Delivery(reason=reason, topic=topic))


@pytest.mark.parametrize(
    ("topic", "what"),
    [
        ("refunds/create", "refund"),
        ("fulfillments/update", "parcel"),
        ("order_transactions/create", "payment"),
        ("disputes/create", "dispute"),
        ("", "message"),
    ],
)
def test_what_came_before_its_order_is_named(topic: str, what: str) -> None:
    said = f"This {what} belongs to an order that is not here yet."
    assert told(MISSING_ORDER, topic) == Why(said, "$.order_id is not here")


def test_of_several_rows_the_first_is_told() -> None:
    found = told(f"2 of 3: {MISSING_ORDER}")
    assert found.said.startswith("This message belongs to an order")


@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_has_words_and_keeps_its_place(code: RefusalCode) -> None:
    found = told(reason_of(RowRefused(code, "$.a", "is wrong")))
    assert (found.said, found.behind) == (WORDS[code], "$.a is wrong")


@pytest.mark.parametrize("reason", ["", "It was known already.", "Notes: none", "pending: yes"])
def test_what_is_a_sentence_stays_one(reason: str) -> None:
    assert told(reason) == Why(reason)
