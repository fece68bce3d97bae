"""Minor units, their text, and the pinned table of currencies."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopops.money import (
    EXPONENTS,
    ExcessDigits,
    MoneyError,
    NotMoney,
    UnknownCurrency,
    exponent,
    format_minor,
    parse_minor,
    plain_minor,
    split_minor,
)

CURRENCIES = st.sampled_from(sorted(EXPONENTS))
MINOR = st.integers(min_value=-(10**15), max_value=10**15)


@given(MINOR, CURRENCIES)
def test_reading_what_was_written_gives_the_same_minor_units(minor: int, currency: str) -> None:
    assert parse_minor(plain_minor(minor, currency), currency, allow_negative=True) == minor


@given(MINOR, CURRENCIES)
def test_what_people_read_differs_only_by_separators_and_the_code(
    minor: int, currency: str
) -> None:
    shown = format_minor(minor, currency)
    assert shown.endswith(f" {currency}")
    assert shown.removesuffix(f" {currency}").replace(",", "") == plain_minor(minor, currency)


@given(MINOR, CURRENCIES)
def test_one_more_decimal_than_the_currency_has_is_refused(minor: int, currency: str) -> None:
    sign, whole, fraction = split_minor(minor, currency)
    with pytest.raises(ExcessDigits):
        parse_minor(f"{sign}{whole}.{fraction}0", currency, allow_negative=True)


@given(st.text(max_size=12), CURRENCIES)
def test_any_text_is_an_amount_or_a_refusal_and_never_a_float(text: str, currency: str) -> None:
    try:
        assert type(parse_minor(text, currency)) is int
    except MoneyError:
        assert not (text.isascii() and text.isdigit())


@pytest.mark.parametrize(
    ("currency", "digits"),
    [
        *(("USD", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("UYW", 4), ("ISK", 0), ("UYI", 0)),
        *(("MGA", 2), ("MRU", 2), ("HUF", 2), ("IQD", 3), ("XAD", 2), ("XCG", 2), ("ZWG", 2)),
    ],
)
def test_the_exponent_is_that_of_iso_4217(currency: str, digits: int) -> None:
    assert exponent(currency) == digits


def test_the_table_has_every_currency_in_force_once() -> None:
    by_digits = {n: sum(1 for held in EXPONENTS.values() if held == n) for n in range(6)}
    assert by_digits == {0: 17, 1: 0, 2: 139, 3: 7, 4: 2, 5: 0}


@pytest.mark.parametrize("code", ["XAU", "XAG", "XDR", "XTS", "XXX", "XBA", "XSU", "XUA"])
def test_a_code_without_minor_units_is_no_money(code: str) -> None:
    with pytest.raises(UnknownCurrency):
        parse_minor("1", code)


@pytest.mark.parametrize("code", ["BGN", "HRK", "ANG", "ZWL", "usd", "US", "", "BTC"])
def test_a_withdrawn_or_unheard_of_code_is_refused(code: str) -> None:
    with pytest.raises(UnknownCurrency, match="ISO 4217"):
        format_minor(1, code)


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("129.00", "USD", 12900),
        ("129", "USD", 12900),
        ("129.5", "USD", 12950),
        ("0.01", "USD", 1),
        ("9800", "JPY", 9800),
        ("12.345", "KWD", 12345),
        ("1.2345", "CLF", 12345),
        ("90071992547409.93", "USD", 2**53 + 1),
    ],
)
def test_a_plain_decimal_is_read_exactly(text: str, currency: str, minor: int) -> None:
    assert parse_minor(text, currency) == minor


@pytest.mark.parametrize(("text", "currency"), [("9800.0", "JPY"), ("1.001", "USD")])
def test_excess_digits_are_refused_even_when_they_are_zero(text: str, currency: str) -> None:
    with pytest.raises(ExcessDigits, match=currency):
        parse_minor(text, currency)


@pytest.mark.parametrize(
    "text",
    [
        *("", ".5", "5.", "1,000.00", "1 000", "1e3", "NaN", "Infinity", "+1", " 1", "1\n"),
        *("0x10", "١٢", "1_000", "--1", "1.2.3", "$5", "12345678901234567"),
    ],
)
def test_what_is_not_a_plain_decimal_is_refused(text: str) -> None:
    with pytest.raises(NotMoney):
        parse_minor(text, "USD")


def test_a_negative_amount_needs_permission() -> None:
    with pytest.raises(NotMoney, match="negative"):
        parse_minor("-1.00", "USD")
    assert parse_minor("-1.00", "USD", allow_negative=True) == -100


@pytest.mark.parametrize(
    ("minor", "currency", "shown"),
    [
        (12900, "USD", "129.00 USD"),
        (9800, "JPY", "9,800 JPY"),
        (5, "USD", "0.05 USD"),
        (0, "JPY", "0 JPY"),
        (-5, "USD", "-0.05 USD"),
        (1234567890, "KWD", "1,234,567.890 KWD"),
        (-123456, "CLF", "-12.3456 CLF"),
    ],
)
def test_people_read_separators_digits_and_the_code(minor: int, currency: str, shown: str) -> None:
    assert format_minor(minor, currency) == shown


@pytest.mark.parametrize("amount", [1.0, True, "1", None])
def test_only_whole_numbers_are_minor_units(amount: Any) -> None:
    with pytest.raises(NotMoney):
        format_minor(amount, "USD")
