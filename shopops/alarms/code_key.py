"""The secret that codes are made with: one per installation, for ever.

With another one the next items get codes of another kind, and those that are stored no longer
follow from their keys; the provenance audit says so.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac


def code_key() -> bytes:
    given: str = settings.SHOPOPS_CODE_KEY
    if given:
        return given.encode()
    return salted_hmac("shopops.alarms.code", "1", algorithm="sha256").digest()
