"""The alarms' tables. The ledger is the truth; an item's row is what it says, to be listed."""

from shopops.alarms.models.audit import AlarmAudit
from shopops.alarms.models.config import AlarmConfigVersion
from shopops.alarms.models.handles import AlarmHandle
from shopops.alarms.models.items import AlarmItem
from shopops.alarms.models.notes import AlarmNote
from shopops.alarms.models.refusals import AlarmRefusal
from shopops.alarms.models.replies import AlarmReply, ReplyOutcome
from shopops.alarms.models.rings import (
    MailState,
    RingItem,
    RingMail,
    RingNote,
    RingState,
    RingSweep,
)
from shopops.alarms.models.roster import Absence, RosterChange, RosterContact

__all__ = [
    "Absence",
    "AlarmAudit",
    "AlarmConfigVersion",
    "AlarmHandle",
    "AlarmItem",
    "AlarmNote",
    "AlarmRefusal",
    "AlarmReply",
    "MailState",
    "ReplyOutcome",
    "RingItem",
    "RingMail",
    "RingNote",
    "RingState",
    "RingSweep",
    "RosterChange",
    "RosterContact",
]
