"""The list of a tab or of a search, with every tab's count, for one moment."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from msgspec import Struct

from shopops.alarm_pages.cursor import Place, read_place
from shopops.alarm_pages.rows import Row, rows_of
from shopops.alarm_pages.tabs import LABELS, Tab, badge, counts, items_under
from shopops.alarms.codes import normalise
from shopops.alarms.config import AlarmConfig
from shopops.alarms.models import AlarmItem
from shopops.review.counts import Count
from shopops.review.reasons import clean

PAGE = 50
LONGEST_SEARCH = 80


class Chip(Struct, frozen=True, kw_only=True):
    tab: Tab
    words: str
    count: Count


class Listing(Struct, frozen=True, kw_only=True):
    """`after`: the address of the next page, where there is one. `search`: what was looked for,
    in every tab; then `tab` is None."""

    now: datetime
    tab: Tab | None
    search: str
    chips: list[Chip]
    needing: Count
    rows: list[Row]
    after: str


def listing(
    tenant_id: int,
    *,
    tab: Tab,
    search: str = "",
    after: str = "",
    now: datetime,
    config: AlarmConfig,
) -> Listing:
    """In a tenant scope. `now` decides counts and rows alike."""
    counted = counts(tenant_id, now)
    search = clean(search).strip()[:LONGEST_SEARCH]
    column, descending = _order(None if search else tab)
    found = _found(tenant_id, search) if search else items_under(tenant_id, tab, now)
    place = read_place(after)
    if place is not None:
        found = found.filter(place.after(column, descending=descending))
    sign = "-" if descending else ""
    items = list(found.order_by(f"{sign}{column}", f"{sign}id")[: PAGE + 1])
    return Listing(
        now=now,
        tab=None if search else tab,
        search=search,
        chips=_chips(counted),
        needing=badge(counted),
        rows=rows_of(tenant_id, items[:PAGE], now=now, config=config),
        after=_next(items, column),
    )


def _order(tab: Tab | None) -> tuple[str, bool]:
    """What is closed newest first, what is open by when it rings next."""
    if tab is None:
        return "created_at", True
    return ("closed_at", True) if tab is Tab.RESOLVED else ("due_at", False)


def _found(tenant_id: int, search: str) -> QuerySet[AlarmItem]:
    """By order, or by a code as people write it."""
    wanted = Q(order_id=search) | Q(order_number=search) | Q(code=search)
    code = normalise(search)
    if code is not None:
        wanted |= Q(code=code)
    return AlarmItem.objects.of(tenant_id).filter(wanted)


def _chips(counted: Mapping[Tab, Count]) -> list[Chip]:
    return [Chip(tab=tab, words=gettext(LABELS[tab]), count=counted[tab]) for tab in Tab]


def _next(items: list[AlarmItem], column: str) -> str:
    if len(items) <= PAGE:
        return ""
    last = items[PAGE - 1]
    return str(Place(getattr(last, column), last.pk))
