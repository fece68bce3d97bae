"""Secrets of second factors at rest: encrypted with a key made from the site's secret."""

import base64
import hmac

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes

PURPOSE = b"shopops second factor 1"


def seal(text: str) -> str:
    return _keys().encrypt(text.encode()).decode()


def unseal(sealed: str) -> str:
    """Raises `InvalidToken` for what was sealed with a secret that this site no longer has."""
    return _keys().decrypt(sealed.encode()).decode()


def _keys() -> MultiFernet:
    """The first one seals; older ones, kept as SECRET_KEY_FALLBACKS, still unseal."""
    words = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_key(word) for word in words])


def _key(secret: str | bytes) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hmac.digest(force_bytes(secret), PURPOSE, "sha256")))
