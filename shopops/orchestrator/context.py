"""What Policy may know besides pack, proposal and numbers, read for a whole batch at once."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, Q

from shopops.agents.proposal import ActionKind
from shopops.agents.records import Channel
from shopops.connectors.suppression import anybody_listed, suppressed_orders
from shopops.orchestrator.goodwill import goodwill_given
from shopops.policy.question import REMEDIES
from shopops.policy.verdicts import Context, LiveRemedy
from shopops.proposals.models import Action, Evidence, ExecutionStatus, Proposal

BY_MAIL = frozenset({str(Channel.EMAIL)})
# A failed remedy gave the customer nothing, so it stands in nobody's way.
LIVE = Q(approved=True) | ~Q(execution_status=ExecutionStatus.NONE)


def contexts_of(
    tenant_id: int, proposals: Sequence[Proposal], *, now: datetime
) -> dict[int, Context]:
    """A context per proposal id, in a constant number of statements."""
    evidence, anybody_is_suppressed = _evidence_ids(tenant_id, proposals)
    remedies = live_remedies(tenant_id, proposals)
    goodwill = goodwill_given(tenant_id, proposals, now=now)
    orders = {row.order_id for row in proposals}
    suppressed = suppressed_orders(tenant_id, orders) if anybody_is_suppressed else set()
    return {
        proposal.pk: Context(
            now=now,
            resolvable_evidence_ids=frozenset(evidence[proposal.pack_id]),
            live_remedies=remedies[proposal.pk],
            suppressed_channels=BY_MAIL if proposal.order_id in suppressed else frozenset(),
            goodwill_given_at=goodwill[proposal.pk],
        )
        for proposal in proposals
    }


def _evidence_ids(
    tenant_id: int, proposals: Sequence[Proposal]
) -> tuple[dict[int, list[str]], bool]:
    """What the tenant's evidence rows hold; what the pack itself claims does not count. And whether
    anybody stands on the suppression list, so that nearly every shop is asked nothing more."""
    rows = Evidence.objects.of(tenant_id).filter(pack__in=[row.pack_id for row in proposals])
    told = rows.order_by().annotate(listed=anybody_listed(tenant_id))
    found: dict[int, list[str]] = defaultdict(list)
    anybody = False
    for pack_id, short_id, listed in told.values_list("pack_id", "short_id", "listed"):
        found[pack_id].append(short_id)
        anybody = listed
    return found, anybody


def live_remedies(tenant_id: int, proposals: Sequence[Proposal]) -> dict[int, list[LiveRemedy]]:
    """By proposal: what the order's other revisions gave, or promised."""
    found = _of_orders(tenant_id, proposals)
    return {
        proposal.pk: [remedy for owner, remedy in found[proposal.order_id] if owner != proposal.pk]
        for proposal in proposals
    }


def _of_orders(
    tenant_id: int, proposals: Sequence[Proposal]
) -> dict[str, list[tuple[int, LiveRemedy]]]:
    rows = (
        Action.objects.of(tenant_id)
        .filter(LIVE, kind__in=REMEDIES)
        .filter(proposal__tenant=tenant_id, proposal__order_id__in={p.order_id for p in proposals})
        .exclude(execution_status=ExecutionStatus.FAILED)
        .annotate(order_id=F("proposal__order_id"), revision=F("proposal__revision"))
        .order_by("proposal_id", "index")
    )
    found: dict[str, list[tuple[int, LiveRemedy]]] = defaultdict(list)
    for row in rows:
        found[row.order_id].append((row.proposal_id, _remedy(row, row.revision)))
    return found


def _remedy(row: Action, revision: int) -> LiveRemedy:
    body: dict[str, Any] = row.body
    return LiveRemedy(
        action_id=str(row.pk),
        kind=ActionKind(row.kind),
        cause=row.cause,
        line_ids=body.get("line_ids", []),
        shipment_ids=body.get("shipment_ids", []),
        transaction_id=body.get("transaction_id"),
        amount_minor=row.amount_minor,
        currency=row.currency or None,
        revision=revision,
    )
