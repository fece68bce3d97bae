"""Amounts as the language that is active writes them; the code of the currency stays as it is."""

import re

from babel.numbers import get_decimal_symbol, get_group_symbol
from django.utils.translation import get_language, gettext, override

from shopops.money import (
    ExcessDigits,
    MoneyError,
    NotMoney,
    UnknownCurrency,
    exponent,
    format_minor,
    parse_minor,
    plain_minor,
)

SIGNS = re.compile(r"[.,]")
THOUSANDS = 3  # digits of a group; a currency with as many decimals has amounts that look grouped


class TwoAmounts(NotMoney):
    """With a sign of thousands it is one amount, with a decimal sign another."""

    def __init__(self, typed: str, more: str, less: str) -> None:
        super().__init__(f"{typed!r} is {more} or {less}.")
        self.more, self.less = more, less


def amount_in(minor: int, currency: str) -> str:
    """Such as 1,290.00 USD, or 1.290,00 USD in German. Raises `MoneyError`."""
    return _signs(format_minor(minor, currency))


def editable(minor: int, currency: str) -> str:
    """As it stands in a field: 1290.00, or 1290,00."""
    return _signs(plain_minor(minor, currency))


def minor_typed(typed: str, currency: str, *, language: str = "") -> int:
    """The minor units of what somebody typed in their language. `language`: that of the page on
    which they typed it, where another may be active by now. Raises `MoneyError`."""
    with override(language or get_language()):
        _refuse_two_amounts(typed.strip(), currency)
        return parse_minor(read(typed), currency)


def _refuse_two_amounts(typed: str, currency: str) -> None:
    """1,250 KWD may be a thousand and more, or one and a quarter: nobody guesses."""
    whole, group, fraction = typed.partition(_symbols()[1])
    grouped = re.fullmatch(r"[1-9][0-9]{0,2}", whole) and re.fullmatch(r"[0-9]{3}", fraction)
    if exponent(currency) >= THOUSANDS and group and grouped:
        more = parse_minor(f"{whole}{fraction}", currency)
        less = parse_minor(f"{whole}.{fraction}", currency)
        raise TwoAmounts(typed, editable(more, currency), editable(less, currency))


def read(typed: str) -> str:
    """What `parse_minor` reads, out of what somebody typed in their language. A point that no
    thousands stand behind is a decimal point in every language."""
    text = typed.strip()
    point, group = _symbols()
    if point == ".":
        return text
    whole, comma, fraction = text.partition(point)
    if re.fullmatch(rf"[1-9][0-9]{{0,2}}(?:{re.escape(group)}[0-9]{{3}})+", whole):
        whole = whole.replace(group, "")
    return f"{whole}.{fraction}" if comma else whole


def unreadable(error: MoneyError, typed: object, currency: str) -> str:
    """Why it is no amount. The error itself speaks English."""
    if isinstance(error, TwoAmounts):
        said = gettext("“{typed}” can be read as two amounts. Write {more} or {less}.")
        return said.format(typed=typed, more=error.more, less=error.less)
    if _symbols()[0] == ".":
        meant = _with_a_point(typed, currency) if isinstance(error, NotMoney) else ""
        said = gettext("“{typed}” is not an amount. Write {meant}.")
        return said.format(typed=typed, meant=meant) if meant else str(error)
    match error:
        case UnknownCurrency():
            said = gettext("“{currency}” is not a currency code of ISO 4217.")
        case ExcessDigits():
            said = gettext("“{typed}” has more decimals than {currency} has ({digits}).")
        case _ if not typed:
            said = gettext("No amount is given. Write it like 1234.50.")
        case _ if "negative" in str(error):
            said = gettext("“{typed}” is negative, which is not possible here.")
        case _:
            said = gettext("“{typed}” is not an amount. Write it like 1234.50, without separators.")
    digits = exponent(currency) if isinstance(error, ExcessDigits) else 0
    return said.format(typed=typed, currency=currency, digits=digits)


def _with_a_point(typed: object, currency: str) -> str:
    """45.00 for 45,00. Empty where the comma could as well be one of thousands."""
    match = re.fullmatch(r"([0-9]+),([0-9]{1,2})", str(typed).strip())
    if match is None or len(match[2]) > exponent(currency):
        return ""
    return f"{match[1]}.{match[2]}"


def _signs(text: str) -> str:
    point, group = _symbols()
    return SIGNS.sub(lambda sign: point if sign[0] == "." else group, text)


def share(number: float) -> str:
    """Such as 0.85."""
    return _signs(f"{number:.2f}")


def _symbols() -> tuple[str, str]:
    language = (get_language() or "en").replace("-", "_")
    return get_decimal_symbol(language), get_group_symbol(language)
