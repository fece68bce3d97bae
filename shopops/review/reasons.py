"""What people write with a decision, fit to be kept."""

from shopops.review.refusals import ReasonRequired, ReasonTooLong

LONGEST_REASON = 2000


def required(reason: str) -> str:
    text = short(reason)
    if not text:
        raise ReasonRequired
    return text


def short(reason: str) -> str:
    """Without U+0000, which nobody can type and PostgreSQL cannot store."""
    text = reason.replace("\0", "").strip()
    if len(text) > LONGEST_REASON:
        raise ReasonTooLong
    return text
