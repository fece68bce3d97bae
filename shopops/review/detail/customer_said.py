"""What the customer answered, and whether mail to them came back: shown to whoever decides."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.agents.facts import Pack
from shopops.agents.supplied import CameBack
from shopops.connectors.models import SuppliedFact
from shopops.connectors.supplied import SOURCE
from shopops.review.words.values import plain

MOST = 20
TITLES = {
    CameBack.CHOICE: gettext_noop("The customer wants {what}"),
    CameBack.REPLY: gettext_noop("The customer wrote"),
    CameBack.UNDELIVERABLE: gettext_noop("Mail to the customer came back"),
}


@dataclass(frozen=True, slots=True)
class CustomerSaid:
    """`words`: the customer's own, which nobody vouches for. `how`: how it came."""

    title: str
    words: str
    how: str
    at: datetime
    evidence_id: str


def customer_said(tenant_id: int, pack: Pack) -> list[CustomerSaid]:
    """Newest first. Asks only where the pack cites any of it."""
    if not any(one.source_object.startswith(SOURCE) for one in pack.evidence.values()):
        return []
    rows = SuppliedFact.objects.of(tenant_id).filter(order_id=pack.order_id, name__in=CameBack)
    return [_line(row) for row in rows.order_by("-pk")[:MOST]]


def _line(row: SuppliedFact) -> CustomerSaid:
    name = CameBack(row.name)
    is_choice = name is CameBack.CHOICE
    return CustomerSaid(
        title=_(TITLES[name]).format(what=plain(str(row.value)) if is_choice else ""),
        words="" if is_choice else str(row.value),
        how=_(row.known_from),
        at=row.supplied_at,
        evidence_id=f"claim:{row.fact_id}",
    )
