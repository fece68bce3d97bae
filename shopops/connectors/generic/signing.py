"""Standard Webhooks, both ways: an id, a time in seconds, and an HMAC over both and the body.

Where a secret is being changed, there are two of them, separated by a space: both sign, and either
one proves.
"""

import binascii
import hmac
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from standardwebhooks.webhooks import Webhook

from shopops.connectors.ports import NotProven

ID, TIMESTAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"
CLOCKS_DIFFER = timedelta(minutes=5)
LONGEST_TIMESTAMP = 11  # digits, until the year 5138
LEAST_BYTES = 24  # of a secret, as Standard Webhooks has it


class NoSecret(ValueError):
    """A secret is whsec_ and then at least 24 random bytes in base64."""

    def __init__(self, which: str = "") -> None:
        super().__init__(f"{which}: {self.__doc__}" if which else str(self.__doc__))


def signed(secrets: str, *, message_id: str, now: datetime, body: bytes) -> dict[str, str]:
    """The headers that prove a message of ours. Raises `NoSecret`."""
    text = body.decode("utf-8")
    signatures = [one.sign(message_id, now, text) for one in _hooks(secrets)]
    return {
        ID: message_id,
        TIMESTAMP: str(int(now.timestamp())),
        SIGNATURE: " ".join(signatures),
    }


def proven_id(secrets: str, *, headers: Mapping[str, str], body: bytes, now: datetime) -> str:
    """The message's id, once it is proven. Raises `NotProven`, and `NoSecret`."""
    message_id, said = headers.get(ID, ""), headers.get(TIMESTAMP, "")
    found = headers.get(SIGNATURE, "").encode("utf-8", "replace").split(b" ")
    at = _moment(said)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise NotProven("the body is not UTF-8") from problem
    meant = [one.sign(message_id, at, text).encode() for one in _hooks(secrets)]
    # All are compared, so that the time it takes says nothing about which one was nearly right.
    fits = [hmac.compare_digest(one, given) for one in meant for given in found]
    if not message_id or not any(fits):
        raise NotProven(f"{ID}, {TIMESTAMP} and {SIGNATURE} do not fit the body")
    if abs(now - at) > CLOCKS_DIFFER:
        raise NotProven(f"{TIMESTAMP} is more than five minutes from the time here")
    return message_id


def checked(secrets: str, *, which: str) -> str:
    """The same. Raises `NoSecret`, which names it."""
    try:
        keys_of(secrets)
    except NoSecret:
        raise NoSecret(which) from None
    return secrets


def keys_of(secrets: str) -> list[bytes]:
    """The bytes with which is signed. Raises `NoSecret`."""
    keys = [_key(one) for one in secrets.split()]
    if not keys:
        raise NoSecret
    return keys


def _hooks(secrets: str) -> list[Webhook]:
    return [Webhook(key) for key in keys_of(secrets)]


def _key(secret: str) -> bytes:
    try:
        encoded = secret.removeprefix("whsec_").rstrip("=")
        raw = binascii.a2b_base64(encoded + "=" * (-len(encoded) % 4), strict_mode=True)
    except ValueError as problem:
        raise NoSecret from problem
    if len(raw) < LEAST_BYTES:
        raise NoSecret
    return raw


def _moment(said: str) -> datetime:
    if not (said.isascii() and said.isdecimal()) or len(said) > LONGEST_TIMESTAMP:
        raise NotProven(f"{TIMESTAMP} is no number of seconds")
    return datetime.fromtimestamp(int(said), UTC)
