"""What a shop and its carriers tell us: the typed source records.

These structs *are* the published `shopops` import format (see docs/import-format.md): one
definition validates input, feeds Intake and makes the JSON Schema. Unknown members are refused,
timestamps carry an offset, money is integer minor units of the order's or object's ISO 4217
currency. Nothing is guessed: what a source does not say is None.
"""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=255)]
ShortText = Annotated[str, Meta(max_length=255)]
Minor = Annotated[int, Meta(ge=0, le=10**15)]
Currency = Annotated[str, Meta(pattern="^[A-Z]{3}$")]
Instant = Annotated[datetime, Meta(tz=True)]


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of every source record: immutable, and strict about its members."""


class Amount(Record, frozen=True):
    """Minor units of one currency: 12900 USD is 129.00 USD, 9800 JPY is 9,800 JPY."""

    minor: Minor
    currency: Currency


class OrderState(StrEnum):
    OPEN = "open"
    CANCELLED = "cancelled"
    CLOSED = "closed"


class Line(Record, frozen=True):
    id: Id
    title: ShortText
    quantity: Annotated[int, Meta(ge=1, le=1_000_000)]
    total: Amount  # of the whole line, after discounts
    sku: ShortText | None = None
    digital: bool = False


class TransactionKind(StrEnum):
    AUTHORIZATION = "authorization"
    CAPTURE = "capture"  # money that reached the shop, also a one-step sale
    VOID = "void"


class TransactionStatus(StrEnum):
    SUCCEEDED = "succeeded"
    PENDING = "pending"
    FAILED = "failed"


class Transaction(Record, frozen=True):
    id: Id
    kind: TransactionKind
    status: TransactionStatus
    amount: Amount  # in the presentment currency the customer paid in
    method: ShortText | None = None
    created_at: Instant | None = None


class Refund(Record, frozen=True):
    """A refund object. It proves that money moved only when its status is succeeded."""

    id: Id
    status: TransactionStatus
    amount: Amount
    transaction_id: Id | None = None
    created_at: Instant | None = None


class Channel(StrEnum):
    EMAIL = "email"
    SMS = "sms"
    PHONE = "phone"


class Customer(Record, frozen=True):
    """`preferred_channel` is the customer's own preference record; None when there is none.

    `accepts_marketing` is kept because sources send it; it is not an opt-out from service mail.
    """

    id: Id | None = None
    name: ShortText | None = None
    email: ShortText | None = None
    phone: ShortText | None = None
    preferred_channel: Channel | None = None
    opted_out: bool | None = None
    language: Annotated[str, Meta(max_length=35)] | None = None
    accepts_marketing: bool | None = None
    credit_consent: bool | None = None


class Address(Record, frozen=True):
    country: Annotated[str, Meta(pattern="^[A-Z]{2}$")] | None = None
    name: ShortText | None = None
    lines: Annotated[tuple[ShortText, ...], Meta(max_length=6)] = ()
    city: ShortText | None = None
    region: ShortText | None = None
    postcode: ShortText | None = None


class ShipmentLine(Record, frozen=True):
    line_id: Id
    quantity: Annotated[int, Meta(ge=1, le=1_000_000)]


class Shipment(Record, frozen=True):
    """A parcel of the order. `tracker_id` names the tracker record; carriers recycle codes."""

    id: Id
    tracker_id: Id | None = None
    tracking_code: ShortText | None = None
    carrier: ShortText | None = None
    cancelled: bool = False
    created_at: Instant | None = None
    lines: tuple[ShipmentLine, ...] = ()  # empty: the source does not say which


class ClaimKind(StrEnum):
    NOT_RECEIVED = "not_received"
    DAMAGED = "damaged"
    CHOICE_RESHIP = "choice_reship"
    CHOICE_REFUND = "choice_refund"


class Claim(Record, frozen=True):
    """What the customer says happened. A claim, never a fact about the parcel."""

    id: Id
    kind: ClaimKind
    made_at: Instant | None = None
    shipment_id: Id | None = None


class Chargeback(Record, frozen=True):
    id: Id
    open: bool
    transaction_id: Id | None = None


class Order(Record, frozen=True):
    id: Id
    placed_at: Instant | None
    state: OrderState
    total: Amount
    lines: Annotated[tuple[Line, ...], Meta(max_length=500)]
    source: Id = "shopops"
    number: ShortText | None = None  # what the customer sees; the id when None
    updated_at: Instant | None = None
    shop_total: Amount | None = None  # the same total in the shop's own currency, if it differs
    customer: Customer | None = None
    ship_to: Address | None = None
    ship_from_country: Annotated[str, Meta(pattern="^[A-Z]{2}$")] | None = None
    transactions: Annotated[tuple[Transaction, ...], Meta(max_length=100)] = ()
    refunds: Annotated[tuple[Refund, ...], Meta(max_length=100)] = ()
    shipments: Annotated[tuple[Shipment, ...], Meta(max_length=100)] = ()
    claims: Annotated[tuple[Claim, ...], Meta(max_length=100)] = ()
    chargebacks: Annotated[tuple[Chargeback, ...], Meta(max_length=100)] = ()
    conflicts: Annotated[tuple[ShortText, ...], Meta(max_length=20)] = ()  # seen by the connector


class TrackerStatus(StrEnum):
    """The carrier's canonical status, as trackers report it."""

    UNKNOWN = "unknown"
    PRE_TRANSIT = "pre_transit"
    IN_TRANSIT = "in_transit"
    OUT_FOR_DELIVERY = "out_for_delivery"
    AVAILABLE_FOR_PICKUP = "available_for_pickup"
    DELIVERY_ATTEMPTED = "delivery_attempted"
    DELIVERED = "delivered"
    RETURN_TO_SENDER = "return_to_sender"
    RETURNED = "returned"
    FAILURE = "failure"
    CANCELLED = "cancelled"


class Scan(Record, frozen=True):
    id: Id
    status: TrackerStatus
    at: Instant
    message: ShortText | None = None
    place: ShortText | None = None


class Tracker(Record, frozen=True):
    """One parcel as its carrier reports it; scans in any order."""

    id: Id
    status: TrackerStatus
    carrier: ShortText | None
    code: ShortText | None
    created_at: Instant | None
    updated_at: Instant | None = None
    est_delivery_at: Instant | None = None
    order_id: Id | None = None
    origin_country: Annotated[str, Meta(pattern="^[A-Z]{2}$")] | None = None
    destination_country: Annotated[str, Meta(pattern="^[A-Z]{2}$")] | None = None
    scans: Annotated[tuple[Scan, ...], Meta(max_length=1000)] = ()
    source: Id = "shopops"
