"""Whether the ledger's tables, triggers, functions and grants are as the migrations laid them.

`pinned.json` holds a SHA-256 of each object's definition; a test compares it with a fresh
database, and prints what to pin after a migration that changes one.
"""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from shopops.ledger.findings import FindingCode


class Cursor(Protocol):
    """Django's cursor, or psycopg's."""

    def execute(self, query: Any, parameters: Any = None, /) -> object: ...
    def fetchall(self) -> list[tuple[Any, ...]]: ...


CATALOG = Path(__file__).with_name("catalog.sql").read_text(encoding="utf-8")
PINNED: dict[str, str] = json.loads(
    Path(__file__).with_name("pinned.json").read_text(encoding="utf-8")
)


# Definitions are printed according to these, whatever the session prefers.
PRINTING = {"search_path": "", "timezone": "UTC", "datestyle": "ISO"}


def definitions(cursor: Cursor) -> dict[str, str]:
    """Every object's definition by its name, as the database has them now."""
    kept = {name: _set(cursor, name, value) for name, value in PRINTING.items()}
    cursor.execute(CATALOG)
    found = dict(cursor.fetchall())
    for name, value in kept.items():
        _set(cursor, name, value)
    return found


def _set(cursor: Cursor, name: str, value: str) -> str:
    """Set it for the rest of this transaction; answers what it was."""
    cursor.execute("SELECT current_setting(%s), set_config(%s, %s, true)", [name, name, value])
    before: str = cursor.fetchall()[0][0]
    return before


def fingerprints(cursor: Cursor) -> dict[str, str]:
    return {
        name: sha256((definition or "").encode()).hexdigest()
        for name, definition in definitions(cursor).items()
    }


def differences(cursor: Cursor) -> Iterator[tuple[FindingCode, str, str]]:
    """What is missing, changed or added, by name."""
    found = fingerprints(cursor)
    for name in sorted(PINNED.keys() | found.keys()):
        if name not in found:
            yield FindingCode.OBJECT_MISSING, name, "it was laid down and is gone"
        elif name not in PINNED:
            yield FindingCode.OBJECT_UNEXPECTED, name, "nobody laid it down"
        elif found[name] != PINNED[name]:
            yield FindingCode.OBJECT_CHANGED, name, "it is not as it was laid down"
