"""An item as a line of the list."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext
from msgspec import Struct

from shopops.alarm_pages.words.states import Standing, standing
from shopops.alarms.codes import shown
from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import view
from shopops.alarms.models import AlarmItem
from shopops.alarms.projection import story_of
from shopops.alarms.ringing.content import OBLIGATIONS, cause_words
from shopops.alarms.states import AlarmState
from shopops.review.detail.people import names_of
from shopops.tenants.amounts import amount_in


class Row(Struct, frozen=True, kw_only=True):
    """`standing`: its state in words, at the `now` that the list was made for."""

    id: int
    order: str
    headline: str
    amount: str
    code: str
    state: AlarmState
    standing: Standing


def rows_of(
    tenant_id: int, items: Sequence[AlarmItem], *, now: datetime, config: AlarmConfig
) -> list[Row]:
    """In the order given; the names of all in one statement."""
    states = [view(story_of(item), now=now, config=config) for item in items]
    names = names_of(tenant_id, people_in(states))
    return [
        row_of(item, state, names=names, now=now) for item, state in zip(items, states, strict=True)
    ]


def row_of(item: AlarmItem, state: AlarmState, *, names: Mapping[str, str], now: datetime) -> Row:
    return Row(
        id=item.pk,
        order=item.order_number or item.order_id,
        headline=headline(item),
        amount="" if item.amount_minor is None else amount_in(item.amount_minor, item.currency),
        code=code_shown(item),
        state=state,
        standing=standing(state, names=names, now=now),
    )


def headline(item: AlarmItem) -> str:
    if item.cause or item.obligation in list(OBLIGATIONS):
        return cause_words(item.cause, item.obligation)
    return gettext("An alert of an older system")


def code_shown(item: AlarmItem) -> str:
    """As people type it; an older system's code stays as it was."""
    return item.code if item.code_shift is None else shown(item.code)


def people_in(states: Iterable[AlarmState]) -> set[str]:
    keys: set[str] = set()
    for state in states:
        keys.update(state.confirmers, state.told, [state.holder] if state.holder else [])
    return keys
