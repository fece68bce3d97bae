"""A shop's record against the ledger, and the note that an event makes."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from shopops.connections.plain_words import NOTE_LINES
from shopops.connectors.ports import Noted
from shopops.execution.notes import Names, Note, note_of
from shopops.ledger import ActorType, Entry, EventKind
from shopops.writeback.comparing import Wanted, compare
from shopops.writeback.findings import Code

KEY, NAME_HASH, LEAF = b"k" * 32, b"n" * 32, b"l" * 32
AT = datetime(2026, 3, 3, 10, tzinfo=UTC)
NAMES: Names = {NAME_HASH: (KEY, "Maya")}
NOTE = Note(
    code="7F3KQ-2MD8N-41",
    said={
        "Code": "7F3KQ-2MD8N",
        "By": "Maya",
        "At": "2026-03-03 10:00:00 UTC",
        "Ledger entry": "41",
        "Ledger leaf": LEAF.hex(),
    },
)
WANTED = [Wanted(note=NOTE, event_id=UUID(int=7), is_due=True)]
ON_RECORD = Noted(remote_id="9", code=NOTE.code, said=dict(NOTE.said))


def found(*record: Noted, wanted: list[Wanted] | None = None) -> list[tuple[Code, str, str]]:
    findings = compare("O-1", WANTED if wanted is None else wanted, record)
    return [(one.code, one.note, one.detail) for one in findings]


def changed(**lines: str) -> Noted:
    said = {name.replace("_", " "): text for name, text in lines.items()}
    return replace(ON_RECORD, said={**NOTE.said, **said})


def test_what_says_the_same_is_no_finding() -> None:
    assert found(ON_RECORD) == []
    assert found(changed(By=" Maya\n")) == []


def test_what_is_not_on_the_record_is_missing_once_it_is_due() -> None:
    assert found() == [(Code.MISSING, NOTE.code, "")]
    assert found(wanted=[replace(WANTED[0], is_due=False)]) == []
    assert found(ON_RECORD, wanted=[replace(WANTED[0], is_due=False)]) == []


@pytest.mark.parametrize("code", ["7F3KQ-2MD8N-42", "7F3KQ-2MD8N", "anything"])
def test_what_is_not_on_the_ledger_is_forged(code: str) -> None:
    assert found(ON_RECORD, replace(ON_RECORD, code=code)) == [(Code.FORGED, code, "")]


@pytest.mark.parametrize("line", NOTE.said)
def test_every_line_that_differs_is_named_and_what_it_says_is_not(line: str) -> None:
    assert found(changed(**{line: "else"})) == [(Code.DIFFERS, NOTE.code, line)]
    without = {name: text for name, text in NOTE.said.items() if name != line}
    assert found(replace(ON_RECORD, said=without)) == [(Code.DIFFERS, NOTE.code, line)]


def test_a_line_too_much_differs() -> None:
    assert found(changed(Approved="yes")) == [(Code.DIFFERS, NOTE.code, "another line")]


def test_twice_is_a_finding() -> None:
    again = replace(ON_RECORD, remote_id="10")
    assert found(ON_RECORD, again) == [(Code.TWICE, NOTE.code, "2 times")]


def test_a_name_that_was_erased_here_and_not_there_is_named_as_that() -> None:
    erased = [replace(WANTED[0], note=replace(NOTE, said={**NOTE.said, "By": "erased"}))]
    assert found(ON_RECORD, wanted=erased) == [(Code.NAME_ERASED, NOTE.code, "")]
    assert found(changed(By="erased"), wanted=erased) == []
    both = changed(At="2026-03-03 11:00:00 UTC")
    assert found(both, wanted=erased) == [(Code.DIFFERS, NOTE.code, "By, At")]


def entry(kind: EventKind = EventKind.ACKNOWLEDGED, **changes: Any) -> Entry:
    told: dict[str, Any] = {
        "event_id": UUID(int=7),
        "kind": kind,
        "actor": ActorType.HUMAN,
        "occurred_at": AT,
        "recorded_at": AT,
        "body": {"order": "O-1", "verified_by": "mail"},
        "seq": 41,
        "leaf_hash": LEAF,
        "item_key": b"i" * 32,
        "confirmer_key": KEY,
        "confirmer_name_hash": NAME_HASH,
    }
    return Entry(**told | changes)


OBSERVED = entry(
    EventKind.OBSERVED,
    body={"record": "shipment", "ids": ["O-1", "s1"], "obligation": "shipment", "code": "X"},
)
DECISION = entry(
    EventKind.DECISION,
    item_key=None,
    confirmer_key=None,
    confirmer_name_hash=None,
    body={
        "order": "O-1",
        "decision": "approve",
        "revision": 2,
        "final": True,
        "reviewer": KEY.hex(),
        "reviewer_name_sha256": NAME_HASH.hex(),
    },
)


def test_a_note_names_the_item_as_it_was_observed() -> None:
    note = note_of(entry(), [OBSERVED, entry()], NAMES)
    assert note is not None
    assert note.said.keys() == NOTE_LINES  # masking shows just these
    assert note.code == "X-41"
    assert note.said["Item"] == "shipment O-1 / s1 (shipment)"
    assert (note.said["By"], note.said["Verified by"]) == ("Maya", "their mail")


def test_a_decision_makes_a_note_of_the_same_lines() -> None:
    note, other = note_of(DECISION, [], NAMES), note_of(entry(), [OBSERVED], NAMES)
    assert note is not None
    assert other is not None
    assert list(note.said) == list(other.said)
    assert note.said["What"] == "approved, revision 2"


@pytest.mark.parametrize(
    "told",
    [
        entry(seq=None, leaf_hash=None),
        entry(confirmer_name_hash=None),
        entry(confirmer_key=None),
        entry(body={"order": "O-1"}),
        entry(EventKind.RAISED),
        entry(EventKind.DECISION, body={**DECISION.body, "final": False}),
        entry(EventKind.DECISION, body={**DECISION.body, "reviewer": None}),
        entry(EventKind.DECISION, body={**DECISION.body, "reviewer_name_sha256": None}),
    ],
    ids=[
        "not on the ledger",
        "no name",
        "no key",
        "not verified",
        "no confirmation",
        "not final",
        "a decision without a key",
        "a decision without a name",
    ],
)
def test_without_both_halves_there_is_no_note(told: Entry) -> None:
    assert note_of(told, [OBSERVED], NAMES) is None


def test_a_name_of_somebody_else_makes_no_note() -> None:
    assert note_of(entry(), [OBSERVED], {NAME_HASH: (b"x" * 32, "Per")}) is None


def test_an_erased_name_is_said_to_be_erased() -> None:
    note = note_of(entry(), [OBSERVED], {})
    assert note is not None
    assert note.said["By"] == "erased"
