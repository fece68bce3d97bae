"""The demo shop: its people, its numbers, its orders and what was decided already."""

from datetime import datetime

from shopops.agents.proposal import ActionKind
from shopops.agents.thresholds import Thresholds
from shopops.alarms.config import AlarmConfig
from shopops.demo.orders.contact import contact
from shopops.demo.orders.later import later
from shopops.demo.orders.money import money
from shopops.demo.orders.parcels import parcels
from shopops.demo.orders.quiet import quiet
from shopops.demo.orders.teaching import teaching
from shopops.demo.orders.till import Arrival, Till
from shopops.demo.orders.troubles import troubles
from shopops.demo.past import past
from shopops.demo.script import Given, Person, Ruling, Scene, Shop
from shopops.demo.ways import ways
from shopops.review.models import DecisionKind, Outcome
from shopops.tenants.models import Role

MAYA = Person(
    "maya@northline.example",
    "Maya Andersen",
    Role.REVIEWER,
    "decides what waits in the queue",
    on_call=0,
)
TOMASZ = Person(
    "tomasz@northline.example",
    "Tomasz Wren",
    Role.REVIEWER,
    "gives the second of two approvals",
    on_call=1,
)
ADAEZE = Person(
    "adaeze@northline.example",
    "Adaeze Holm",
    Role.ADMIN,
    "changes the shop's thresholds",
    on_call=2,
)
JUN = Person("jun@northline.example", "Jun Ferreira", Role.VIEWER, "looks and decides nothing")
VESNA = Person(
    "vesna@northline.example",
    "Vesna Kolar",
    Role.AUDITOR,
    "reads every setting too and changes nothing",
)
RUBEN = Person("ruben@northline.example", "Ruben Aldous", Role.REVIEWER, "is invited")

# Minor units: 50.00 USD, 50.00 EUR, 5,000 JPY and 15.000 KWD may go without a person.
NUMBERS = Thresholds(
    approval_above_cents={"USD": 5000, "EUR": 5000, "JPY": 5000, "KWD": 15000},
    second_cap_cents={"USD": 30000, "EUR": 30000, "JPY": 40000, "KWD": 40000},
    exception_refund_cents={"EUR": 25000},
    standard_update_cents={"EUR": 300},
    goodwill_cap_cents={"EUR": 500},
    timezone="America/Chicago",
)

# What needs a person rings at once, and after a snooze of two minutes again.
RINGING = AlarmConfig(
    interval_minutes=10,
    snooze_default_minutes=2,
    snooze_max_minutes=240,
    ring_after_minutes=0,
    timezone=NUMBERS.timezone,
)

MAIL_AND_RESHIP = frozenset({ActionKind.DRAFT_EMAIL, ActionKind.PROPOSE_RESHIP})
MAIL_AND_REFUND = frozenset({ActionKind.DRAFT_EMAIL, ActionKind.PROPOSE_REFUND})

RULINGS = (
    Ruling(
        hours=44,
        order_id="O-1004",
        by=MAYA.email,
        kind=DecisionKind.APPROVE,
        approved=MAIL_AND_RESHIP,
    ),
    Ruling(
        hours=40,
        order_id="O-1003",
        by=TOMASZ.email,
        kind=DecisionKind.APPROVE,
        approved=MAIL_AND_REFUND,
        reason="She asked for the money when she called this morning.",
    ),
    Ruling(
        hours=29,
        order_id="O-1019",
        by=TOMASZ.email,
        kind=DecisionKind.HANDLED_OUTSIDE,
        outcome=Outcome.CONTACTED,
        reason="The courier confirmed by telephone that it was handed over; told the customer.",
    ),
    Ruling(
        hours=19.4,
        order_id="O-1006",
        by=MAYA.email,
        kind=DecisionKind.APPROVE,
        approved=MAIL_AND_RESHIP,
    ),
    Ruling(
        hours=15,
        order_id="O-1046",
        by=MAYA.email,
        kind=DecisionKind.APPROVE,
        approved=MAIL_AND_RESHIP,
        reason="We have one bench left in Venlo.",
    ),
    Ruling(
        hours=14.5,
        order_id="O-1046",
        by=TOMASZ.email,
        kind=DecisionKind.APPROVE,
        approved=MAIL_AND_RESHIP,
    ),
    Ruling(
        hours=6.7,
        order_id="O-1009",
        by=TOMASZ.email,
        kind=DecisionKind.APPROVE,
        approved=MAIL_AND_REFUND,
    ),
    Ruling(
        hours=5.2,
        order_id="O-1048",
        by=MAYA.email,
        kind=DecisionKind.REJECT,
        reason="The customer wrote: the press came this morning, all is well.",
    ),
    Ruling(
        hours=1.4,
        order_id="O-1011",
        by=TOMASZ.email,
        kind=DecisionKind.APPROVE,
        approved=MAIL_AND_REFUND,
        reason="Never left the warehouse.",
    ),
)

# What others work on: whoever signs in as Maya sees their names in the queue.
GIVEN = (
    Given(hours=4.9, order_id="O-1014", by=ADAEZE.email, to=TOMASZ.email),
    Given(hours=3.3, order_id="O-1028", by=ADAEZE.email, to=TOMASZ.email),
    Given(hours=1.2, order_id="O-1034", by=ADAEZE.email, to=ADAEZE.email),
)


def arrivals(now: datetime) -> list[Arrival]:
    till = Till(now)
    groups = (parcels, contact, troubles, money, quiet, teaching)
    found = [arrival for group in groups for arrival in group(till)]
    found.extend(later(till, {arrival.order_id: arrival.case for arrival in found}))
    return found


def before(now: datetime) -> list[Scene]:
    return [*past(now), *ways(now)]


NORTHLINE = Shop(
    slug="store_northline",
    name="Northline",
    timezone=NUMBERS.timezone,
    password="northline-demo",  # noqa: S106  printed at every start, for the demo only
    people=(MAYA, TOMASZ, ADAEZE, JUN, VESNA),
    numbers=NUMBERS,
    settled_by=ADAEZE.email,
    reason="We sell in euros, yen and dinars now; large amounts take two people.",
    arrivals=arrivals,
    rulings=RULINGS,
    given=GIVEN,
    invited=(RUBEN,),
    ringing=RINGING,
    past=before,
)
