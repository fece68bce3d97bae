"""SQL that migrations run lies in numbered files beside the room, written once and then frozen."""

from pathlib import Path

from django.db.migrations import RunSQL


def frozen_sql(folder: Path, name: str) -> RunSQL:
    """The operation that runs `name.sql`, and `name.reverse.sql` to take it back."""
    return RunSQL(
        (folder / f"{name}.sql").read_text(encoding="utf-8"),
        (folder / f"{name}.reverse.sql").read_text(encoding="utf-8"),
    )
