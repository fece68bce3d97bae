"""Numbers that contradict each other are told apart from numbers that are merely unusual."""

from typing import Any

import pytest

from shopops.administration.threshold_limits import contradictions
from shopops.administration.threshold_words import in_sentences
from shopops.agents.thresholds import Thresholds

USUAL = Thresholds()


def test_a_new_shops_numbers_contradict_nothing() -> None:
    assert contradictions(USUAL) == []


@pytest.mark.parametrize(
    ("changed", "where", "words"),
    [
        ({"second_cap_cents": {"USD": 4999}}, ("second_cap_cents", "USD"), "49.99 USD"),
        ({"second_cap_cents": {"JPY": 10}}, ("second_cap_cents", "JPY"), "Set that first"),
        ({"standard_update_cents": {"USD": 1}}, ("standard_update_cents", "USD"), "not set"),
        (
            {"standard_update_cents": {"KWD": 1501}, "goodwill_cap_cents": {"KWD": 1500}},
            ("standard_update_cents", "KWD"),
            "1.500 KWD",
        ),
        (
            {
                "standard_update_cents": {"USD": 5},
                "goodwill_cap_cents": {"USD": 5},
                "goodwill_percent": 0,
            },
            ("standard_update_cents", "USD"),
            "0 percent",
        ),
        (
            {
                "standard_update_cents": {"USD": 300},
                "goodwill_cap_cents": {"USD": 300},
                "exception_refund_cents": {"USD": 299},
            },
            ("exception_refund_cents", "USD"),
            "3.00 USD",
        ),
        ({"exception_at_percent": 96}, ("exception_at_percent", None), "95 percent"),
    ],
)
def test_what_could_never_do_what_it_says_is_named_with_its_place_and_reason(
    changed: dict[str, Any], where: tuple[str, str | None], words: str
) -> None:
    [one] = contradictions(Thresholds(**changed))
    assert (one.setting, one.currency) == where
    assert words in one.why


@pytest.mark.parametrize(
    "changed",
    [
        {"second_cap_cents": {"USD": 5000}},
        {"standard_update_cents": {"USD": 0}},
        {"exception_refund_cents": {"USD": 0}},
        {"exception_at_percent": 95},
        {"exception_at_percent": 97, "likelihood_percent": {"stalled": 97}},
        {"stall_days_domestic": 30, "stall_days_cross_border": 3},
    ],
)
def test_what_is_merely_unusual_is_allowed(changed: dict[str, Any]) -> None:
    assert contradictions(Thresholds(**changed)) == []


def test_each_currency_is_said_in_words_with_its_own_digits() -> None:
    numbers = Thresholds(
        approval_above_cents={"USD": 5000, "KWD": 1500, "EUR": 100},
        second_cap_cents={"USD": 30000, "EUR": 100},
        goodwill_cap_cents={"JPY": 500},
    )
    said = {one.currency: " ".join(one.sentences) for one in in_sentences(numbers)}
    assert said == {
        "EUR": "Up to 1.00 EUR no approval is needed; above it two people approve.",
        "JPY": (
            "Every amount needs approval. Goodwill is at most 500 JPY and at most 10 percent of "
            "the order."
        ),
        "KWD": "Up to 1.500 KWD no approval is needed; above it one person approves.",
        "USD": (
            "Up to 50.00 USD no approval is needed; above it one person approves, above 300.00 "
            "USD two."
        ),
    }
