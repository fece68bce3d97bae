"""Proof that a webhook comes from the shop: base64 of HMAC-SHA256 over the bytes of the body.

WooCommerce signs with the secret after WordPress has turned HTML entities in it into characters,
so `a&amp;b` in the form is the secret `a&b`.
"""

import base64
import hashlib
import hmac
import re
from html import unescape

_ENTITY = re.compile(
    r"&(?:quot|lt|gt|amp|#0*(?:34|38|39|60|62)|#x0*(?:22|26|27|3c|3e));", re.IGNORECASE
)


def signature(secret: str, body: bytes) -> str:
    signed = _ENTITY.sub(lambda found: unescape(found[0].lower()), secret)
    digest = hmac.new(signed.encode(), body, hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def proves(secret: str, body: bytes, said: str) -> bool:
    return hmac.compare_digest(signature(secret, body).encode(), said.encode())
