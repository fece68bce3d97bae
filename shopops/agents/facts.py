"""The typed pack: what is known about one order, how well, and from which evidence."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

Scalar = str | int | bool | None


class FactKind(StrEnum):
    FACT = "fact"
    INFERENCE = "inference"
    UNKNOWN = "unknown"


class Field(Struct, kw_only=True):
    """One thing the pack says. Mutable on purpose: callers may try a "what if".

    `confidence` is 0 < c < 1 for an inference and None otherwise; an unknown has value None.
    """

    kind: FactKind
    value: Scalar = None
    confidence: float | None = None
    evidence_ids: list[str] = []
    reason: str = ""  # stable code of why, e.g. "stalled", "only_email_on_file"

    def known(self, value: Scalar) -> bool:
        """Known (fact or inference) and equal to `value`."""
        return self.kind is not FactKind.UNKNOWN and self.value == value


class Evidence(Struct, frozen=True, kw_only=True):
    """One value at one place of one source object, as received.

    Both hashes are SHA-256(salt ‖ bytes) with the source record's salt, so that erasing the record
    and its salt leaves nothing to guess from: `payload_sha256` over the payload as received,
    `value_sha256` over the canonical JSON of the value that the record holds there.
    """

    id: str  # short id, unique in its pack: "oms:order_total", "ship:s1:e4"
    source_object: str
    json_path: str
    payload_sha256: str
    value_sha256: str
    received_at: datetime
    occurred_at: datetime | None = None


class ParcelLine(Struct, frozen=True, kw_only=True):
    line_id: str
    quantity: int
    minor: int  # this quantity's share of the line total, in the order's currency


class Parcel(Struct, kw_only=True):
    """A shipment with its tracking judgement.

    `due_at`: when the carrier says it arrives. `turns_at`: when, without another scan, the
    judgement becomes an exception; None when it is one or no date decides it. `ignored_ids`:
    evidence of scans that claim a time still to come, so that nothing was judged by them.
    `claim_ids`: evidence of the claims that it never came; a claim that names no parcel of the
    order is about all of them.
    """

    id: str
    exception_likely: Field
    status: str  # records.TrackerStatus value, or "none" when there is no tracker
    cancelled: bool = False
    returning: bool = False  # on its way back, or back
    delivered: bool = False
    cross_border: bool | None = None
    last_scan_at: datetime | None = None
    due_at: datetime | None = None
    turns_at: datetime | None = None
    lines: list[ParcelLine] = []  # empty: the source does not say which lines are inside
    evidence_ids: list[str] = []
    ignored_ids: list[str] = []
    claim_ids: list[str] = []


class TransactionMoney(Struct, frozen=True, kw_only=True):
    """What one captured transaction still holds, in its own currency's minor units.

    refunded: succeeded refunds. reserved: pending refunds, which may still take the money.
    """

    id: str
    currency: str
    captured: int
    refunded: int
    reserved: int
    evidence_ids: list[str]

    @property
    def remaining(self) -> int:
        return self.captured - self.refunded - self.reserved


class PackLine(Struct, frozen=True, kw_only=True):
    id: str
    title: str
    quantity: int
    minor: int
    currency: str
    digital: bool


class Pack(Struct, kw_only=True):
    """Everything Resolution and Policy may read about one order. Holds no personal value.

    Fields present in every pack: order_total (minor units), order_currency, order_state,
    placed_at, preferred_channel, email_on_file, opted_out, language, ship_to (country code),
    ship_to_complete (bool), customer_id_known, credit_consent, exception_likely, shipped,
    digital_only, claimed_missing, chargeback_open, duplicate_of, requester_matched.
    Added by who can read the ledger, of customers who agreed to credit: earlier_credit (bool,
    citing `ledger:<seq>`, or `ledger:0` where no entry tells of one), whether store credit was
    given for this order before. Without it no store credit is proposed.
    """

    tenant: str
    order_id: str
    order_number: str
    built_at: datetime
    thresholds_version: int
    fields: dict[str, Field]
    parcels: list[Parcel]
    lines: list[PackLine]
    money: list[TransactionMoney]
    money_conflicts: list[str]  # stable codes, e.g. "line_sum", "currency", "refund_over_capture"
    evidence: dict[str, Evidence]
