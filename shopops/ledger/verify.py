"""Reads a tenant's whole ledger again and says what does not fit."""

from time import perf_counter

from django.db import connection

from shopops.ledger import projections
from shopops.ledger.canonical_check import parsed_if_canonical
from shopops.ledger.catalog import differences
from shopops.ledger.findings import Check, FindingCode, Report
from shopops.ledger.line import GENESIS, EventRow, leaf_of, line_of
from shopops.ledger.models import VerifyPass
from shopops.ledger.stream import Chain


def verify(tenant_id: int) -> Report:
    """Verify inside the tenant's scope. Nothing is written and nothing is locked."""
    started = perf_counter()
    report = Report(tenant_id)
    _verify_rows(report)
    _verify_projections(report)
    _verify_shape(report)
    report.took_ms = round((perf_counter() - started) * 1000)
    return report


def _verify_rows(report: Report) -> None:
    """Every link in order, with its event. A wrong leaf is one finding, not one for every later
    row too: the chain goes on from the leaf that is stored."""
    clean_seq, clean_hash = _clean_head(report.tenant_id)
    prev = GENESIS
    seq = 0
    for (at, event_id, leaf), event in Chain(
        report.tenant_id, on_unlinked=lambda event_id: _add_unlinked(report, event_id)
    ):
        if at != seq + 1:
            _add_gap(report, seq, at)
        seq = at
        if event is None:
            report.add(FindingCode.LINK_WITHOUT_EVENT, seq, f"its event {event_id} is gone")
        else:
            _verify_event(report, event, seq, prev, leaf)
        if seq == clean_seq and leaf != clean_hash:
            report.add(FindingCode.HISTORY_REWRITTEN, seq, "its leaf differs from the last pass")
        prev = leaf
        report.entries += 1
    if seq < clean_seq:
        report.add(FindingCode.HISTORY_CUT, seq, f"the last clean pass saw {clean_seq} entries")
    report.head_seq, report.head_hash = seq, prev
    report.checked += [Check.LEAVES, Check.ORDER, Check.PAIRS, Check.BODIES, Check.HISTORY]


def _verify_event(report: Report, event: EventRow, seq: int, prev: bytes, leaf: bytes) -> None:
    if leaf_of(line_of(event, tenant_id=report.tenant_id, seq=seq, prev=prev)) != leaf:
        report.add(FindingCode.LEAF_DIFFERS, seq, f"event {event.event_id} is not what was hashed")
    body = parsed_if_canonical(event.body)
    if body is None:
        report.add(FindingCode.BODY_NOT_CANONICAL, seq, f"the body of event {event.event_id}")
    elif body.get("order") != event.order_id:
        report.add(FindingCode.ORDER_DIFFERS, seq, "the order column differs from the body")


def _add_gap(report: Report, seq: int, at: int) -> None:
    missing = f"{seq + 1}" if at == seq + 2 else f"{seq + 1} to {at - 1}"
    report.add(FindingCode.SEQ_GAP, at, f"no link {missing} before it")


def _add_unlinked(report: Report, event_id: str) -> None:
    report.add(FindingCode.EVENT_UNLINKED, event_id, "no link holds this event")


def _clean_head(tenant_id: int) -> tuple[int, bytes]:
    """The head of the last pass without findings; the chain must still go through it."""
    last = VerifyPass.objects.filter(tenant_id=tenant_id, clean_at__isnull=False).first()
    return (0, GENESIS) if last is None else (last.clean_seq, bytes(last.clean_hash or GENESIS))


def _verify_projections(report: Report) -> None:
    for where, detail in projections.differences(report.tenant_id):
        report.add(FindingCode.PROJECTION_DIFFERS, where, detail)
    report.checked.append(Check.PROJECTIONS)


def _verify_shape(report: Report) -> None:
    with connection.cursor() as cursor:
        for code, name, detail in differences(cursor):
            report.add(code, name, detail)
    report.checked.append(Check.SHAPE)
