"""Every kind of ledger event and of actor, once. The database CHECKs hold the same words."""

from enum import StrEnum


class EventKind(StrEnum):
    INTAKE = "intake"
    PROPOSAL = "proposal"
    VERDICT = "verdict"
    DECISION = "decision"
    OBSERVED = "observed"
    RAISED = "raised"
    UNDELIVERED = "undelivered"
    ACKNOWLEDGED = "acknowledged"
    UNACKNOWLEDGED = "unacknowledged"
    HANDED_OFF = "handed_off"
    RESOLVED = "resolved"
    WITHDRAWN = "withdrawn"
    EXECUTION = "execution"
    WRITE_BACK = "write_back"
    SETTINGS = "settings"
    ROSTER = "roster"
    TOKEN = "token"  # noqa: S105 - a word, not a secret
    EXPORT = "export"
    ERASED = "erased"
    IMPORTED = "imported"


class ActorType(StrEnum):
    AGENT = "agent"
    RULE = "rule"
    HUMAN = "human"
    SYSTEM = "system"
