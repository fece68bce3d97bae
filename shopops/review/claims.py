"""Who works on an order. It keeps others from deciding it, and nobody from reading."""

from datetime import datetime

from django.db.models import Q, QuerySet

from shopops.review.models import Claim
from shopops.tenants.access import allows
from shopops.tenants.models import DECIDERS, Membership, Role


def claim_of(tenant_id: int, order_id: str, now: datetime) -> Claim | None:
    """Nothing once its lease is over, or its holder may decide here no longer."""
    return _live(tenant_id, order_id, now).first()


def is_live(claim: Claim, now: datetime) -> bool:
    """As the database judges it in `claim_of`."""
    leased = claim.lease_until is None or claim.lease_until > now
    return leased and allows(claim.holder, Role.REVIEWER)


def held_by_another(tenant_id: int, order_id: str, reviewer: Membership, now: datetime) -> str:
    """The name of who else has it; empty: nobody. It stays so until the caller's scope ends."""
    held = _live(tenant_id, order_id, now).select_for_update(of=("self",)).first()
    return held.holder.display_name if held and held.holder_id != reviewer.pk else ""


def holds(now: datetime) -> Q:
    """Of a claim: its lease is not over, and its holder may still decide here."""
    leased = Q(lease_until=None) | Q(lease_until__gt=now)
    return leased & Q(holder__active=True, holder__role__in=DECIDERS)


def _live(tenant_id: int, order_id: str, now: datetime) -> QuerySet[Claim]:
    claims = Claim.objects.of(tenant_id).select_related("holder")
    return claims.filter(holds(now), order_id=order_id)
