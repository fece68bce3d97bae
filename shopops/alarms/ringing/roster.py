"""Who can be rung in a shop, in the roster's order."""

from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.whom import Contact
from shopops.mailing.headers import mail_address
from shopops.mailing.refusals import NotMailable


def contacts(tenant_id: int) -> list[Contact]:
    """Without people who left the shop, and without addresses that are switched off or that no
    mail can be sent to."""
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
        if _is_mailable(email)
    ]


def _is_mailable(email: str) -> bool:
    try:
        mail_address(email)
    except NotMailable:
        return False
    return True
