"""Who can be rung in a shop, in the roster's order."""

from django.db.models import DateTimeField, Exists, OuterRef
from django.db.models.expressions import RawSQL

from shopops.alarms.models import Absence, RosterContact
from shopops.alarms.ringing.whom import Contact
from shopops.mailing.headers import mail_address
from shopops.mailing.refusals import NotMailable
from shopops.tenants.languages import newest_default, spoken

CLOCK = RawSQL("(SELECT public.shopops_clock())", [], output_field=DateTimeField())


def contacts(tenant_id: int) -> list[Contact]:
    """Without people who are out of office, and without addresses that no mail can be sent to."""
    away = Absence.objects.of(tenant_id).filter(
        membership=OuterRef("membership"), start__lte=CLOCK, end__gt=CLOCK
    )
    found = (
        RosterContact.objects.counting(tenant_id)
        .filter(~Exists(away))
        .order_by("step", "id")
        .values_list(
            "membership_id",
            "membership__identity_key",
            "membership__display_name",
            "email",
            "step",
            "membership__user__language",
            newest_default(OuterRef("tenant")),
        )
    )
    return [
        Contact(
            membership_id=member,
            key=bytes(key).hex(),
            name=name,
            email=email,
            step=step,
            language=spoken(chosen, shops),
        )
        for member, key, name, email, step, chosen, shops in found
        if _is_mailable(email)
    ]


def _is_mailable(email: str) -> bool:
    try:
        mail_address(email)
    except NotMailable:
        return False
    return True
