"""What Intake needs from the outside, as Intake words it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from shopops.agents.facts import Scalar
from shopops.agents.records import Order, Tracker


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a record came from.

    `payload_sha256` is SHA-256(salt ‖ raw bytes as received). `paths` gives, for a member of the
    typed record ("total", "customer.language"), the JSON path in the raw payload; a member that is
    not listed stands at the same path as in the `shopops` format.
    """

    source_object: str  # "order:shopify/450789469"
    payload_sha256: str  # 64 lower-case hex
    received_at: datetime
    salt: bytes = b""
    paths: dict[str, str] = field(default_factory=dict)

    def path_of(self, member: str) -> str:
        return self.paths.get(member, f"$.{member}")


@dataclass(frozen=True, slots=True)
class SourcedOrder:
    order: Order
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SourcedTracker:
    tracker: Tracker
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SuppliedFact:
    """`name`: a `supplied.FactName`. The provenance's payload holds the value at "$.value"."""

    id: str
    name: str
    value: Scalar
    supplied_at: datetime
    provenance: Provenance


class OmsReader(Protocol):
    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        """The order as last received. Raises `UnknownOrder`."""

    def similar_orders(self, order: Order, tenant: str) -> list[Order]:
        """Other orders of the same customer placed within ten minutes of this one."""


@runtime_checkable
class TrackerReader(Protocol):
    def trackers(self, order: Order, tenant: str) -> dict[str, SourcedTracker]:
        """The order's trackers by tracker id; a shipment without one is absent."""


@runtime_checkable
class FactReader(Protocol):
    def supplied(self, order: Order, tenant: str) -> list[SuppliedFact]:
        """What people of the shop supplied for the order, oldest first."""


@dataclass(frozen=True, slots=True)
class EarlierCredit:
    """What the ledger says of store credit for an order. `entry`: the sequence number of the newest
    entry that tells of one; 0: no entry does."""

    entry: int = 0

    @property
    def given(self) -> bool:
        return self.entry > 0


@runtime_checkable
class CreditReader(Protocol):
    def earlier_credit(self, order: Order, tenant: str) -> EarlierCredit:
        """Whether the ledger has a store credit that was given for the order."""


class UnknownOrder(LookupError):
    """This shop has no order with that id."""
