"""Which kind of trouble a cause belongs to, whatever it is called today.

A parcel that waits at the pickup point and then comes back is one trouble with two causes: who
answered the first must not answer the second as well. The words are those of the obligations that
alarms are raised for.
"""

from enum import StrEnum

from shopops.agents.proposal import GOODWILL
from shopops.agents.resolution.codes import Blocked, Cause
from shopops.agents.thresholds import LIKELIHOODS


class Trouble(StrEnum):
    SHIPMENT = "shipment"
    MONEY = "money"
    CONTACT = "contact"
    CHARGEBACK = "chargeback"
    DUPLICATE = "duplicate"


# Intake's reasons about a parcel: those that make it an exception, and the others.
_PARCEL = (*LIKELIHOODS, "no_data", "moving", "delivered", "cancelled")

TROUBLES: dict[str, Trouble] = {
    **dict.fromkeys(_PARCEL, Trouble.SHIPMENT),
    Cause.RETURN_TO_SENDER: Trouble.SHIPMENT,
    Cause.CLAIMED_MISSING: Trouble.SHIPMENT,
    Cause.EXCEPTION_LIKELY: Trouble.SHIPMENT,
    Blocked.SHIPMENT_CANCELLED: Trouble.SHIPMENT,
    Blocked.TRACKING: Trouble.SHIPMENT,
    Cause.CANCELLED_RETURNED: Trouble.MONEY,
    Cause.CANCELLED_NOT_RETURNED: Trouble.MONEY,
    Cause.FULLY_REFUNDED: Trouble.MONEY,
    Blocked.MONEY: Trouble.MONEY,
    # Nothing went wrong: all there is to do is to write, and perhaps to add a present.
    Cause.STATUS_UPDATE: Trouble.CONTACT,
    GOODWILL: Trouble.CONTACT,
    Blocked.OPTED_OUT: Trouble.CONTACT,
    Blocked.CHARGEBACK: Trouble.CHARGEBACK,
    Blocked.DUPLICATE: Trouble.DUPLICATE,
}


def trouble_of(cause: str) -> Trouble | None:
    """None for a code that is none of ours. A missing contact field is named by its own cause."""
    if cause in TROUBLES:
        return TROUBLES[cause]
    return Trouble.CONTACT if cause.startswith(Blocked.MISSING) else None


def same_trouble(one: str, other: str) -> bool:
    """Whether two causes are one kind of trouble. A cause that nobody knows may be any."""
    ours, theirs = trouble_of(one), trouble_of(other)
    return ours is None or theirs is None or ours is theirs
