"""What is to be appended to an item, who asks for it, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from shopops.alarms.models import AlarmHandle
from shopops.alarms.refusals import Refused
from shopops.alarms.states import AlarmState
from shopops.ledger import ActorType, EventKind, Json
from shopops.tenants.models import Membership


class Skill:
    """Who of our own asks. A token's skill is whatever its shop calls it."""

    PIPELINE = "pipeline"
    RINGING = "ringing"
    MAIL = "mail"
    BROWSER = "browser"
    REVIEW = "review"
    EXECUTION = "execution"


OWN_SKILLS = frozenset(value for name, value in vars(Skill).items() if not name.startswith("_"))


class VerifiedBy(StrEnum):
    """How it was made sure that a confirmer is who they say."""

    MAIL = "mail"
    SIGNED_IN = "signed_in"
    TOKEN = "token"  # noqa: S105 - a word, not a secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """`token_id` or `member` where somebody outside of the program asks."""

    skill: str
    actor: ActorType = ActorType.SYSTEM
    member: Membership | None = None
    token_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One event for one item. `handle` None: one is given out and used up in the same breath.

    `or_withdraw`: a resolve that becomes a withdrawal where nobody was told yet, and nothing at
    all where nothing is open. `says` goes into the ledger's body beside what every row says;
    people are identity keys in hex. `evidence` and `observed_at` go with an observation,
    `evidence` with an ending too; `episode` is that of the raise that is answered, where one is
    known.
    """

    item_id: int
    kind: EventKind
    asker: Asker
    or_withdraw: bool = False
    handle: AlarmHandle | None = None
    confirmer: Membership | None = None
    until: datetime | None = None
    holder: str | None = None
    told: str | None = None
    evidence: bytes | None = None
    observed_at: datetime | None = None
    waits: bool = False
    episode: int | None = None
    note: str = ""
    says: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An event that is on the ledger once the scope ends, and the item's state after it."""

    item_id: int
    item_key: bytes
    code: str
    kind: EventKind
    event_id: UUID
    recorded_at: datetime
    state: AlarmState


@dataclass(frozen=True, slots=True, kw_only=True)
class NotWritten:
    """Nothing was written for this item."""

    item_id: int
    code: str
    kind: EventKind
    refusal: Refused


Outcome = Written | NotWritten
