"""What must not be read by whoever reads the database or the queue: encrypted at rest (Fernet, that
is AES-128-CBC with HMAC-SHA256), with another key for each purpose.

The keys are made from SHOPOPS_VAULT_KEYS: the first seals, all of them unseal, and so does the
site's secret, which seals where no vault key is set. `manage.py reseal` seals everything anew.
"""

import base64
import hmac
from enum import Enum

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes


class Purpose(Enum):
    """Goes into the key, so that what was sealed for one cannot stand in for another."""

    SECOND_FACTOR = b"shopops second factor 1"
    LETTER = b"shopops letter 1"
    INBOUND_MAIL = b"shopops inbound mail 1"
    CONNECTION = b"shopops connection 1"  # a connected shop's settings
    DELIVERY = b"shopops delivery 1"  # what a connected shop sent
    EXCHANGE = b"shopops exchange 1"  # what was sent to it, and what it answered


class Unreadable(Exception):
    """It was sealed with a key that this site no longer has, or was changed since."""


def seal(content: bytes, *, purpose: Purpose) -> bytes:
    return _keys(purpose).encrypt(content)


def unseal(sealed: bytes, *, purpose: Purpose) -> bytes:
    """Raises `Unreadable`."""
    try:
        return _keys(purpose).decrypt(sealed)
    except InvalidToken as problem:
        raise Unreadable(str(Unreadable.__doc__)) from problem


def reseal(sealed: bytes, *, purpose: Purpose) -> bytes:
    """The same content under the newest key. Raises `Unreadable`."""
    try:
        return _keys(purpose).rotate(sealed)
    except InvalidToken as problem:
        raise Unreadable(str(Unreadable.__doc__)) from problem


def is_newest(sealed: bytes, *, purpose: Purpose) -> bool:
    """Whether the newest key sealed it."""
    try:
        _key(_words()[0], purpose).decrypt(sealed)
    except InvalidToken:
        return False
    return True


def _words() -> list[str | bytes]:
    return [*settings.SHOPOPS_VAULT_KEYS, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _keys(purpose: Purpose) -> MultiFernet:
    return MultiFernet([_key(word, purpose) for word in _words()])


def _key(word: str | bytes, purpose: Purpose) -> Fernet:
    made = hmac.digest(force_bytes(word), purpose.value, "sha256")
    return Fernet(base64.urlsafe_b64encode(made))
