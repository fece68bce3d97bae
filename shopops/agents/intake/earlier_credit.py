"""Whether store credit was given for this order before, and what of the ledger shows it."""

from datetime import datetime

from shopops.agents.canonical import canonical_json, salted
from shopops.agents.facts import Field
from shopops.agents.intake.evidence import EvidenceBook
from shopops.agents.intake.kinds import fact
from shopops.agents.ports import EarlierCredit, Provenance

NAME = "ledger:"  # before the entry's number; 0 stands for what no entry says


def earlier_credit(found: EarlierCredit, book: EvidenceBook, now: datetime) -> Field:
    """A fact either way: the ledger leaves nothing out."""
    name = f"{NAME}{found.entry}"
    origin = Provenance(
        source_object=name,
        payload_sha256=salted(b"", canonical_json(found.given)),
        received_at=now,
        paths={"given": "$.state" if found.given else "$.store_credit"},
    )
    return fact(book.cite(name, "given", found.given, origin), value=found.given)
