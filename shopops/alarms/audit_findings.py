"""What a provenance audit counts and what it can find, each by name."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

KEPT_FINDINGS = 100


class AuditCode(StrEnum):
    # whether the ledger tells of things that are
    ITEM_REKEYED = "item_rekeyed"
    EVENT_REKEYED = "event_rekeyed"
    TWO_KEYS = "two_keys"
    PHANTOM = "phantom"
    RECORD_GONE = "record_gone"
    UNOBSERVED = "unobserved"
    CODE_DIFFERS = "code_differs"
    CODE_KEY_CHANGED = "code_key_changed"
    # whether anybody can hear of them
    NOBODY_REACHABLE = "nobody_reachable"
    HOLDER_GONE = "holder_gone"
    UNSENT = "unsent"
    EXHAUSTED = "exhausted"
    QUARANTINED = "quarantined"


MEANINGS = {
    AuditCode.ITEM_REKEYED: "its key does not follow from its record and duty",
    AuditCode.EVENT_REKEYED: "a ledger row has another key than the record that it names",
    AuditCode.TWO_KEYS: "one record and duty have two keys, so an answer settles half of it",
    AuditCode.PHANTOM: "the ledger tells of an item that this shop has not",
    AuditCode.RECORD_GONE: "it is open, and its record is not in this shop",
    AuditCode.UNOBSERVED: "it waits for a person, and no alarm knows of it",
    AuditCode.CODE_DIFFERS: "its code does not follow from its key",
    AuditCode.CODE_KEY_CHANGED: (
        "no code follows from its key any more: SHOPOPS_CODE_KEY, or the secret key that it is "
        "made from, was changed"
    ),
    AuditCode.NOBODY_REACHABLE: "nobody on the roster can be told of it",
    AuditCode.HOLDER_GONE: "it is quiet for somebody who holds it and can't be told of anything",
    AuditCode.UNSENT: "it is due for more than two intervals and nothing was sent",
    AuditCode.EXHAUSTED: "every step of the roster was rung in vain",
    AuditCode.QUARANTINED: "somebody answered it, and the reply is held because it proves nobody",
}


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """`where`: a code with its order and duty, an order, or a key in hex."""

    code: AuditCode
    where: str
    detail: str = ""

    def as_json(self) -> dict[str, str]:
        return {"code": self.code, "where": self.where, "detail": self.detail}

    def __str__(self) -> str:
        more = f" ({self.detail})" if self.detail else ""
        return f"{self.code}: {self.where}: {MEANINGS[self.code]}{more}"


@dataclass(slots=True)
class AuditReport:
    """Counts everything, keeps the first findings."""

    tenant_id: int
    took_ms: int = 0
    numbers: Counter[str] = field(default_factory=Counter)
    findings: list[AuditFinding] = field(default_factory=list)
    counts: Counter[AuditCode] = field(default_factory=Counter)

    @property
    def clean(self) -> bool:
        return not self.counts

    def add(self, code: AuditCode, where: str, detail: str = "") -> None:
        self.counts[code] += 1
        if len(self.findings) < KEPT_FINDINGS:
            self.findings.append(AuditFinding(code, where, detail))

    def as_json(self) -> dict[str, Any]:
        return {
            "clean": self.clean,
            "took_ms": self.took_ms,
            "numbers": dict(self.numbers),
            "finding_counts": {str(code): number for code, number in self.counts.items()},
            "findings": [finding.as_json() for finding in self.findings],
        }
