"""Doing things in a demo shop, each once, one at a time, in one transaction with its key."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from django.db import transaction
from msgspec import Struct
from msgspec.structs import replace

from shopops.agents.records import (
    Amount,
    Refund,
    Tracker,
    Transaction,
    TransactionKind,
    TransactionStatus,
)
from shopops.agents.records import Order as OrderRecord
from shopops.agents.teaching.parts import Case
from shopops.demo.shop.models import Entry, Kind, Order, Parcel, Shop
from shopops.tenants.models import Tenant

BY_SHOPOPS = "ShopOps"
SUCCEEDED = TransactionStatus.SUCCEEDED


class Wanted(Struct, frozen=True):
    """What everything that is asked for says; the rest of it is kept as it came."""

    order_id: str
    transaction_id: str = ""
    amount: Amount | None = None


class Request(Struct, frozen=True):
    type: str
    data: dict[str, Any]


class Declined(Exception):
    """The shop does not do it, and nothing happened."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


def books_of(slug: str) -> Shop:
    return Shop.objects.get_or_create(slug=slug)[0]


def name_of(shop: Shop) -> str:
    """As people call it, on its own pages and where it answers ShopOps."""
    tenant = Tenant.objects.filter(slug=shop.slug).first()
    return tenant.name if tenant else shop.slug


def stock(shop: Shop, cases: Iterable[Case]) -> None:
    """What is there already is left as it is."""
    newest = {case.order.id: case for case in cases}.values()
    Order.objects.bulk_create([_row(shop, case.order) for case in newest], ignore_conflicts=True)
    Parcel.objects.bulk_create(
        [_parcel(shop, one) for case in newest for one in case.trackers], ignore_conflicts=True
    )


def order_in(shop: Shop, order_id: str) -> OrderRecord | None:
    row = shop.orders.filter(order_id=order_id).first()
    return None if row is None else record_of(row)


def record_of(row: Order) -> OrderRecord:
    return msgspec.json.decode(row.document, type=OrderRecord)


def parcels_of(shop: Shop, order: OrderRecord) -> list[Tracker]:
    wanted = [one.tracker_id for one in order.shipments if one.tracker_id]
    rows = shop.parcels.filter(tracker_id__in=wanted).order_by("pk")
    return [tracker_of(row.document) for row in rows]


def tracker_of(document: str) -> Tracker:
    return msgspec.json.decode(document, type=Tracker)


def keep_order(shop: Shop, order: OrderRecord) -> None:
    row = _row(shop, order)
    Order.objects.update_or_create(
        shop=shop,
        order_id=order.id,
        defaults={"document": row.document, "changed_at": row.changed_at},
    )


def keep_parcel(shop: Shop, tracker: Tracker) -> None:
    document = _parcel(shop, tracker).document
    Parcel.objects.update_or_create(
        shop=shop, tracker_id=tracker.id, defaults={"document": document}
    )


def do_asked(shop: Shop, *, key: str, kind: Kind, body: bytes, now: datetime) -> tuple[Entry, bool]:
    """What became of it, and whether that was now. Raises `Declined`."""
    digest = sha256(body).hexdigest()
    with transaction.atomic():
        _one_at_a_time(shop)
        known = shop.entries.filter(key=key).first()
        if known is not None and known.sha256 != digest:
            raise Declined(409, "key_conflict", "This key came with another content.")
        if known is not None:
            return known, False
        try:
            asked = msgspec.json.decode(body, type=Request)
        except msgspec.DecodeError as problem:
            raise Declined(400, "malformed", f"This can't be read: {problem}.") from problem
        if asked.type != kind:
            raise Declined(400, "malformed", "The type does not fit the address.")
        made = _do(shop, kind, asked.data, by=BY_SHOPOPS, now=now, key=key, sha256=digest)
        return made, True


def do_by_hand(
    shop: Shop,
    kind: Kind,
    said: dict[str, Any],
    *,
    by: str,
    now: datetime,
    key: str | None = None,
) -> Entry:
    """As somebody does it in the shop itself. `key`: of what it is in ShopOps, which is done once.
    Raises `Declined`."""
    with transaction.atomic():
        _one_at_a_time(shop)
        known = shop.entries.filter(key=key).first() if key else None
        return known or _do(shop, kind, said, by=by, now=now, key=key)


def left_of(order: OrderRecord, payment: Transaction) -> int:
    """Minor units that have not gone back."""
    back = (
        one.amount.minor
        for one in order.refunds
        if one.transaction_id in (payment.id, None) and one.status is SUCCEEDED
    )
    return payment.amount.minor - sum(back)


def payments_of(order: OrderRecord) -> list[Transaction]:
    return [
        one
        for one in order.transactions
        if one.kind is TransactionKind.CAPTURE and one.status is SUCCEEDED
    ]


def _do(
    shop: Shop, kind: Kind, said: dict[str, Any], *, by: str, now: datetime, **proof: str | None
) -> Entry:
    try:
        wanted = msgspec.convert(said, Wanted)
    except msgspec.ValidationError as problem:
        raise Declined(400, "malformed", f"This can't be read: {problem}.") from problem
    order = order_in(shop, wanted.order_id)
    if order is None:
        raise Declined(422, "unknown_order", "There is no such order.")
    if kind is Kind.REFUND:
        _check_refund(order, wanted)
    made = Entry.objects.create(
        shop=shop, kind=kind, order_id=order.id, said=said, by=by, at=now, **proof
    )
    if kind is Kind.REFUND and wanted.amount is not None:
        back = Refund(
            id=made.name,
            status=SUCCEEDED,
            amount=wanted.amount,
            transaction_id=wanted.transaction_id,
            created_at=now,
        )
        changed = max(now, order.updated_at or now)
        keep_order(shop, replace(order, refunds=(*order.refunds, back), updated_at=changed))
    return made


def _check_refund(order: OrderRecord, wanted: Wanted) -> None:
    payment = next((one for one in payments_of(order) if one.id == wanted.transaction_id), None)
    amount = wanted.amount
    if payment is None or amount is None or amount.currency != payment.amount.currency:
        raise Declined(422, "unknown_payment", "There is no such payment in this currency.")
    if not 0 < amount.minor <= left_of(order, payment):
        raise Declined(422, "too_much", "More than is left of this payment.")


def _one_at_a_time(shop: Shop) -> None:
    Shop.objects.select_for_update().get(pk=shop.pk)


def _row(shop: Shop, order: OrderRecord) -> Order:
    changed = order.updated_at or order.placed_at
    if changed is None:
        raise ValueError("an order of the demo has dates")
    document = msgspec.json.encode(order).decode()
    return Order(shop=shop, order_id=order.id, document=document, changed_at=changed)


def _parcel(shop: Shop, tracker: Tracker) -> Parcel:
    document = msgspec.json.encode(tracker).decode()
    return Parcel(shop=shop, tracker_id=tracker.id, document=document)
