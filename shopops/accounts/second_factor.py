"""Second factors: who has one, and how the library keeps them here.

Whoever has one is asked for it at every sign-in.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator

from shopops.accounts.sealing import seal, unseal

# Recovery codes only stand in for one of these.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
WRONG_CODE = "That code does not fit, or its time is over. Type the one shown now."


def has_second_factor(user_id: int) -> bool:
    return bool(with_second_factor([user_id]))


def with_second_factor(user_ids: Iterable[int]) -> set[int]:
    """Those of them who have one, in one statement."""
    found = Authenticator.objects.filter(user_id__in=list(user_ids), type__in=FACTORS)
    return set(found.values_list("user_id", flat=True))


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": WRONG_CODE,
    }

    def get_totp_issuer(self) -> str:
        return "ShopOps"

    def encrypt(self, text: str) -> str:
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text)
