"""Reading a foreign payload: every value knows its JSON path, and nothing is coerced."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from shopops import money
from shopops.connectors.refusals import RefusalCode, RowRefused

Word = TypeVar("Word")

_OFFSET = re.compile(r"(?:Z|[+-]\d\d:\d\d)$", re.IGNORECASE)
_MONEY_CODES: dict[type[money.MoneyError], RefusalCode] = {
    money.UnknownCurrency: RefusalCode.UNKNOWN_CURRENCY,
    money.ExcessDigits: RefusalCode.EXCESS_DIGITS,
    money.NotMoney: RefusalCode.NOT_MONEY,
}


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the payload. A member that is absent reads as null, as sources mean it."""

    value: Any
    path: str

    def refused(self, code: RefusalCode, reason: str) -> RowRefused:
        return RowRefused(code, self.path, reason)

    def has(self, name: str) -> bool:
        return isinstance(self.value, dict) and name in self.value

    def get(self, name: str) -> "Node":
        """The member, of an object or of null."""
        if self.value is None:
            return Node(None, f"{self.path}.{name}")
        if not isinstance(self.value, dict):
            raise self.refused(RefusalCode.WRONG_TYPE, "is not an object")
        return Node(self.value.get(name), f"{self.path}.{name}")

    def require(self, name: str) -> "Node":
        member = self.get(name)
        if member.value is None:
            raise member.refused(RefusalCode.MISSING, "is missing")
        return member

    def items(self) -> Iterator["Node"]:
        """The items of a list; null is an empty one."""
        if self.value is None:
            return
        if not isinstance(self.value, list):
            raise self.refused(RefusalCode.WRONG_TYPE, "is not a list")
        for index, item in enumerate(self.value):
            yield Node(item, f"{self.path}[{index}]")

    def text(self) -> str | None:
        """None for null and for an empty string, which sources use for "nothing"."""
        if self.value is None or self.value == "":
            return None
        if not isinstance(self.value, str):
            raise self.refused(RefusalCode.WRONG_TYPE, "is not a string")
        return self.value

    def flag(self) -> bool | None:
        if self.value is None or isinstance(self.value, bool):
            return self.value
        raise self.refused(RefusalCode.WRONG_TYPE, "is neither true nor false")

    def whole(self) -> int:
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return self.value
        raise self.refused(RefusalCode.WRONG_TYPE, "is not a whole number")

    def id(self) -> str:
        """Sources write ids as numbers or strings; here they are strings."""
        if isinstance(self.value, str) and self.value:
            return self.value
        if isinstance(self.value, int) and not isinstance(self.value, bool):
            return str(self.value)
        raise self.refused(RefusalCode.WRONG_TYPE, "is not an id")

    def word(self, words: Mapping[str, Word]) -> Word:
        """What a word of the source's own list means here; a word we do not know is refused."""
        if isinstance(self.value, str) and self.value in words:
            return words[self.value]
        reason = f"{self.value!r} is not one of {', '.join(words)}"
        raise self.refused(RefusalCode.UNKNOWN_WORD, reason)

    def minor(self, currency: str, *, allow_negative: bool = False) -> int:
        """Decimal text as minor units; a JSON number is refused, as it may already be rounded."""
        if not isinstance(self.value, str):
            raise self.refused(RefusalCode.NOT_MONEY, 'is not money as a string, such as "129.00"')
        try:
            return money.parse_minor(self.value, currency, allow_negative=allow_negative)
        except money.MoneyError as error:
            code = _MONEY_CODES.get(type(error), RefusalCode.NOT_MONEY)
            raise self.refused(code, str(error)) from None

    def instant(self) -> datetime | None:
        """A time with its offset; a time without one is refused, never placed in some zone."""
        text = self.text()
        if text is None:
            return None
        if not _OFFSET.search(text):
            reason = f"{text!r} has no offset, so nobody knows which instant it is"
            raise self.refused(RefusalCode.NAIVE_TIME, reason)
        return self._moment(text)

    def utc(self) -> datetime | None:
        """A time whose member name says that it is UTC, such as `date_created_gmt`."""
        text = self.text()
        if text is None:
            return None
        return self._moment(text if _OFFSET.search(text) else f"{text}Z")

    def _moment(self, text: str) -> datetime:
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            raise self.refused(RefusalCode.INVALID, f"{text!r} is not a time") from None
