"""Play a shop's script. What was played before is left as it is, so a broken run is completed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from shopops.demo.allowing import lapse, lend_limit, limit
from shopops.demo.clock import SetClock
from shopops.demo.deciding import rule
from shopops.demo.giving import give
from shopops.demo.intake import newest_revisions, take_in
from shopops.demo.listing import share_views
from shopops.demo.opening import hire, invite, open_shop, put_on_call, set_numbers, set_ringing
from shopops.demo.orders.till import Arrival
from shopops.demo.ringing import answer, ring
from shopops.demo.script import (
    Answer,
    Carried,
    Given,
    Lapsed,
    Lent,
    Limited,
    Ring,
    Ruling,
    Scene,
    Shop,
    Together,
    Tuning,
)
from shopops.demo.shop.books import books_of, stock
from shopops.demo.shop.settling import settle
from shopops.demo.together import decide_together
from shopops.review.models import DecisionKind
from shopops.tenants.models import Membership, Tenant

ENDED = {DecisionKind.APPROVE, DecisionKind.REJECT, DecisionKind.HANDLED_OUTSIDE}
CARRIED_HOURS = 0.4  # after the decision, which can be taken back for a while
SETTLED_HOURS = 15  # the shop's numbers are set so long before its first order comes in
TOLD_EVERY = 25  # scenes
Told = Callable[[int, int], object]  # how many scenes of how many have been played


@dataclass(frozen=True, slots=True)
class Stage:
    """A shop with its people, and how far the orders had come before this run."""

    shop: Shop
    tenant: Tenant
    people: Mapping[str, Membership]
    played: Mapping[str, int]


def play(
    shop: Shop,
    *,
    with_past: bool = False,
    set_clock: SetClock | None = None,
    told: Told = lambda done, of: None,
) -> None:
    """The instant when the shop was opened is the script's now, in every run. `with_past`: and
    what was settled in the weeks before. `set_clock`: sets the database's clock; without one alarms
    can't wait for their hour, so the shop's own settings, which ring at once, come first."""
    tenant = open_shop(shop)
    now = tenant.created_at
    scenes = _scenes(shop, now, with_past=with_past)
    _stock(shop, scenes)
    present = max((one.hours for one in shop.arrivals(now)), default=0.0)
    first = max((scene.hours for scene in scenes), default=0.0)
    tuned = first if set_clock is None else present
    scenes.append(Tuning(hours=tuned + SETTLED_HOURS / 2))
    settled = now - timedelta(hours=first + SETTLED_HOURS)
    if set_clock is not None:
        set_clock(settled)
    stage = _set_up(shop, tenant, settled)
    done = 0
    for hours, together in in_order(scenes):
        at = now - timedelta(hours=hours)
        if set_clock is not None:
            set_clock(at)
        _play(stage, together, at)
        before, done = done, done + len(together)
        if before // TOLD_EVERY < done // TOLD_EVERY or done == len(scenes):
            told(done, len(scenes))
    if set_clock is not None:
        set_clock(now)
    for person in shop.invited:
        invite(tenant, person, author=stage.people[shop.settled_by], now=now)


def in_order(scenes: list[Scene]) -> Iterator[tuple[float, list[Scene]]]:
    """Earliest first; what happens at one time together."""
    by_time = sorted(scenes, key=_hours, reverse=True)
    for hours, group in groupby(by_time, key=_hours):
        yield hours, list(group)


def _hours(scene: Scene) -> float:
    return scene.hours


def _scenes(shop: Shop, now: datetime, *, with_past: bool) -> list[Scene]:
    """What was decided is carried out by hand, unless the story is told without a past."""
    past = shop.past(now) if with_past and shop.past is not None else []
    told = [*shop.arrivals(now), *shop.rulings, *shop.given, *past]
    return [*told, *_carried(told)] if with_past else told


def _carried(scenes: list[Scene]) -> Iterator[Scene]:
    for one in scenes:
        if isinstance(one, Ruling) and one.kind in ENDED:
            yield Carried(hours=one.hours - CARRIED_HOURS, order_id=one.order_id, by=one.by)
        elif isinstance(one, Together):
            for order_id in one.order_ids:
                yield Carried(hours=one.hours - CARRIED_HOURS, order_id=order_id, by=one.by)


def _stock(shop: Shop, scenes: list[Scene]) -> None:
    """The shop has its orders before it sends them, each as it is in the end."""
    arrivals = [one for _, together in in_order(scenes) for one in together]
    cases = [one.case for one in arrivals if isinstance(one, Arrival)]
    stock(books_of(shop.slug), cases)


def _set_up(shop: Shop, tenant: Tenant, at: datetime) -> Stage:
    people = {person.email: hire(tenant, person, shop.password) for person in shop.people}
    set_numbers(tenant, shop, author=people[shop.settled_by], now=at)
    put_on_call(tenant, shop, people)
    share_views(tenant, people[shop.settled_by])
    return Stage(shop, tenant, people, newest_revisions(tenant))


def _play(stage: Stage, scenes: list[Scene], at: datetime) -> None:
    new = [
        one
        for one in scenes
        if isinstance(one, Arrival) and one.revision > stage.played.get(one.order_id, 0)
    ]
    if new:
        take_in(stage.tenant, new, now=at)
    for one in scenes:
        _act(stage, one, at)


def _act(stage: Stage, one: Scene, at: datetime) -> None:
    tenant, people = stage.tenant, stage.people
    match one:
        case Ruling():
            rule(tenant, one, reviewer=people[one.by], now=at)
        case Together():
            decide_together(tenant, one, reviewer=people[one.by], now=at)
        case Lapsed() | Limited() | Lent():
            _allow(stage, one, at)
        case Ring():
            ring(tenant, one.order_id)
        case Answer():
            answer(tenant, one.order_id, by=people[one.by], quiet=timedelta(hours=one.quiet))
        case Given() if one.order_id not in stage.played:
            give(tenant, one, by=people[one.by], to=people[one.to], now=at)
        case Carried():
            settle(tenant, books_of(tenant.slug), one.order_id, by=people[one.by], now=at)
        case Tuning():
            set_ringing(tenant, stage.shop, author=people[stage.shop.settled_by])


def _allow(stage: Stage, one: Lapsed | Limited | Lent, at: datetime) -> None:
    tenant, people = stage.tenant, stage.people
    match one:
        case Lapsed():
            lapse(tenant, one, now=at)
        case Limited():
            limit(tenant, one, author=people[one.by], person=people[one.to], now=at)
        case Lent():
            lend_limit(tenant, one, giver=people[one.by], receiver=people[one.to], now=at)
