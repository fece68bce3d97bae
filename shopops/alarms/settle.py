"""A decision on an order's proposal settles what it rang for; taking it back, or proposing
again what nobody decided, rings again.

In the caller's scope, so that both sides are closed in one transaction. Lock the proposal first
and call these after it: everybody takes these two locks in that order.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

from shopops.alarms.asked import Asked, Asker, Outcome
from shopops.alarms.clock import database_now
from shopops.alarms.events import ENDINGS, NO_LONGER_NEEDED
from shopops.alarms.identity import Obligation
from shopops.alarms.models import AlarmItem
from shopops.alarms.models.items import IS_OPEN, IS_PROPOSED
from shopops.alarms.models.notes import LONGEST_NOTE
from shopops.alarms.refusal_log import keep
from shopops.alarms.writing import write
from shopops.ledger import EventKind, Json, entries_of_items

NOTHING: Mapping[str, Json] = {}


def settle_order(
    *,
    tenant_id: int,
    order_id: str,
    asker: Asker,
    evidence: bytes,
    note: str = "",
    says: Mapping[str, Json] = NOTHING,
) -> list[Outcome]:
    """Resolve what is open for the order, or withdraw it where nobody was told yet.

    `evidence`: the digest of the pack that the decision was taken on; only other evidence opens
    the items again. What an execution left open is not settled by deciding anew. `says` goes to
    the ledger, such as what was decided.
    """
    items = (
        AlarmItem.objects.of(tenant_id)
        .filter(IS_OPEN, IS_PROPOSED, order_id=order_id)
        .exclude(obligation=Obligation.EXECUTION)
    )
    asked = [
        Asked(
            item_id=item_id,
            kind=EventKind.RESOLVED,
            or_withdraw=True,
            asker=asker,
            evidence=evidence,
            note=note[:LONGEST_NOTE],
            says=says,
        )
        for item_id in items.values_list("pk", flat=True)
    ]
    return _write(tenant_id, asker, asked)


def reopen_order(
    *,
    tenant_id: int,
    order_id: str,
    asker: Asker,
    evidence: bytes,
    by: bytes,
    why: Literal["undone", "asked_again"],
) -> list[Outcome]:
    """What was settled on this evidence is wrong again: the decision was taken back, or the order
    was proposed again.

    `by` names what did it. Together with the evidence it makes news of what was known. What that
    evidence itself had ended, before anybody decided, stays closed.
    """
    items = AlarmItem.objects.of(tenant_id).filter(order_id=order_id, evidence_digest=evidence)
    asked = [
        Asked(
            item_id=item.pk,
            kind=EventKind.OBSERVED,
            asker=asker,
            evidence=sha256(evidence + by).digest(),
            observed_at=database_now(),
            says={"why": why, "cause": item.cause},
        )
        for item in items.exclude(obligation=Obligation.EXECUTION)
        if not _was_over(item)
    ]
    outcomes = _write(tenant_id, asker, asked)
    ours = AlarmItem.objects.of(tenant_id).filter(pk__in=[one.item_id for one in asked])
    ours.update(noted_at=database_now())
    return outcomes


def _was_over(item: AlarmItem) -> bool:
    key = bytes(item.item_key)
    told = entries_of_items(item.tenant_id, [key]).get(key, ())
    ends = [entry.body.get("why") for entry in told if entry.kind in ENDINGS]
    return ends[-1:] == [NO_LONGER_NEEDED]


def _write(tenant_id: int, asker: Asker, asked: list[Asked]) -> list[Outcome]:
    outcomes = write(tenant_id, asked)
    keep(tenant_id, asker, outcomes)
    return outcomes
