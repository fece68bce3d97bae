"""What a customer wants, said once by the link in their mail. A claim, and never an approval: the
order is proposed anew with it, and a person decides."""

from datetime import datetime

from django.utils.translation import gettext_noop

from shopops.agents.records import ClaimKind
from shopops.agents.supplied import CameBack
from shopops.choosing.mails import mail_linked
from shopops.connectors.models import SuppliedFact
from shopops.connectors.supplied import keep_what_came_back
from shopops.execution.mail_back import fact_id
from shopops.outbox.models import Effect
from shopops.outreach.links import Whose
from shopops.review.renewal import propose_again
from shopops.tenants.scope import tenant_scope

BY_LINK = gettext_noop("By the link in the mail")


def chosen_before(effect: Effect) -> ClaimKind | None:
    """In a scope."""
    told = SuppliedFact.objects.of(effect.tenant_id).filter(fact_id=_name(effect))
    value = told.values_list("value", flat=True).first()
    return ClaimKind(value) if value else None


def choose(*, whose: Whose, choice: ClaimKind, now: datetime) -> None:
    """The first choice stays; whatever comes later changes nothing."""
    with tenant_scope(whose.tenant_id):
        effect = mail_linked(whose)
        if effect is None or choice not in whose.choices:
            return
        is_new = keep_what_came_back(
            tenant_id=whose.tenant_id,
            fact_id=_name(effect),
            order_id=effect.order_id,
            name=CameBack.CHOICE,
            value=choice,
            known_from=BY_LINK,
            now=now,
        )
    if is_new:
        propose_again(tenant_id=whose.tenant_id, order_id=effect.order_id, now=now)


def _name(effect: Effect) -> str:
    return fact_id("c", effect)
