"""The filters as they stand in an address."""

import re

from django.http import QueryDict

from shopops.money import MoneyError, plain_minor
from shopops.tenants.amounts import minor_typed

LOOKS_GROUPED = re.compile(r"[0-9]{1,3}\.[0-9]{3}")
AMBIGUOUS_NO_MORE = len("0000.000")


def clean_query(query: QueryDict, *without: str) -> str:
    """With its "?", in one order, without what is empty and without the place in the list; empty
    when nothing is left. The same filters always give the same text."""
    left = QueryDict(mutable=True)
    for name in sorted(query):
        if query.get(name) and name not in ("after", *without):
            left[name] = str(query[name])
    return f"?{left.urlencode()}" if left else ""


def kept_query(query: str) -> str:
    """As a saved view keeps it, without the "?": amounts so that they mean the same in every
    language. What is no amount stays as it was typed."""
    left = QueryDict(query.removeprefix("?"), mutable=True)
    currency = str(left.get("currency", "")).upper()
    for name in ("low", "high"):
        if typed := left.get(name):
            left[name] = _in_any_language(str(typed), currency)
    return clean_query(left).removeprefix("?")


def _in_any_language(typed: str, currency: str) -> str:
    """12.345 KWD are twelve thousand where points group; 0012.345 are twelve everywhere."""
    try:
        plain = plain_minor(minor_typed(typed, currency), currency)
    except MoneyError:
        return typed
    return plain.zfill(AMBIGUOUS_NO_MORE) if LOOKS_GROUPED.fullmatch(plain) else plain
