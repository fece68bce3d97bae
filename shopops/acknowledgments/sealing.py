"""Mails at rest: encrypted with a key that is made from the site's secret."""

import base64
import hmac

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes

PURPOSE = b"shopops inbound mail 1"


class Unreadable(Exception):
    """It was sealed with a secret that this site no longer has, or was changed since."""


def seal(content: bytes) -> bytes:
    return _keys().encrypt(content)


def unseal(sealed: bytes) -> bytes:
    """Raises `Unreadable`."""
    try:
        return _keys().decrypt(sealed)
    except InvalidToken as problem:
        raise Unreadable(str(Unreadable.__doc__)) from problem


def _keys() -> MultiFernet:
    """The first one seals; older ones, kept as SECRET_KEY_FALLBACKS, still unseal."""
    return MultiFernet(
        [_key(word) for word in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    )


def _key(secret: str | bytes) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hmac.digest(force_bytes(secret), PURPOSE, "sha256")))
