"""Second factors under the newest key, after it was changed."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction

from shopops.tenants.sealing import Purpose, is_newest, reseal

SECRETS = ("secret", "seed")  # of an authenticator app, and of recovery codes


def reseal_second_factors() -> int:
    """How many were sealed anew. Raises `Unreadable` for one that no key opens; those before it
    are done."""
    return sum(
        _reseal(pk) for pk in Authenticator.objects.order_by("pk").values_list("pk", flat=True)
    )


def _reseal(pk: int) -> bool:
    """Under a lock: a recovery code may be used at this moment."""
    with transaction.atomic():
        kept = Authenticator.objects.select_for_update().filter(pk=pk).first()
        old = {name: kept.data[name] for name in SECRETS if name in kept.data} if kept else {}
        new = {name: _anew(sealed) for name, sealed in old.items()}
        if new == old:
            return False
        kept.data = {**kept.data, **new}
        kept.save(update_fields=["data"])
        return True


def _anew(sealed: Any) -> str:
    raw = str(sealed).encode()
    if is_newest(raw, purpose=Purpose.SECOND_FACTOR):
        return str(sealed)
    return reseal(raw, purpose=Purpose.SECOND_FACTOR).decode()
