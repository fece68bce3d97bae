"""The list for one state, with every state's count. In the shop's scope."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import BooleanField, Exists, F, Func, OuterRef, QuerySet
from django.utils.translation import gettext
from msgspec import Struct

from shopops.connections.models import Connection
from shopops.connections.models import State as Connected
from shopops.execution.pages.asked import LABELS, WHICH, Asked, Tab
from shopops.execution.pages.rows import Row, rows_of
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.review.counts import COUNT_CAP, Count

PAGE = 50


class Chip(Struct, frozen=True, kw_only=True):
    """`count`: None for all of them, which nobody counts."""

    tab: Tab
    words: str
    count: Count | None
    needs: bool


class Listing(Struct, frozen=True, kw_only=True):
    """`after`: the last row's id, where there are more. `newest`: of the rows of this list when it
    was made."""

    now: datetime
    asked: Asked
    chips: list[Chip]
    rows: list[Row]
    newest: int
    after: int | None


def listing(tenant_id: int, asked: Asked, now: datetime) -> Listing:
    found = asked.rows(tenant_id)
    if asked.after is not None:
        found = found.filter(pk__lt=asked.after)
    page = list(with_parts(found.order_by("-id"))[: PAGE + 1])
    more = len(page) > PAGE
    return Listing(
        now=now,
        asked=asked,
        chips=chips(tenant_id, asked),
        rows=rows_of(page[:PAGE], now),
        newest=page[0].pk if page else 0,
        after=page[PAGE - 1].pk if more else None,
    )


def with_parts(found: QuerySet[Effect]) -> QuerySet[Effect]:
    """With all that a row needs, in the same statement. `ended_before`: a step that it waits for
    was given up."""
    is_before = Func(
        F("pk"),
        OuterRef("after"),
        template="(%(expressions)s))",
        arg_joiner=" = ANY (",
        output_field=BooleanField(),
    )
    given_up = Effect.objects.filter(is_before, state=State.FAILED, settled_by__isnull=False)
    return found.annotate(ended_before=Exists(given_up)).select_related(
        "action", "connection", "settled_by", "proposal"
    )


def is_anything_connected(tenant_id: int) -> bool:
    return Connection.objects.of(tenant_id).exclude(state=Connected.REMOVED).exists()


def chips(tenant_id: int, asked: Asked) -> list[Chip]:
    counted = counts(tenant_id, asked)
    return [
        Chip(
            tab=tab,
            words=gettext(LABELS[tab]),
            count=counted.get(tab),
            needs=tab in (Tab.UNKNOWN, Tab.FAILED) and bool(counted[tab]),
        )
        for tab in Tab
    ]


def counts(tenant_id: int, asked: Asked) -> Mapping[Tab, Count]:
    """Of what is asked for besides the state. Capped, so that it costs the same however many are
    done."""
    found = asked.of_every_state(tenant_id)
    return {tab: Count(found.filter(which)[:COUNT_CAP].count()) for tab, which in WHICH.items()}
