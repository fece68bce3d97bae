"""The second shop, which has nothing to do with the first and must see nothing of it."""

from datetime import datetime

from shopops.agents.thresholds import Thresholds
from shopops.demo.orders.southline import southline
from shopops.demo.orders.till import Arrival, Till
from shopops.demo.script import Person, Shop
from shopops.tenants.models import Role

IRENE = Person(
    "irene@southline.example",
    "Irene Sotomayor",
    Role.REVIEWER,
    "sees nothing of Northline",
    on_call=0,
)
HENRIK = Person("henrik@southline.example", "Henrik Vale", Role.ADMIN, "sets Southline's numbers")

NUMBERS = Thresholds(
    approval_above_cents={"EUR": 4000},
    second_cap_cents={"EUR": 20000},
    language_required=True,
    default_language="pt",
    timezone="Europe/Lisbon",
)


def arrivals(now: datetime) -> list[Arrival]:
    return list(southline(Till(now)))


SOUTHLINE = Shop(
    slug="store_southline",
    name="Southline",
    timezone=NUMBERS.timezone,
    password="southline-demo",  # noqa: S106  printed at every start, for the demo only
    people=(IRENE, HENRIK),
    numbers=NUMBERS,
    settled_by=HENRIK.email,
    reason="We write to nobody whose language we do not know.",
    arrivals=arrivals,
)
