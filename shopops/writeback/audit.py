"""The negative probe: the shops' own records are read, and compared with the ledger.

The shop is asked outside of any transaction, one order at a time, and never more than so many
orders in one go.
"""

import logging
from collections.abc import Iterator, Sequence

from shopops.alarms.clock import database_now
from shopops.connections.models import Connection
from shopops.connections.settings import NotSetUp, notes_of
from shopops.connectors.ports import NO_ORDER, CannotRead, Noted, NoteReader
from shopops.execution.codes import EffectCode
from shopops.execution.notes import NOTED_KINDS
from shopops.ledger import EventKind
from shopops.ledger.told import orders_told_of
from shopops.outbox.enqueue import connections_of
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable
from shopops.writeback.comparing import Wanted, compare
from shopops.writeback.expecting import wanted_of
from shopops.writeback.findings import Code, Finding, Report

logger = logging.getLogger(__name__)
BROKEN = "reader_failed"
PAGE = 100  # orders of which the ledger is asked at once
MOST_FAILURES = 3  # unread orders of a shop in a row; then it is left alone
# Orders for which there is a code, whether or not anybody has typed it.
KINDS = (*NOTED_KINDS, EventKind.OBSERVED)


def audit(tenant: Tenant, *, after: str = "", most: int | None = None) -> Report:
    """From the order after that one on, at most so many; all of them where `most` is None."""
    auditing = _Auditing(tenant, Report(last=after))
    for order_id, connection in _orders(tenant, after, most, auditing.report):
        auditing.look(order_id, connection)
    auditing.report.shops = len(auditing.readers)
    return auditing.report


def _orders(
    tenant: Tenant, after: str, most: int | None, report: Report
) -> Iterator[tuple[str, Connection]]:
    """Those of connected shops. `report.last` follows; it is empty when there are no more."""
    left = most
    while left is None or left > 0:
        size = PAGE if left is None else min(PAGE, left)
        with tenant_scope(tenant.pk):
            orders = orders_told_of(tenant.pk, KINDS, after=after, most=size)
            connections = connections_of(tenant.pk, orders) if orders else {}
        for order_id in orders:
            if order_id in connections:
                yield order_id, connections[order_id]
            else:
                report.skipped.append(order_id)
        if len(orders) < size:
            report.last = ""
            return
        after = report.last = orders[-1]
        left = None if left is None else left - len(orders)


class _Auditing:
    """One go. A shop that can't be read is asked no more in it, and that is a finding."""

    def __init__(self, tenant: Tenant, report: Report) -> None:
        self.report = report
        self.readers: dict[int, NoteReader | None] = {}
        self._tenant = tenant
        self._failures: dict[int, int] = {}

    def look(self, order_id: str, connection: Connection) -> None:
        reader = self._reader(connection)
        if self._failures.get(connection.pk, 0) >= MOST_FAILURES:
            return
        if reader is None:
            self.report.skipped.append(order_id)
            return
        wanted = self._wanted(order_id, connection)
        try:
            found = reader.notes(order_id)
        except CannotRead as problem:
            self._unread(order_id, connection, problem)
            return
        except Exception:  # whatever a connector raises, the other orders and shops are looked at
            logger.exception("Order %s of %s was not compared", order_id, self._tenant.slug)
            self._failed(order_id, connection, code=BROKEN)
            return
        self._failures[connection.pk] = 0
        self.report.read.append(order_id)
        self.report.notes += len(found)
        self.report.findings += self._compared(order_id, connection, wanted, found)

    def _compared(
        self,
        order_id: str,
        connection: Connection,
        wanted: Sequence[Wanted],
        found: Sequence[Noted],
    ) -> list[Finding]:
        """What was confirmed between the look at the ledger and the one at the record is on both by
        now: only what either ledger finds is a finding."""
        first = compare(order_id, wanted, found)
        if not first:
            return first
        second = compare(order_id, self._wanted(order_id, connection), found)
        return [one for one in first if one in second]

    def _wanted(self, order_id: str, connection: Connection) -> list[Wanted]:
        with tenant_scope(self._tenant.pk):
            return wanted_of(self._tenant.pk, order_id, connection, database_now())

    def _unread(self, order_id: str, connection: Connection, problem: CannotRead) -> None:
        """The first few by name, and then the shop as a whole. An order that is gone has no record
        that could say anything. What a shop never built is no finding either: it is said that
        nothing was compared."""
        if problem.code in NO_ORDER:
            self.report.gone += 1
            self.report.read.append(order_id)
            return
        if problem.code == EffectCode.NOT_OFFERED:
            self.readers[connection.pk] = None
            self.report.mute.append(connection.title)
            self.report.skipped.append(order_id)
            return
        self._failed(order_id, connection, code=problem.code, said=f": {problem}")

    def _failed(self, order_id: str, connection: Connection, *, code: str, said: str = "") -> None:
        failures = self._failures[connection.pk] = self._failures.get(connection.pk, 0) + 1
        self._find(order_id, f"{code}{said}")
        if failures == MOST_FAILURES:
            self._find("", f"{connection.title}: {code}")

    def _reader(self, connection: Connection) -> NoteReader | None:
        """None: this kind of shop shows no notes, or its settings can't be used, which counts as
        failed often enough."""
        if connection.pk not in self.readers:
            self.readers[connection.pk] = self._made(connection)
        return self.readers[connection.pk]

    def _made(self, connection: Connection) -> NoteReader | None:
        try:
            return notes_of(connection)
        except (NotSetUp, Unreadable, ValueError):
            self._failures[connection.pk] = MOST_FAILURES
            self._find("", f"{connection.title}: its settings can't be used")
            return None

    def _find(self, order_id: str, detail: str) -> None:
        found = Finding(code=Code.UNREADABLE, order=order_id, detail=detail[:300])
        self.report.findings.append(found)
