"""Which items stand under which tab at a moment: the one place for lists, counts and badges.

A row's status is the one after its last event, so every clause here takes `now`: a snooze that
ends at that instant is over in the list and in each count alike.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

from django.db.models import DateTimeField, Q, QuerySet
from django.db.models.expressions import RawSQL
from django.utils.translation import gettext_noop

from shopops.alarms.models import AlarmItem
from shopops.alarms.states import AlarmStatus
from shopops.review.counts import COUNT_CAP, Count

S = AlarmStatus


class Tab(StrEnum):
    """What an address names. `ringing` have been told of, `due` wait for their next mail."""

    RINGING = "ringing"
    DUE = "due"
    SNOOZED = "snoozed"
    HANDED_OFF = "handed_off"
    RESOLVED = "resolved"


LABELS: Mapping[Tab, str] = {
    Tab.RINGING: gettext_noop("Ringing"),
    Tab.DUE: gettext_noop("Due"),
    Tab.SNOOZED: gettext_noop("Snoozed"),
    Tab.HANDED_OFF: gettext_noop("Handed off"),
    Tab.RESOLVED: gettext_noop("Resolved"),
}
NEEDS_SOMEBODY = (Tab.RINGING, Tab.DUE)
# The database's clock within a statement, read once for all its rows.
CLOCK = RawSQL("(SELECT public.shopops_clock())", [], output_field=DateTimeField())

TAB_OF: Mapping[AlarmStatus, Tab] = {
    S.RINGING: Tab.RINGING,
    S.DUE_NEW: Tab.DUE,
    S.DUE_AGAIN: Tab.DUE,
    S.SNOOZED: Tab.SNOOZED,
    S.HANDED_OFF: Tab.HANDED_OFF,
    S.RESOLVED: Tab.RESOLVED,
}


def clause(tab: Tab, now: datetime | RawSQL) -> Q:
    """The same as `TAB_OF[view(story, now)]`, asked of the database."""
    if tab is Tab.RINGING:
        return Q(status=S.RINGING) & (Q(due_at__gt=now) | Q(due_at=None))
    if tab is Tab.DUE:
        return (
            Q(status__in=(S.DUE_NEW, S.DUE_AGAIN))
            | Q(status=S.RINGING, due_at__lte=now)
            | Q(status__in=(S.SNOOZED, S.HANDED_OFF), until__lte=now)
        )
    if tab in (Tab.SNOOZED, Tab.HANDED_OFF):
        return Q(status=tab.value, until__gt=now)
    return Q(status=S.RESOLVED)


def items_under(tenant_id: int, tab: Tab, now: datetime) -> QuerySet[AlarmItem]:
    return AlarmItem.objects.of(tenant_id).filter(clause(tab, now))


def counts(tenant_id: int, now: datetime) -> dict[Tab, Count]:
    """Capped, so that it costs the same however many are closed."""
    return {tab: Count(items_under(tenant_id, tab, now)[:COUNT_CAP].count()) for tab in Tab}


def count_needing_somebody(tenant_id: int) -> Count:
    """For the badge in the frame: what rings or is to ring now, in one statement."""
    wanted = clause(Tab.RINGING, CLOCK) | clause(Tab.DUE, CLOCK)
    return Count(AlarmItem.objects.of(tenant_id).filter(wanted)[:COUNT_CAP].count())


def badge(counted: Mapping[Tab, Count]) -> Count:
    """The same from counts that a page has made already."""
    return Count(min(COUNT_CAP, sum(counted[tab].number for tab in NEEDS_SOMEBODY)))
