"""What a verification checks and what it can find, each by name."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

KEPT_FINDINGS = 100


class Check(StrEnum):
    """What was looked at, in words for people."""

    LEAVES = "every event hashes to its link's leaf"
    ORDER = "links count from 1 without a gap"
    PAIRS = "every event has one link and every link its event"
    BODIES = "every body is canonical and its order column says the same"
    HISTORY = "the chain contains the head of the last clean pass"
    PROJECTIONS = "what lists show of alarms is what the ledger says when it is folded again"
    SHAPE = "triggers, functions, constraints, indexes, policies and grants are as laid down"


class FindingCode(StrEnum):
    LEAF_DIFFERS = "leaf_differs"
    SEQ_GAP = "seq_gap"
    EVENT_UNLINKED = "event_unlinked"
    LINK_WITHOUT_EVENT = "link_without_event"
    BODY_NOT_CANONICAL = "body_not_canonical"
    ORDER_DIFFERS = "order_differs"
    HISTORY_CUT = "history_cut"
    HISTORY_REWRITTEN = "history_rewritten"
    PROJECTION_DIFFERS = "projection_differs"
    OBJECT_MISSING = "object_missing"
    OBJECT_CHANGED = "object_changed"
    OBJECT_UNEXPECTED = "object_unexpected"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that should not be. `where` is a seq, an event id or a database object."""

    code: FindingCode
    where: str
    detail: str

    def as_json(self) -> dict[str, str]:
        return {"code": self.code, "where": self.where, "detail": self.detail}


@dataclass(slots=True)
class Report:
    """A verification of one tenant's ledger. Counts everything, keeps the first findings."""

    tenant_id: int
    entries: int = 0
    head_seq: int = 0
    head_hash: bytes = bytes(32)
    took_ms: int = 0
    checked: list[Check] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[FindingCode] = field(default_factory=Counter)

    @property
    def clean(self) -> bool:
        return not self.counts

    def add(self, code: FindingCode, where: object, detail: str) -> None:
        self.counts[code] += 1
        if len(self.findings) < KEPT_FINDINGS:
            self.findings.append(Finding(code, str(where), detail))

    def as_json(self) -> dict[str, Any]:
        return {
            "clean": self.clean,
            "entries": self.entries,
            "head_seq": self.head_seq,
            "head_hash": self.head_hash.hex(),
            "took_ms": self.took_ms,
            "checked": [str(check) for check in self.checked],
            "finding_counts": {str(code): number for code, number in self.counts.items()},
            "findings": [finding.as_json() for finding in self.findings],
        }
