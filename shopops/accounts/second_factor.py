"""Second factors: who has one, and how the library keeps them here.

Whoever has one is asked for it at every sign-in.
"""

from collections.abc import Iterable
from typing import Any, ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.utils.translation import gettext, gettext_lazy

from shopops.tenants.models import User
from shopops.tenants.sealing import Purpose, seal, unseal

# Recovery codes only stand in for one of these.
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
NAME = "ShopOps"
WRONG_CODE = gettext_lazy("That code does not fit, or its time is over. Type the one shown now.")


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
        return NAME

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": NAME}

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:  # noqa: A002
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Key {number}").format(number=number)

    def encrypt(self, text: str) -> str:
        return seal(text.encode(), purpose=Purpose.SECOND_FACTOR).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return unseal(encrypted_text.encode(), purpose=Purpose.SECOND_FACTOR).decode()
