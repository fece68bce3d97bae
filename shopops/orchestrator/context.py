"""What Policy may know besides pack, proposal and numbers, read for a whole batch at once."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, Subquery
from msgspec.structs import replace

from shopops.agents.intake.evidence import id_part
from shopops.agents.proposal import ActionKind
from shopops.agents.records import Channel
from shopops.connectors.suppression import anybody_listed, suppressed_orders
from shopops.orchestrator.goodwill import goodwill_given
from shopops.outbox.models import Effect
from shopops.outbox.states import State
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
    remedies = _others(tenant_id, proposals)
    goodwill = goodwill_given(tenant_id, proposals, now=now)
    orders = {row.order_id for row in proposals}
    suppressed = suppressed_orders(tenant_id, orders) if anybody_is_suppressed else set()
    return {
        proposal.pk: Context(
            now=now,
            resolvable_evidence_ids=frozenset(evidence[proposal.pack_id]),
            live_remedies=_with_shown(remedies[proposal.pk], evidence[proposal.pack_id]),
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


@dataclass(frozen=True, slots=True)
class Live:
    """`remote_id`: the source's own id of what was carried out, where it was and that is known."""

    remedy: LiveRemedy
    remote_id: str | None


def live_remedies(tenant_id: int, proposals: Sequence[Proposal]) -> dict[int, list[LiveRemedy]]:
    """By proposal: what the order's other revisions gave, or promised."""
    others = _others(tenant_id, proposals)
    return {proposal_id: [live.remedy for live in found] for proposal_id, found in others.items()}


def _others(tenant_id: int, proposals: Sequence[Proposal]) -> dict[int, list[Live]]:
    found = _of_orders(tenant_id, proposals)
    return {
        proposal.pk: [live for owner, live in found[proposal.order_id] if owner != proposal.pk]
        for proposal in proposals
    }


def _of_orders(tenant_id: int, proposals: Sequence[Proposal]) -> dict[str, list[tuple[int, Live]]]:
    carried_out = (
        Effect.objects.filter(action=OuterRef("pk"), tenant=tenant_id)
        .exclude(state=State.LET_GO)
        .exclude(remote_id="")
    )
    came_late = Effect.objects.filter(  # it counted as failed, and then the shop said what it did
        action=OuterRef("pk"), tenant=tenant_id, state=State.FAILED, settled_by=None
    ).exclude(remote_id="")
    rows = (
        Action.objects.of(tenant_id)
        .filter(LIVE, kind__in=REMEDIES)
        .filter(proposal__tenant=tenant_id, proposal__order_id__in={p.order_id for p in proposals})
        .filter(~Q(execution_status=ExecutionStatus.FAILED) | Exists(came_late))
        .annotate(order_id=F("proposal__order_id"), revision=F("proposal__revision"))
        .annotate(remote_id=Subquery(carried_out.values("remote_id")[:1]))
        .order_by("proposal_id", "index")
    )
    found: dict[str, list[tuple[int, Live]]] = defaultdict(list)
    for row in rows:
        live = Live(_remedy(row, row.revision), row.remote_id)
        found[row.order_id].append((row.proposal_id, live))
    return found


def _with_shown(remedies: Sequence[Live], evidence: Collection[str]) -> list[LiveRemedy]:
    """A refund that the pack's own numbers include already says so, and is not counted twice."""
    return [
        replace(live.remedy, in_source=True) if _is_shown(live, evidence) else live.remedy
        for live in remedies
    ]


def _is_shown(live: Live, evidence: Collection[str]) -> bool:
    if not live.remote_id or live.remedy.kind != ActionKind.PROPOSE_REFUND:
        return False
    return f"refund:{id_part(live.remote_id)}" in evidence


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
