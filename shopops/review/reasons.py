"""What people write with a decision, fit to be kept."""

import unicodedata

from shopops.review.refusals import ReasonRequired, ReasonTooLong

LONGEST_REASON = 2000
LAYOUT = "\n\r\t"
# They turn the direction of what stands beside them, so that a page shows what nobody wrote.
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def required(reason: str) -> str:
    text = short(reason)
    if not text:
        raise ReasonRequired
    return text


def short(reason: str) -> str:
    text = clean(reason).strip()
    if len(text) > LONGEST_REASON:
        raise ReasonTooLong
    return text


def clean(text: str) -> str:
    """Without what nobody types and no page shows as it is; U+0000 could not even be stored."""
    return "".join(one for one in text if one not in TURNING and not _controls(one))


def _controls(sign: str) -> bool:
    return unicodedata.category(sign) == "Cc" and sign not in LAYOUT
