"""Where a delivery comes from: signed with our shared secret, not long ago, and only once.

The sender of a raw mail puts two headers on its POST: the time in seconds since 1970, and the
HMAC-SHA256, in hex, over shop, time and the mail's bytes (`signed_text`).
"""

import hmac
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.encoding import force_bytes

TIMESTAMP_HEADER = "X-ShopOps-Timestamp"
SIGNATURE_HEADER = "X-ShopOps-Signature"
MAX_AGE = timedelta(minutes=5)
PURPOSE = b"shopops inbound 1"
# What whoever posted is told; the mail doctor knows them.
RAW_UNSET = "SHOPOPS_INBOUND_SECRET is not set"
MISSIGNED = "the signature does not fit the mail"
TOO_OLD = "the signature is too old, or of the future"
NO_TIME = "the time is no number of seconds"


class OriginRefused(Exception):
    """Nobody knows who sent this, or it was sent before. The text says which."""


def no_secret(way: str) -> str:
    return f"no secret is set for {way}"


def raw_secret() -> bytes:
    """Outside of production it need not be set."""
    if settings.SHOPOPS_INBOUND_SECRET:
        return force_bytes(settings.SHOPOPS_INBOUND_SECRET)
    if settings.SHOPOPS_ENV == "production":
        raise OriginRefused(RAW_UNSET)
    return hmac.digest(force_bytes(settings.SECRET_KEY), PURPOSE, "sha256")


def signed_headers(*, slug: str, raw: bytes, now: datetime) -> dict[str, str]:
    """What a sender of ours puts on its POST."""
    timestamp = str(int(now.timestamp()))
    return {
        TIMESTAMP_HEADER: timestamp,
        SIGNATURE_HEADER: _signature(slug, timestamp, raw),
    }


def check_signature(*, slug: str, raw: bytes, timestamp: str, signature: str) -> None:
    """Raises `OriginRefused`."""
    meant = _signature(slug, timestamp, raw)
    if not hmac.compare_digest(force_bytes(meant), signature.encode("utf-8", "replace")):
        raise OriginRefused(MISSIGNED)


def check_age(timestamp: datetime, *, now: datetime, most: timedelta = MAX_AGE) -> None:
    """Raises `OriginRefused`. Clocks may differ by a few minutes either way."""
    if not -MAX_AGE <= now - timestamp <= most:
        raise OriginRefused(TOO_OLD)


def signed_text(slug: str, timestamp: str, raw: bytes) -> bytes:
    return b"\n".join([PURPOSE, slug.encode(), timestamp.encode("utf-8", "replace"), raw])


def _signature(slug: str, timestamp: str, raw: bytes) -> str:
    return hmac.digest(raw_secret(), signed_text(slug, timestamp, raw), "sha256").hex()
