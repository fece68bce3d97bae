"""From identity keys on the ledger to the names on the roster."""

from collections.abc import Iterable

from shopops.tenants.models import Membership


def names_of(tenant_id: int, keys: Iterable[str]) -> dict[str, str]:
    """Keys that are no longer on the roster are left out."""
    wanted = [bytes.fromhex(key) for key in keys]
    if not wanted:
        return {}
    people = Membership.objects.filter(tenant_id=tenant_id, identity_key__in=wanted)
    return {bytes(one.identity_key).hex(): one.display_name for one in people}
