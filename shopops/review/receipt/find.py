"""From a decision to its receipt, and from the ledger's rows to the decisions that they tell of."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import prefetch_related_objects
from django.http import Http404

from shopops.ledger import Entry, EventKind
from shopops.review.handles import find_handle
from shopops.review.models import Decision, DecisionKind
from shopops.review.recording import event_id_of
from shopops.tenants.models import Membership

WITH = (
    *("membership", "handle", "note", "delegation__giver", "undone_by__membership"),
    *("proposal__pack", "proposal__editor", "proposal__edit_of"),
)


def find_decision(tenant_id: int, decision_id: int) -> Decision:
    """With everything that its receipt says of it, in two statements; with Policy's answer to the
    proposal where the decision holds none of its own. Raises `Http404` for another shop's decision
    as for one that does not exist."""
    found = Decision.objects.of(tenant_id).filter(pk=decision_id).select_related(*WITH).first()
    if found is None:
        raise Http404
    related = ["actions"] if found.kind == DecisionKind.APPROVE else ["actions__verdicts"]
    prefetch_related_objects([found.proposal], *related)
    return found


def decision_of_handle(*, handle: str, reviewer: Membership) -> int:
    """The id of the decision that this handle made. Inside the tenant's scope."""
    held = find_handle(tenant_id=reviewer.tenant_id, handle=handle, reviewer=reviewer)
    return Decision.objects.of(reviewer.tenant_id).values_list("pk", flat=True).get(handle=held)


def decisions_told(tenant_id: int, entries: Iterable[Entry]) -> dict[UUID, int]:
    """Decision ids by the ledger's event id, in one statement."""
    orders = {
        str(entry.body["order"])
        for entry in entries
        if entry.kind is EventKind.DECISION and entry.body.get("order")
    }
    if not orders:
        return {}
    found = Decision.objects.of(tenant_id).filter(
        proposal__tenant_id=tenant_id, proposal__order_id__in=orders
    )
    return {event_id_of(one.handle): one.pk for one in found.select_related("handle")}
