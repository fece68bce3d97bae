"""Why a row is refused. The codes are stable; programs may rely on them."""

from enum import StrEnum


class RefusalCode(StrEnum):
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    CUT_OFF = "cut_off"
    TOO_LONG = "too_long"
    TOO_DEEP = "too_deep"
    DUPLICATE_KEY = "duplicate_key"
    NUL_CHARACTER = "nul_character"
    LONE_SURROGATE = "lone_surrogate"
    MISSING = "missing"
    UNKNOWN_MEMBER = "unknown_member"
    WRONG_TYPE = "wrong_type"
    INVALID = "invalid"
    UNKNOWN_WORD = "unknown_word"
    UNKNOWN_CURRENCY = "unknown_currency"
    EXCESS_DIGITS = "excess_digits"
    NOT_MONEY = "not_money"
    NAIVE_TIME = "naive_time"
    TIME_OUT_OF_RANGE = "time_out_of_range"
    REPEATED_ID = "repeated_id"
    UNKNOWN_REFERENCE = "unknown_reference"
    UNKNOWN_ORDER = "unknown_order"
    OTHER_SOURCE = "other_source"
    OTHER_ORDER = "other_order"
    ERASED = "erased"


class RowRefused(Exception):
    """One row cannot be taken. `path` is a JSON path in that row; `reason` is a sentence."""

    def __init__(self, code: RefusalCode, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.code = code
        self.path = path
        self.reason = reason
