"""What must not be read by whoever reads the database or the queue: encrypted with a key that is
made from the site's secret, another one for each purpose."""

import base64
import hmac

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.utils.encoding import force_bytes

SECOND_FACTOR = b"shopops second factor 1"
LETTER = b"shopops letter 1"


def seal(text: str, *, purpose: bytes) -> str:
    return _keys(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, *, purpose: bytes) -> str:
    """Raises `InvalidToken` for what was sealed with a secret that this site no longer has."""
    return _keys(purpose).decrypt(sealed.encode()).decode()


def _keys(purpose: bytes) -> MultiFernet:
    """The first one seals; older ones, kept as SECRET_KEY_FALLBACKS, still unseal."""
    words = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([_key(word, purpose) for word in words])


def _key(secret: str | bytes, purpose: bytes) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hmac.digest(force_bytes(secret), purpose, "sha256")))
