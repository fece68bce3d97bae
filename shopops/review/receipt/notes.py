"""What was written beside a decision: its reason, or its question."""

from shopops.ledger import Entry
from shopops.review.models import Decision
from shopops.review.receipt.contents import Note


def note_of(decision: Decision, own: Entry | None) -> Note | None:
    """`own`: its row. The ledger remembers that there was a note, whoever erased it."""
    digest = str(own.body.get("reason_sha256") or "") if own else ""
    kept = getattr(decision, "note", None)
    if kept is None and not digest:
        return None
    return Note(text=kept.text if kept else "", sha256=digest, erased=kept is None)
