"""One row of a file."""

from dataclasses import dataclass

from shopops.connectors.refusals import RefusalCode, RowRefused


@dataclass(frozen=True, slots=True)
class Row:
    """`number` counts rows, `line` is where it begins; both from 1. `refused`: nothing to read."""

    number: int
    line: int
    raw: bytes = b""
    refused: RowRefused | None = None


def too_long(limit: int) -> RowRefused:
    return RowRefused(RefusalCode.TOO_LONG, "$", f"is longer than {limit:,} bytes")


def cut_off(what: str) -> RowRefused:
    return RowRefused(RefusalCode.CUT_OFF, "$", f"the file ends in the middle of {what}")


def stray(found: bytes) -> RowRefused:
    shown = found[:40].decode("utf-8", "backslashreplace") or "nothing"
    reason = f"here stands neither a row nor the comma between two rows, but {shown}"
    return RowRefused(RefusalCode.NOT_JSON, "$", reason)
