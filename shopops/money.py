"""Money as text and as minor units: 12900 USD is "129.00 USD". Never a float.

`EXPONENTS` is pinned from ISO 4217 list one as published on 2026-09-17: all 165 currency and funds
codes in force that have minor units. CLDR's digits, which Babel uses, are for display and differ.
Codes without minor units (metals, bond units, XDR, XTS, XXX) and withdrawn ones are refused.
"""

import re

_BY_EXPONENT = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: (
        "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD "
        "CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP "
        "GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK "
        "LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO "
        "NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS "
        "SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST "
        "XAD XCD XCG YER ZAR ZMW ZWG"
    ),
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

EXPONENTS: dict[str, int] = {
    code: digits for digits, codes in _BY_EXPONENT.items() for code in codes.split()
}

_DECIMAL = re.compile(r"(-?)([0-9]{1,16})(?:\.([0-9]{1,16}))?")


class MoneyError(ValueError):
    """An amount that is not read as money."""


class UnknownCurrency(MoneyError):
    """Not an ISO 4217 currency in force that has minor units."""


class ExcessDigits(MoneyError):
    """More decimals than the currency has; it is refused, not rounded."""


class NotMoney(MoneyError):
    """Not a plain decimal number such as 129.00."""


def exponent(currency: str) -> int:
    """How many minor digits `currency` has."""
    try:
        return EXPONENTS[currency]
    except KeyError:
        raise UnknownCurrency(f"{currency!r} is not a currency code of ISO 4217.") from None


def parse_minor(text: str, currency: str, *, allow_negative: bool = False) -> int:
    """The exact minor units of a decimal text: "129.00" USD is 12900, "9800" JPY is 9800.

    ASCII digits and one point. Fewer decimals than the currency has are fine ("129.5" USD).
    """
    digits = exponent(currency)
    match = _DECIMAL.fullmatch(text)
    if not text:
        raise NotMoney("No amount is given. Write it like 1234.50.")
    if match is None:
        raise NotMoney(f"{text!r} is not an amount. Write it like 1234.50, without separators.")
    sign, whole, fraction = match[1], match[2], match[3] or ""
    if sign and not allow_negative:
        raise NotMoney(f"{text!r} is negative, which is not possible here.")
    if len(fraction) > digits:
        raise ExcessDigits(f"{text!r} has more decimals than {currency} has ({digits}).")
    minor = int(whole + fraction.ljust(digits, "0"))
    return -minor if sign else minor


def split_minor(minor: int, currency: str) -> tuple[str, str, str]:
    """Sign, whole units and minor digits as text: ("", "129", "00"); JPY has no minor digits."""
    digits = exponent(currency)
    if type(minor) is not int:
        raise NotMoney(f"{minor!r} is not a whole number of minor units.")
    text = str(abs(minor)).rjust(digits + 1, "0")
    cut = len(text) - digits
    return "-" if minor < 0 else "", text[:cut], text[cut:]


def plain_minor(minor: int, currency: str) -> str:
    """The text that `parse_minor` reads back: "1290.00"."""
    sign, whole, fraction = split_minor(minor, currency)
    return f"{sign}{whole}.{fraction}" if fraction else f"{sign}{whole}"


def format_minor(minor: int, currency: str) -> str:
    """For people: "1,290.00 USD", "9,800 JPY"."""
    sign, whole, fraction = split_minor(minor, currency)
    grouped = f"{sign}{int(whole):,}"
    return f"{grouped}.{fraction} {currency}" if fraction else f"{grouped} {currency}"
