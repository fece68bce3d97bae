"""Erasing orders: what is known of them goes for good, and that it went stands on the ledger."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from shopops import ledger
from shopops.connectors import store as records
from shopops.connectors.erased import erased_orders
from shopops.connectors.models import ErasedObject, RecordType
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.privacy import refusals, requests
from shopops.privacy.bodies import deliveries_naming
from shopops.privacy.hindrances import let_go_of_notes, refuse_what_goes_on
from shopops.privacy.kept import EMPTIED, KINDS, Kept, Rows
from shopops.privacy.models import LONGEST_REASON, PrivacyRequest, RequestKind, Settled, new_salt
from shopops.proposals.lock import lock_pipeline
from shopops.review.reasons import required
from shopops.review.turn import one_decision_at_a_time
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

MOST_AT_ONCE = 100  # orders in one transaction: nobody decides or imports while it runs
OF = "order"


def erase(
    *,
    tenant_id: int,
    order_ids: Sequence[str],
    author: Membership | None,
    reason: str,
    now: datetime,
    request_id: int | None = None,
) -> Counter[str]:
    """All of them or none, in one commit; how much went, by kind. It can't be taken back.

    `author` None: an operator. `request_id`: the request that this settles; without one a settled
    one is written, which keeps the reason. Raises `PrivacyRefused`, `ReasonRequired`, and what
    `hold_author` does.
    """
    text = required(reason)[:LONGEST_REASON]
    wanted = sorted(set(order_ids))
    if len(wanted) > MOST_AT_ONCE:
        raise refusals.TooMany
    bodies = deliveries_naming(tenant_id, _names(tenant_id, wanted))
    with tenant_scope(tenant_id):
        _take_locks(tenant_id, author)
        request = _request(tenant_id, request_id, author, now)
        refuse_what_goes_on(tenant_id, wanted, now)
        let_go_of_notes(tenant_id, wanted, now)
        before = erased_orders(tenant_id, wanted)
        gone: Counter[str] = Counter()
        events = []
        for order_id in wanted:
            kept = Kept(tenant_id, [order_id], bodies)
            _leave_word(kept, order_id, author, now)
            counts = _empty(kept)
            gone.update(counts)
            if order_id not in before or any(counts.values()):
                events.append(_event(order_id, counts, author, (bytes(request.salt), text), now))
        if wanted and not events and request_id is None:
            raise refusals.AlreadyErased
        ledger.append(tenant_id, events)
        request.orders = wanted
        requests.settle(request, Settled.DONE, by=author, reason=text, now=now)
    return gone


def _take_locks(tenant_id: int, author: Membership | None) -> None:
    """In the order of everybody else: decisions, the pipeline, the records, people."""
    one_decision_at_a_time(tenant_id)
    lock_pipeline(tenant_id)
    records.lock(tenant_id)
    hold_author(author)


def _names(tenant_id: int, order_ids: Sequence[str]) -> set[str]:
    """By which a delivery may speak of them: ids, and their parcels'."""
    with tenant_scope(tenant_id):
        return {*order_ids, *Kept(tenant_id, order_ids).trackers}


def _request(
    tenant_id: int, request_id: int | None, author: Membership | None, now: datetime
) -> PrivacyRequest:
    if request_id is not None:
        return requests.held_to_erase(tenant_id, request_id)
    return PrivacyRequest.objects.create(
        tenant_id=tenant_id,
        kind=RequestKind.ERASE_CUSTOMER,
        opened_by=author,
        received_at=now,
        due_at=now,
        salt=new_salt(),
    )


def _leave_word(kept: Kept, order_id: str, author: Membership | None, now: datetime) -> None:
    """First: afterwards nobody knows any more which parcels were the order's."""
    names = [(RecordType.ORDER, order_id), *((RecordType.TRACKER, one) for one in kept.trackers)]
    known = ErasedObject.objects.of(kept.tenant_id).filter(order_id=order_id)
    there = set(known.values_list("record_type", "external_id"))
    ErasedObject.objects.bulk_create(
        ErasedObject(
            tenant_id=kept.tenant_id,
            record_type=kind,
            external_id=name,
            order_id=order_id,
            erased_at=now,
            erased_by=author,
        )
        for kind, name in names
        if (kind, name) not in there
    )


def _empty(kept: Kept) -> dict[str, int]:
    """What is emptied comes before what is deleted, because it is found by that."""
    counts = {}
    for kind in (*EMPTIED, *(one for one in KINDS if one not in EMPTIED)):
        rows = kept.rows(kind)
        if kind in EMPTIED:
            counts[kind] = _emptied(rows, kind)
        else:
            counts[kind], _ = rows.delete()
    return counts


def _emptied(rows: Rows, kind: str) -> int:
    """Who has a delivery's row in hand may wait for us; it is left to the purge of two weeks."""
    locked = rows.order_by("pk").select_for_update(no_key=True, skip_locked=kind == "deliveries")
    found = list(locked.values_list("pk", flat=True))
    changed: int = rows.model.objects.filter(pk__in=found).update(**EMPTIED[kind])
    return changed


def _event(
    order_id: str,
    counts: dict[str, int],
    author: Membership | None,
    reason: tuple[bytes, str],
    now: datetime,
) -> NewEvent:
    salt, text = reason
    body: dict[str, Json] = {
        "of": OF,
        "order": order_id,
        "gone": {kind: count for kind, count in counts.items() if count},
        "reason_sha256": sha256(salt + text.encode()).hexdigest(),
    }
    if author is not None:
        body["author"] = bytes(author.identity_key).hex()
    return NewEvent(kind=EventKind.ERASED, actor=ActorType.HUMAN, occurred_at=now, body=body)
