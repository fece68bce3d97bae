"""O-1014 to O-1018: what is known of the customer, and what is not."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from shopops.agents.records import Address, TrackerStatus
from shopops.agents.teaching.parts import INES, Case, Desk

PORTO = Address(
    country="PT",
    name="Ines Halloran",
    lines=("Rua do Cais 14",),
    city="Porto",
    postcode="4050-001",
)


def contact_cases(desk: Desk) -> Iterator[Case]:
    both = replace(INES, preferred_channel=None)
    yield _stalled(desk, 1014, "mail and telephone, and no word on which", customer=both)
    asked = replace(INES, opted_out=True)
    yield _stalled(desk, 1015, "she asked not to be written to", customer=asked)
    unsaid = replace(INES, opted_out=None)
    yield _stalled(desk, 1016, "nobody knows whether writing is welcome", customer=unsaid)
    yield _stalled(
        desk,
        1017,
        "nothing but a mail address, and a language guessed from the country",
        customer=replace(INES, preferred_channel=None, phone=None),
        ship_to=PORTO,
        ship_from_country="PT",
    )
    yield _stalled(desk, 1018, "no customer record at all", customer=None)


def _stalled(desk: Desk, number: int, teaches: str, **known: Any) -> Case:
    order = desk.order(f"O-{number}", shipments=(desk.parcel(f"trk-{number}"),), **known)
    moved = (TrackerStatus.IN_TRANSIT, 6)
    return Case(teaches, order, (desk.tracker(f"trk-{number}", TrackerStatus.IN_TRANSIT, moved),))
