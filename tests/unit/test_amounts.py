"""Amounts as a language writes them, and read as somebody types them in it."""

import pytest
from django.utils import translation

from shopops.money import MoneyError, parse_minor, plain_minor
from shopops.tenants.amounts import (
    TwoAmounts,
    amount_in,
    editable,
    minor_typed,
    read,
    share,
    unreadable,
)


@pytest.mark.parametrize(
    ("language", "said", "yen", "field", "sure"),
    [
        ("en", "1,290.00 USD", "9,800 JPY", "1290.00", "0.85"),
        ("de", "1.290,00 USD", "9.800 JPY", "1290,00", "0,85"),
    ],
)
def test_signs_are_the_language_s_and_the_code_stays(
    language: str, said: str, yen: str, field: str, sure: str
) -> None:
    with translation.override(language):
        shown = (amount_in(129000, "USD"), editable(129000, "USD"), share(0.85))
        assert shown == (said, field, sure)
        assert amount_in(9800, "JPY") == yen


@pytest.mark.parametrize(
    ("typed", "minor"),
    [("129,50", 12950), ("129.50", 12950), ("1.290", 129000), ("1.290,5", 129050), (" 7 ", 700)],
)
def test_german_is_read_with_its_own_signs_and_a_point_still_counts(typed: str, minor: int) -> None:
    with translation.override("de"):
        assert parse_minor(read(typed), "USD") == minor


@pytest.mark.parametrize("typed", ["1,290.00", "12,345", "1.29.0", "-5,00", "abc", ""])
def test_what_could_mean_two_things_is_refused_in_german_words(typed: str) -> None:
    with translation.override("de"), pytest.raises(MoneyError) as refused:
        parse_minor(read(typed), "USD")
    with translation.override("de"):
        assert unreadable(refused.value, typed, "USD") != str(refused.value)
    assert unreadable(refused.value, typed, "USD") == str(refused.value)


@pytest.mark.parametrize(
    ("typed", "currency", "says"),
    [
        ("45,00", "USD", "“45,00” is not an amount. Write 45.00."),
        (" 7,5 ", "USD", "Write 7.5."),
        ("45,00", "JPY", "without separators"),
        ("12,345", "KWD", "without separators"),
    ],
)
def test_a_decimal_comma_in_english_is_refused_with_what_to_write(
    typed: str, currency: str, says: str
) -> None:
    with translation.override("en"), pytest.raises(MoneyError) as refused:
        parse_minor(read(typed), currency)
    with translation.override("en"):
        assert says in unreadable(refused.value, typed, currency)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("currency", ["USD", "JPY", "KWD", "CLF"])
@pytest.mark.parametrize("minor", [0, 1, 99, 1000, 1290, 1234567])
def test_a_field_that_nobody_touched_is_read_as_it_was(
    language: str, currency: str, minor: int
) -> None:
    with translation.override(language):
        assert read(editable(minor, currency)) == plain_minor(minor, currency)


@pytest.mark.parametrize(
    ("language", "typed", "currency", "more", "less"),
    [
        ("en", "1,250", "KWD", "1250.000", "1.250"),
        ("de", "1.250", "KWD", "1250,000", "1,250"),
        ("de", " 12.345 ", "BHD", "12345,000", "12,345"),
        ("de", "1.250", "CLF", "1250,0000", "1,2500"),
    ],
)
def test_what_is_one_amount_with_thousands_and_another_with_decimals_is_refused(
    language: str, typed: str, currency: str, more: str, less: str
) -> None:
    with translation.override(language), pytest.raises(TwoAmounts) as refused:
        minor_typed(typed, currency)
    with translation.override("en"):
        said = unreadable(refused.value, typed, currency)
    assert said.endswith(f"can be read as two amounts. Write {more} or {less}.")
    for meant in (more, less):
        assert minor_typed(meant, currency, language=language) >= 0


@pytest.mark.parametrize("active", ["en", "de"])
@pytest.mark.parametrize("shown", ["en", "de"])
@pytest.mark.parametrize("currency", ["USD", "JPY", "KWD", "CLF"])
@pytest.mark.parametrize("minor", [0, 1, 250, 1250, 12345, 1250000, 1234567])
def test_a_field_is_read_as_it_was_shown_whatever_language_is_active_by_now(
    active: str, shown: str, currency: str, minor: int
) -> None:
    with translation.override(shown):
        field = editable(minor, currency)
    with translation.override(active):
        assert minor_typed(field, currency, language=shown) == minor
        try:
            blind = minor_typed(field, currency)  # a page that did not say its language
        except MoneyError:
            return
        assert blind == minor


def test_nobody_groups_behind_a_nought() -> None:
    with translation.override("de"):
        assert minor_typed("0.250", "KWD") == 250
