"""The Intake agent: one order's records in, its pack out."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from shopops.agents.facts import Field, Pack, PackLine, Parcel
from shopops.agents.intake.aggregate import exception_likely, shipped
from shopops.agents.intake.came_back import (
    answer_fields,
    still_good,
    without_undeliverable,
)
from shopops.agents.intake.claims import claim_fields
from shopops.agents.intake.conflicts import money_conflicts
from shopops.agents.intake.contact import contact_fields
from shopops.agents.intake.duplicates import duplicate_of
from shopops.agents.intake.earlier_credit import earlier_credit
from shopops.agents.intake.evidence import EvidenceBook
from shopops.agents.intake.money_facts import transactions_money
from shopops.agents.intake.numbers import cite_numbers
from shopops.agents.intake.order_fields import (
    address_fields,
    chargeback_open,
    digital_only,
    total_fields,
)
from shopops.agents.intake.parcels import Clock, build_parcels
from shopops.agents.intake.supplied import with_supplied
from shopops.agents.ports import (
    CreditReader,
    FactReader,
    OmsReader,
    SourcedOrder,
    SuppliedFact,
    TrackerReader,
)
from shopops.agents.records import Line
from shopops.agents.thresholds import Thresholds


def utc_now() -> datetime:
    return datetime.now(UTC)


class IntakeAgent:
    """Reads through its ports and states what is known. Given the same records, numbers and
    instant it builds the same pack."""

    def __init__(
        self,
        oms: OmsReader,
        trackers: TrackerReader | None = None,
        thresholds: Thresholds | None = None,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        """Without `trackers` the order system is asked, if it can tell (`TypeError` otherwise).
        What people supplied comes from the order system too, where it keeps any."""
        self._oms = oms
        self._trackers = trackers if trackers is not None else _as_trackers(oms)
        self._thresholds = thresholds or Thresholds()
        self._now = now

    def build(self, order_id: str, tenant_slug: str) -> Pack:
        """The pack of one order. Raises `UnknownOrder`, or `ValueError` on a naive clock."""
        clock = Clock(_aware(self._now()), ZoneInfo(self._thresholds.timezone))
        sourced = self._oms.order(order_id, tenant_slug)
        order, book = sourced.order, EvidenceBook()
        found = self._trackers.trackers(order, tenant_slug)
        fields = self._order_fields(sourced, tenant_slug, book, clock)
        parcels = build_parcels(sourced, found, book, self._thresholds, clock)
        money = transactions_money(sourced, book)
        cite_numbers(book, self._thresholds, clock.now)
        return Pack(
            tenant=tenant_slug,
            order_id=order.id,
            order_number=order.number or order.id,
            built_at=clock.now,
            thresholds_version=self._thresholds.version,
            fields=fields | self._parcel_fields(parcels),
            parcels=parcels,
            lines=[_pack_line(line) for line in order.lines],
            money=money,
            money_conflicts=money_conflicts(order),
            evidence=book.rows,
        )

    def _order_fields(
        self, sourced: SourcedOrder, tenant: str, book: EvidenceBook, clock: Clock
    ) -> dict[str, Field]:
        similar = self._oms.similar_orders(sourced.order, tenant)
        supplied = self._supplied(sourced, tenant)
        contact = contact_fields(sourced, book)
        reached = without_undeliverable(contact, sourced, supplied, book)
        reachable = with_supplied(
            {**reached, **address_fields(sourced, book)}, still_good(supplied), book
        )
        return {
            **total_fields(sourced, book),
            **reachable,
            "digital_only": digital_only(sourced, book),
            **claim_fields(sourced, book, contact["customer_id_known"]),
            **answer_fields(sourced, supplied, book),
            "chargeback_open": chargeback_open(sourced, book),
            "duplicate_of": duplicate_of(sourced, similar, book, self._thresholds, clock.now),
            **self._earlier_credit(sourced, tenant, contact, book, clock),
        }

    def _earlier_credit(
        self,
        sourced: SourcedOrder,
        tenant: str,
        contact: dict[str, Field],
        book: EvidenceBook,
        clock: Clock,
    ) -> dict[str, Field]:
        """Of customers who would take credit, where there is a ledger to look into."""
        oms = self._oms
        if not contact["credit_consent"].known(value=True) or not isinstance(oms, CreditReader):
            return {}
        found = oms.earlier_credit(sourced.order, tenant)
        return {"earlier_credit": earlier_credit(found, book, clock.now)}

    def _supplied(self, sourced: SourcedOrder, tenant: str) -> list[SuppliedFact]:
        oms = self._oms
        return oms.supplied(sourced.order, tenant) if isinstance(oms, FactReader) else []

    def _parcel_fields(self, parcels: list[Parcel]) -> dict[str, Field]:
        return {
            "exception_likely": exception_likely(parcels, self._thresholds),
            "shipped": shipped(parcels),
        }


def _as_trackers(oms: OmsReader) -> TrackerReader:
    if not isinstance(oms, TrackerReader):
        raise TypeError("This order system has no trackers: pass a TrackerReader as `trackers`.")
    return oms


def _aware(now: datetime) -> datetime:
    if now.tzinfo is None:
        raise ValueError("Intake's clock must give an instant with a time zone.")
    return now.astimezone(UTC)


def _pack_line(line: Line) -> PackLine:
    return PackLine(
        id=line.id,
        title=line.title,
        quantity=line.quantity,
        minor=line.total.minor,
        currency=line.total.currency,
        digital=line.digital,
    )
