"""Refused rows: kept beside their file so that they can be put right and sent again, and given as a
file for spreadsheets."""

import csv
from collections.abc import Iterable, Iterator
from io import StringIO

from shopops.connectors.batch import RowResult
from shopops.connectors.refusals import RefusalCode
from shopops.setup.files.tally import LONGEST
from shopops.setup.models import OrderFile, RefusedRow
from shopops.tenants.spreadsheets import safe_cell

HEADER = ("line", "id", "path", "code", "reason", "row")
AT_ONCE = 200


def keep_refused(file: OrderFile, results: Iterable[RowResult], *, taken: bool) -> None:
    """`taken`: while it is imported, else while it is read, which two may do at once: both keep the
    same. In the scope that counts them."""
    kept = (_kept(file, one, taken=taken) for one in results if one.refused)
    RefusedRow.objects.bulk_create(kept, ignore_conflicts=True)


def forget_refused(file: OrderFile) -> None:
    """It is read from its beginning."""
    RefusedRow.objects.filter(file=file, taken=False).delete()


def count_kept(file: OrderFile, *, taken: bool) -> int:
    """None of a file that was read by a release that kept them nowhere."""
    return RefusedRow.objects.filter(file=file, taken=taken).count()


def sheet(file: OrderFile, *, taken: bool) -> Iterator[str]:
    """RFC 4180, in pieces. The row stands there as it came; bytes that are no UTF-8 as `\\x…`."""
    yield _lines([HEADER])
    rows = RefusedRow.objects.filter(file=file, taken=taken).order_by("number")
    last = 0
    while found := list(rows.filter(number__gt=last)[:AT_ONCE]):
        yield _lines([one.line, *map(safe_cell, _cells(one))] for one in found)
        last = found[-1].number


def _kept(file: OrderFile, result: RowResult, *, taken: bool) -> RefusedRow:
    refused = result.refused
    if refused is None:
        raise AssertionError("only a refused row is kept")
    return RefusedRow(
        file=file,
        taken=taken,
        number=result.row.number,
        line=result.row.line,
        external_id=_shown(result.external_id or ""),
        path=_shown(refused.path),
        code=str(refused.code),
        reason=_shown(refused.reason),
        # What was erased is kept no second time.
        raw=b"" if refused.code is RefusalCode.ERASED else result.row.raw,
    )


def _shown(text: str) -> str:
    """Without what PostgreSQL can't store in a text: these words may quote the row."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()[:LONGEST]


def _cells(one: RefusedRow) -> tuple[str, ...]:
    row = bytes(one.raw).decode("utf-8", "backslashreplace")
    return one.external_id, one.path, one.code, one.reason, row


def _lines(rows: Iterable[Iterable[object]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()
