"""An order's record in the shop against the ledger. Pure."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from msgspec import Struct

from shopops.connectors.ports import Noted
from shopops.execution.notes import BY, ERASED, Note
from shopops.writeback.findings import Code, Finding


class Wanted(Struct, frozen=True, kw_only=True):
    """What the ledger would have the record say. `is_due`: it must be there by now; else it may."""

    note: Note
    event_id: UUID
    is_due: bool


def compare(order: str, wanted: Sequence[Wanted], found: Sequence[Noted]) -> list[Finding]:
    """By the shop's own records alone: nothing is taken from what we remember of having written."""
    known = {one.note.code: one.note for one in wanted}
    by_code: dict[str, list[Noted]] = defaultdict(list)
    for noted in found:
        by_code[noted.code].append(noted)
    findings = [
        Finding(code=Code.MISSING, order=order, note=one.note.code)
        for one in wanted
        if one.is_due and one.note.code not in by_code
    ]
    for code, notes in by_code.items():
        note = known.get(code)
        if note is None:
            findings.append(Finding(code=Code.FORGED, order=order, note=code[:80]))
        else:
            findings += _judged(order, note, notes)
    return findings


def _judged(order: str, note: Note, notes: Sequence[Noted]) -> Iterator[Finding]:
    if len(notes) > 1:
        detail = f"{len(notes)} times"
        yield Finding(code=Code.TWICE, order=order, note=note.code, detail=detail)
    for noted in notes:
        differs = differing(note.said, noted.said)
        if differs == [BY] and note.said[BY] == ERASED and noted.said.get(BY):
            yield Finding(code=Code.NAME_ERASED, order=order, note=note.code)
        elif differs:
            detail = ", ".join(differs)
            yield Finding(code=Code.DIFFERS, order=order, note=note.code, detail=detail)


def differing(ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[str]:
    """Names of the lines that are not the same; a shop may have set spaces otherwise. A line that
    is none of ours is named as such: its own name may be anything."""
    lines = [name for name in ours if _plain(ours[name]) != _plain(theirs.get(name, ""))]
    return [*lines, *(["another line"] if theirs.keys() - ours.keys() else [])]


def _plain(text: str) -> str:
    return " ".join(text.split())
