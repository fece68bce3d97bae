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


# These tell an item's story, so they name the item.
ALARM_KINDS = frozenset(
    {
        EventKind.OBSERVED,
        EventKind.RAISED,
        EventKind.UNDELIVERED,
        EventKind.ACKNOWLEDGED,
        EventKind.UNACKNOWLEDGED,
        EventKind.HANDED_OFF,
        EventKind.RESOLVED,
        EventKind.WITHDRAWN,
    }
)

# The epoch of item keys that this program derives (`ledger_key_version()` in the database);
# rows imported from an older system keep an older number, or none.
KEY_VERSION = 2
