"""Play a shop's script. What was played before is left as it is, so a broken run is completed."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby

from shopops.demo.deciding import rule
from shopops.demo.intake import newest_revisions, take_in
from shopops.demo.listing import share_views
from shopops.demo.opening import hire, open_shop, put_on_call, set_numbers, set_ringing
from shopops.demo.orders.till import Arrival
from shopops.demo.ringing import answer, ring
from shopops.demo.script import Answer, Ring, Ruling, Scene, Shop
from shopops.tenants.models import Membership, Tenant

SETTLED_HOURS = 15  # the shop's numbers are set so long before its first order comes in


def play(shop: Shop, *, with_past: bool = False) -> None:
    """The instant when the shop was opened is the script's now, in every run. `with_past`: and
    what was settled in the weeks before."""
    tenant = open_shop(shop)
    now = tenant.created_at
    people = {person.email: hire(tenant, person, shop.password) for person in shop.people}
    scenes: list[Scene] = [*shop.arrivals(now), *shop.rulings]
    if with_past and shop.past is not None:
        scenes += shop.past(now)
    first = max((scene.hours for scene in scenes), default=0.0)
    settled = now - timedelta(hours=first + SETTLED_HOURS)
    set_numbers(tenant, shop, author=people[shop.settled_by], now=settled)
    put_on_call(tenant, shop, people)
    set_ringing(tenant, shop, author=people[shop.settled_by])
    share_views(tenant, people[shop.settled_by])
    played = newest_revisions(tenant)
    for hours, together in in_order(scenes):
        at = now - timedelta(hours=hours)
        _arrivals(tenant, [one for one in together if isinstance(one, Arrival)], played, at)
        _acts(tenant, together, people, at)


def in_order(scenes: list[Scene]) -> Iterator[tuple[float, list[Scene]]]:
    """Earliest first; what happens at one time together."""
    by_time = sorted(scenes, key=_hours, reverse=True)
    for hours, group in groupby(by_time, key=_hours):
        yield hours, list(group)


def _hours(scene: Scene) -> float:
    return scene.hours


def _acts(
    tenant: Tenant, scenes: Iterable[Scene], people: Mapping[str, Membership], at: datetime
) -> None:
    for one in scenes:
        if isinstance(one, Ruling):
            rule(tenant, one, reviewer=people[one.by], now=at)
        elif isinstance(one, Ring):
            ring(tenant, one.order_id)
        elif isinstance(one, Answer):
            answer(tenant, one.order_id, by=people[one.by])


def _arrivals(
    tenant: Tenant, arrivals: list[Arrival], played: dict[str, int], at: datetime
) -> None:
    new = [one for one in arrivals if one.revision > played.get(one.order_id, 0)]
    if new:
        take_in(tenant, new, now=at)
