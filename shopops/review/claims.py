"""Who works on an order. It keeps others from deciding it, and nobody from reading."""

from datetime import datetime

from django.db.models import Q, QuerySet

from shopops.review.models import Claim
from shopops.tenants.models import Membership


def claim_of(tenant_id: int, order_id: str, now: datetime) -> Claim | None:
    """Nothing once its lease is over, or its holder has left the shop."""
    return _live(tenant_id, order_id, now).first()


def is_live(claim: Claim, now: datetime) -> bool:
    """As the database judges it in `claim_of`."""
    return claim.holder.active and (claim.lease_until is None or claim.lease_until > now)


def held_by_another(tenant_id: int, order_id: str, reviewer: Membership, now: datetime) -> str:
    """The name of who else has it; empty: nobody. It stays so until the caller's scope ends."""
    held = _live(tenant_id, order_id, now).select_for_update(of=("self",)).first()
    return held.holder.display_name if held and held.holder_id != reviewer.pk else ""


def _live(tenant_id: int, order_id: str, now: datetime) -> QuerySet[Claim]:
    live = Q(lease_until=None) | Q(lease_until__gt=now)
    claims = Claim.objects.of(tenant_id).select_related("holder")
    return claims.filter(live, order_id=order_id, holder__active=True)
