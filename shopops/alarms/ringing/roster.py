"""Who can be rung in a shop, in the roster's order."""

from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.whom import Contact


def contacts(tenant_id: int) -> list[Contact]:
    """People who left the shop and addresses that were switched off are not on it."""
    found = (
        RosterContact.objects.of(tenant_id)
        .filter(active=True, membership__active=True)
        .order_by("step", "id")
        .values_list(
            "membership_id",
            "membership__identity_key",
            "membership__display_name",
            "email",
            "step",
        )
    )
    return [
        Contact(membership_id=member, key=bytes(key).hex(), name=name, email=email, step=step)
        for member, key, name, email, step in found
    ]
