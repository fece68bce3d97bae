"""What of the list is asked for: a state, a kind, an order, and where the page before ended."""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops.connectors.ports import EffectKind
from shopops.execution.alarming import failed_and_open
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.review.search import search

LONGEST_SEARCH = 80
MOST_ORDERS = 50  # that a search finds
NUMBER = re.compile(r"[0-9]{1,18}")


class Tab(StrEnum):
    """What an address names."""

    ALL = "all"
    HELD = "held"
    RUNNING = "running"
    UNKNOWN = "unknown"
    FAILED = "failed"
    NOT_DONE = "not_done"
    DONE = "done"
    TAKEN_BACK = "taken_back"


# What failed and still needs somebody is told from what was given up, or needs nobody.
WHICH: Mapping[Tab, Q] = {
    Tab.HELD: Q(state=State.HELD),
    Tab.RUNNING: Q(state=State.RUNNING),
    Tab.UNKNOWN: Q(state=State.UNKNOWN),
    Tab.FAILED: failed_and_open(),
    Tab.NOT_DONE: Q(state=State.FAILED) & ~failed_and_open(),
    Tab.DONE: Q(state=State.SUCCEEDED),
    Tab.TAKEN_BACK: Q(state=State.LET_GO),
}
LABELS: Mapping[Tab, str] = {
    Tab.ALL: gettext_noop("All"),
    Tab.HELD: gettext_noop("Held"),
    Tab.RUNNING: gettext_noop("Running"),
    Tab.UNKNOWN: gettext_noop("Outcome unknown"),
    Tab.FAILED: gettext_noop("Failed"),
    Tab.NOT_DONE: gettext_noop("Not carried out"),
    Tab.DONE: gettext_noop("Done"),
    Tab.TAKEN_BACK: gettext_noop("Taken back"),
}


class Asked(Struct, frozen=True, kw_only=True):
    """`search`: what was typed, and `orders` the ids that it finds. `after`: rows older than this
    one; None: from the newest."""

    tab: Tab = Tab.ALL
    kind: EffectKind | None = None
    search: str = ""
    orders: frozenset[str] = frozenset()
    after: int | None = None

    @property
    def query(self) -> str:
        """As an address says it, without the place."""
        return urlencode({name: value for name, value in self._parts() if value})

    @property
    def besides(self) -> str:
        """The same without the state."""
        return urlencode({name: value for name, value in self._parts()[1:] if value})

    @property
    def filtered(self) -> bool:
        return bool(self.besides)

    def rows(self, tenant_id: int) -> QuerySet[Effect]:
        """In any order, and from wherever."""
        found = self.of_every_state(tenant_id)
        return found if self.tab is Tab.ALL else found.filter(WHICH[self.tab])

    def of_every_state(self, tenant_id: int) -> QuerySet[Effect]:
        found = Effect.objects.of(tenant_id)
        if self.kind is not None:
            found = found.filter(kind=self.kind)
        if self.search:
            found = found.filter(order_id__in=self.orders)
        return found

    def _parts(self) -> list[tuple[str, str]]:
        tab = "" if self.tab is Tab.ALL else str(self.tab)
        return [("state", tab), ("kind", str(self.kind or "")), ("q", self.search)]


def read_asked(given: Mapping[str, str], tenant_id: int, now: datetime) -> Asked:
    """What an address can't mean is not asked for. In the shop's scope."""
    tab, kind, after = (given.get(name, "") for name in ("state", "kind", "after"))
    typed = given.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    return Asked(
        tab=Tab(tab) if tab in list(Tab) else Tab.ALL,
        kind=EffectKind(kind) if kind in list(EffectKind) else None,
        search=typed,
        orders=_orders(typed, tenant_id, now) if typed else frozenset(),
        after=int(after) if NUMBER.fullmatch(after) else None,
    )


def _orders(typed: str, tenant_id: int, now: datetime) -> frozenset[str]:
    """What the queue's search finds, and what is typed, because it may be an id."""
    found, _after = search(tenant_id, typed, None, now, size=MOST_ORDERS)
    return frozenset([typed, *(one.proposal.order_id for one in found)])
