"""The shop's numbers as evidence: the version that a pack was judged under, and that it cites."""

from datetime import datetime

import msgspec

from shopops.agents.canonical import canonical_json, salted
from shopops.agents.facts import Pack
from shopops.agents.intake.evidence import EvidenceBook
from shopops.agents.ports import Provenance
from shopops.agents.thresholds import Thresholds

NAME = "cfg:thresholds@"


def cite_numbers(book: EvidenceBook, numbers: Thresholds, now: datetime) -> None:
    name = f"{NAME}{numbers.version}"
    origin = Provenance(
        source_object=name,
        payload_sha256=salted(b"", canonical_json(numbers)),
        received_at=now,
        paths={"thresholds": "$"},
    )
    book.cite(name, "thresholds", numbers, origin)


def restated(pack: Pack, numbers: Thresholds) -> Pack:
    """The pack with these numbers beside the same evidence. What Intake judged by the old ones
    stays as it was judged: only the version and its citation are the new ones."""
    book = EvidenceBook()
    cite_numbers(book, numbers, pack.built_at)
    others = {name: row for name, row in pack.evidence.items() if not name.startswith(NAME)}
    return msgspec.structs.replace(
        pack, thresholds_version=numbers.version, evidence={**others, **book.rows}
    )
