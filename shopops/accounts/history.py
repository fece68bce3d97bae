"""What happened to the accounts of one shop's people, for whoever looks after the shop."""

from django.db.models import F, QuerySet

from shopops.accounts.models import AccountEvent


def events_of_shop(tenant_id: int) -> QuerySet[AccountEvent]:
    """Of everybody who works or worked there, from when they came; the newest first.

    Whoever works for two shops signs in once, so both shops' administrators see it. Attempts with
    an address that is nobody's are no shop's: only the operator sees them.
    """
    return AccountEvent.objects.filter(
        user__memberships__tenant=tenant_id, at__gte=F("user__memberships__created_at")
    ).select_related("user")
