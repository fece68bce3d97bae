"""What of the shop's ledger is asked for: an order, a kind of entry, a person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from shopops.ledger.kinds import ALARM_KINDS, EventKind
from shopops.ledger.searching import Sought
from shopops.review.ids import read_id
from shopops.review.search import search
from shopops.tenants.models import Membership

MOST_ORDERS = 50
LONGEST = 80  # as in the queue's search
KINDS: Mapping[str, tuple[str | Promise, frozenset[EventKind]]] = {
    "decisions": (_("Decisions"), frozenset({EventKind.DECISION})),
    "proposals": (_("Proposals"), frozenset({EventKind.PROPOSAL})),
    "verdicts": (_("Policy’s verdicts"), frozenset({EventKind.VERDICT})),
    "evidence": (_("Evidence"), frozenset({EventKind.INTAKE})),
    "imports": (_("Imports"), frozenset({EventKind.IMPORTED})),
    "alarms": (_("Alarms"), ALARM_KINDS),
    "carried-out": (_("Carrying out"), frozenset({EventKind.EXECUTION, EventKind.WRITE_BACK})),
    "settings": (_("Settings"), frozenset({EventKind.SETTINGS})),
    "people": (_("People"), frozenset({EventKind.ROSTER, EventKind.ERASED})),
    "tokens": (_("API tokens"), frozenset({EventKind.TOKEN})),
    "exports": (_("Exports"), frozenset({EventKind.EXPORT})),
}


@dataclass(frozen=True, slots=True)
class LedgerAsked:
    order: str = ""
    kind: str = ""
    person: Membership | None = None

    @property
    def query(self) -> str:
        """As an address says it, without the place; empty when everything is asked for."""
        named = {"order": self.order, "kind": self.kind, "person": self.person and self.person.pk}
        return urlencode({name: str(value) for name, value in named.items() if value})


def read_asked(given: Mapping[str, str], tenant_id: int) -> LedgerAsked:
    """What an address can't mean is not asked for. In the tenant's scope."""
    kind = given.get("kind", "")
    key = read_id(given.get("person", ""))
    people = Membership.objects.filter(tenant_id=tenant_id, pk=key or 0)
    return LedgerAsked(
        order=given.get("order", "").replace("\0", "").strip()[:LONGEST],
        kind=kind if kind in KINDS else "",
        person=people.first() if key else None,
    )


def sought(asked: LedgerAsked, tenant_id: int, now: datetime) -> Sought:
    """In the tenant's scope."""
    key = "" if asked.person is None else bytes(asked.person.identity_key).hex()
    return Sought(
        orders=_orders(asked.order, tenant_id, now) if asked.order else None,
        kinds=KINDS[asked.kind][1] if asked.kind else None,
        person=key,
    )


def _orders(typed: str, tenant_id: int, now: datetime) -> set[str]:
    """Ids of what the queue's search finds, and what is typed, because an order that nobody judged
    or that was erased still stands in the ledger."""
    found, _after = search(tenant_id, typed, None, now, size=MOST_ORDERS)
    return {typed, *(one.proposal.order_id for one in found)}
