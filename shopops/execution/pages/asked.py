"""What of the list is asked for: a state, a kind, an order, and where the page before ended."""

import re
from collections.abc import Mapping
from enum import StrEnum
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop
from msgspec import Struct

from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Effect
from shopops.outbox.states import State

LONGEST_SEARCH = 80
NUMBER = re.compile(r"[0-9]{1,18}")


class Tab(StrEnum):
    """What an address names."""

    ALL = "all"
    HELD = "held"
    RUNNING = "running"
    UNKNOWN = "unknown"
    FAILED = "failed"
    DONE = "done"
    TAKEN_BACK = "taken_back"


STATES: Mapping[Tab, State] = {
    Tab.HELD: State.HELD,
    Tab.RUNNING: State.RUNNING,
    Tab.UNKNOWN: State.UNKNOWN,
    Tab.FAILED: State.FAILED,
    Tab.DONE: State.SUCCEEDED,
    Tab.TAKEN_BACK: State.LET_GO,
}
LABELS: Mapping[Tab, str] = {
    Tab.ALL: gettext_noop("All"),
    Tab.HELD: gettext_noop("Held"),
    Tab.RUNNING: gettext_noop("Running"),
    Tab.UNKNOWN: gettext_noop("Outcome unknown"),
    Tab.FAILED: gettext_noop("Failed"),
    Tab.DONE: gettext_noop("Done"),
    Tab.TAKEN_BACK: gettext_noop("Taken back"),
}


class Asked(Struct, frozen=True, kw_only=True):
    """`after`: rows older than this one; None: from the newest."""

    tab: Tab = Tab.ALL
    kind: EffectKind | None = None
    search: str = ""
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
        return found if self.tab is Tab.ALL else found.filter(state=STATES[self.tab])

    def of_every_state(self, tenant_id: int) -> QuerySet[Effect]:
        found = Effect.objects.of(tenant_id)
        if self.kind is not None:
            found = found.filter(kind=self.kind)
        if self.search:
            found = found.filter(Q(order_id=self.search) | Q(order_number=self.search))
        return found

    def _parts(self) -> list[tuple[str, str]]:
        tab = "" if self.tab is Tab.ALL else str(self.tab)
        return [("state", tab), ("kind", str(self.kind or "")), ("q", self.search)]


def read_asked(given: Mapping[str, str]) -> Asked:
    """What an address can't mean is not asked for."""
    tab, kind, after = (given.get(name, "") for name in ("state", "kind", "after"))
    return Asked(
        tab=Tab(tab) if tab in list(Tab) else Tab.ALL,
        kind=EffectKind(kind) if kind in list(EffectKind) else None,
        search=given.get("q", "").strip()[:LONGEST_SEARCH],
        after=int(after) if NUMBER.fullmatch(after) else None,
    )
