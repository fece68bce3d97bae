"""All teaching cases, in order of their number."""

from datetime import datetime

from shopops.agents.teaching.contact import contact_cases
from shopops.agents.teaching.parcels import parcel_cases
from shopops.agents.teaching.parts import Case, Desk
from shopops.agents.teaching.payments import payment_cases
from shopops.agents.teaching.troubles import trouble_cases


def teaching_cases(now: datetime) -> list[Case]:
    """Made anew for this `now`; every date in them is relative to it."""
    desk = Desk(now)
    return [
        *parcel_cases(desk),
        *contact_cases(desk),
        *trouble_cases(desk),
        *payment_cases(desk),
    ]
