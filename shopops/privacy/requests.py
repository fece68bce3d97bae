"""Requests: taken from a delivery or opened by hand, looked at, and settled."""

from collections.abc import Sequence
from datetime import datetime

from shopops.connections.models import Connection, Delivery
from shopops.privacy import refusals
from shopops.privacy.finding import orders_numbered
from shopops.privacy.models import (
    ANSWERED_WITHIN,
    LONGEST_REASON,
    SOON,
    PrivacyRequest,
    RequestKind,
    Settled,
)
from shopops.review.reasons import required
from shopops.tenants.access import hold_author
from shopops.tenants.managers import KeptQuerySet
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

LONGEST_ID = 255
MOST_ORDERS = 2000


def take_request(
    *,
    connection: Connection,
    delivery: Delivery | None,
    kind: RequestKind,
    orders: Sequence[str],
    customer: str,
    now: datetime,
) -> PrivacyRequest:
    """In the scope that keeps the delivery."""
    found, _ = PrivacyRequest.objects.get_or_create(
        tenant_id=connection.tenant_id,
        connection=connection,
        delivery=None if delivery is None else delivery.pk,
        kind=kind,
        defaults={
            "orders": [one[:LONGEST_ID] for one in dict.fromkeys(orders)][:MOST_ORDERS],
            "customer_id": customer[:LONGEST_ID],
            "received_at": now,
            "due_at": now + ANSWERED_WITHIN,
        },
    )
    return found


def open_by_hand(
    *, kind: RequestKind, number: str, author: Membership, now: datetime
) -> PrivacyRequest:
    """About the orders of this number. Raises `UnknownOrder`, and what `hold_author` does."""
    with tenant_scope(author.tenant_id):
        hold_author(author)
        orders = orders_numbered(author.tenant_id, number)
        if not orders:
            raise refusals.UnknownOrder
        return PrivacyRequest.objects.create(
            tenant_id=author.tenant_id,
            kind=kind,
            orders=orders,
            opened_by=author,
            received_at=now,
            due_at=now + ANSWERED_WITHIN,
        )


def answer(
    *, request_id: int, given: bool, author: Membership, reason: str, now: datetime
) -> PrivacyRequest:
    """Nothing is erased by this. `given`: the customer got what is kept, which settles a request
    for that alone. Raises `AlreadySettled`, `ReasonRequired`, and what `hold_author` does."""
    text = required(reason)[:LONGEST_REASON]
    with tenant_scope(author.tenant_id):
        hold_author(author)
        row = held(author.tenant_id, request_id)
        done = given and row.kind == RequestKind.ACCESS
        settle(row, Settled.DONE if done else Settled.WITHOUT, by=author, reason=text, now=now)
    return row


def held(tenant_id: int, request_id: int) -> PrivacyRequest:
    """An open one; it is this scope's until it ends. Raises `AlreadySettled`."""
    rows = PrivacyRequest.objects.of(tenant_id).select_for_update(no_key=True)
    row = rows.filter(pk=request_id, settled_at=None).first()
    if row is None:
        raise refusals.AlreadySettled
    return row


def held_to_erase(tenant_id: int, request_id: int) -> PrivacyRequest:
    """One that asks for it. Raises `AsksForNoErasing` besides."""
    row = held(tenant_id, request_id)
    if row.kind == RequestKind.ACCESS:
        raise refusals.AsksForNoErasing
    return row


def settle(
    row: PrivacyRequest, outcome: Settled, *, by: Membership | None, reason: str, now: datetime
) -> None:
    """The webhook that brought it names the customer, so its body goes."""
    row.settled_at, row.settled_by, row.outcome, row.reason = now, by, outcome, reason
    row.save(update_fields=["settled_at", "settled_by", "outcome", "reason", "orders"])
    if row.delivery is not None:
        Delivery.objects.of(row.tenant_id).filter(pk=row.delivery).update(body=None)


def open_requests(tenant_id: int) -> KeptQuerySet[PrivacyRequest]:
    """Those that are due first come first."""
    rows = PrivacyRequest.objects.of(tenant_id).filter(settled_at=None)
    return rows.select_related("connection", "opened_by").order_by("due_at", "pk")


def count_due(tenant_id: int, now: datetime) -> int:
    """How many are overdue, or will be within a week."""
    return open_requests(tenant_id).filter(due_at__lt=now + SOON).count()
