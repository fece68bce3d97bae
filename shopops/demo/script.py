"""What happens in the demo, scene by scene, in hours before its now."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from shopops.agents.proposal import ActionKind
from shopops.agents.thresholds import Thresholds
from shopops.alarms.config import AlarmConfig
from shopops.demo.orders.till import Arrival
from shopops.review.models import DecisionKind, Outcome
from shopops.tenants.models import Role


@dataclass(frozen=True, slots=True)
class Person:
    """`try_it`: why one would sign in as this person. `on_call`: their step of the roster."""

    email: str
    name: str
    role: Role
    try_it: str
    on_call: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Somebody decides one revision of an order. `approved`: the kinds of steps they allow.
    `amount`: of an edit, what the refund becomes, as it is typed. `bypass`: what an administrator
    sets aside. `fact`: its name and value, where one is supplied; the reason is how it is known."""

    hours: float
    order_id: str
    by: str  # the person's address
    kind: DecisionKind
    reason: str = ""
    approved: frozenset[ActionKind] = frozenset()
    outcome: Outcome | None = None
    revision: int = 1
    amount: str = ""
    bypass: tuple[str, ...] = ()
    fact: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Somebody looks at a preview of several orders and approves them with one confirmation."""

    hours: float
    order_ids: tuple[str, ...]
    by: str
    prefer: ActionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed:
    """Nobody decided the order in the shop's time, and the system says so."""

    hours: float
    order_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Limited:
    """An administrator gives one person a limit of their own, in minor units."""

    hours: float
    by: str
    to: str
    limit: tuple[str, int]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lent:
    """Somebody lends their limit for so many days, up to an amount in minor units."""

    hours: float
    by: str
    to: str
    most: tuple[str, int]
    days: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """An agent of the shop's own tells somebody of what the order rings for, and says so."""

    hours: float
    order_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Somebody takes note of it, signed in, and has quiet for so many hours."""

    hours: float
    order_id: str
    by: str
    quiet: float = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An administrator gives the order to somebody, who works on it until it is given back."""

    hours: float
    order_id: str
    by: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """The shop's own alarm settings come into force."""

    hours: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Whoever decided the order has done in the shop what was decided, and says so."""

    hours: float
    order_id: str
    by: str


Scene = (
    Arrival | Ruling | Together | Lapsed | Limited | Lent | Ring | Answer | Given | Tuning | Carried
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shop:
    """`numbers` are saved by `settled_by` as the shop's second version, because of `reason`.
    `given`: who works on what. `invited`: by `settled_by`, and not there yet. `ringing`: its alarm
    settings, where it has any; in the weeks before its script, its `past`, the usual ones were in
    force."""

    slug: str
    name: str
    timezone: str
    password: str
    people: tuple[Person, ...]
    numbers: Thresholds
    settled_by: str
    reason: str
    arrivals: Callable[[datetime], list[Arrival]]
    rulings: tuple[Ruling, ...] = ()
    given: tuple[Given, ...] = ()
    invited: tuple[Person, ...] = ()
    ringing: AlarmConfig | None = None
    past: Callable[[datetime], list[Scene]] | None = None
