"""Forgetting invitations that came to their end: they hold a name and an address."""

from datetime import datetime

from django.db.models import Q

from shopops.administration.models import NEITHER_USED_NOR_REVOKED, Invitation
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

A_BATCH = 500


def purge_old_invitations(*, before: datetime, batch: int = A_BATCH) -> int:
    """Used, revoked or over before then, at most a batch of each shop. How many; who was invited
    by whom stays on the ledger, without name and address."""
    shops = Tenant.objects.order_by("pk").values_list("pk", flat=True)
    return sum(_purge(tenant_id, before, batch) for tenant_id in shops)


def _purge(tenant_id: int, before: datetime, batch: int) -> int:
    ended = (
        Q(accepted_at__lt=before)
        | Q(revoked_at__lt=before)
        | Q(NEITHER_USED_NOR_REVOKED, expires_at__lt=before)
    )
    with tenant_scope(tenant_id):
        theirs = Invitation.objects.of(tenant_id)
        old = list(theirs.filter(ended).order_by("pk").values_list("pk", flat=True)[:batch])
        return theirs.filter(ended, pk__in=old).delete()[0]
