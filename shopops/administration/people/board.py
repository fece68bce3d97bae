"""What the page of who is on call shows. In the shop's scope."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, gettext_noop
from msgspec import Struct

from shopops.administration.people.forms import ChangeForm, change_form
from shopops.administration.ringing.first_day import people_of
from shopops.administration.ringing.words import clock
from shopops.alarms import numbers
from shopops.alarms.config import AlarmConfig
from shopops.alarms.models import Absence, RosterChange, RosterContact
from shopops.alarms.ringing.nobody import nobody_told
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.ringing.whom import Contact
from shopops.alarms.schedule import held_until

MOST_CHANGES = 30
MOST_UNTOLD = 100
CHANGES = {
    "added": gettext_noop("put {address} on call on step {step}"),
    "changed": gettext_noop("changed {address}: step {step}"),
    "removed": gettext_noop("switched {address} off"),
    "verified": gettext_noop("confirmed {address}"),
    "away": gettext_noop("entered an absence"),
    "back": gettext_noop("ended the absence"),
}


class Turn(Struct, frozen=True, kw_only=True):
    """Who takes the rings of one row of the escalation. `empty`: nobody reachable is on it, so
    `people` are of another step. `again`: the same people as in the row before."""

    step: int
    rings: int
    people: list[Contact]
    empty: bool
    again: bool


class Row(Struct, frozen=True, kw_only=True):
    contact: RosterContact
    form: ChangeForm
    absence: Absence | None
    reachable: bool


class Line(Struct, frozen=True, kw_only=True):
    """A change of the past."""

    at: datetime
    author: str
    said: str
    person: str
    start: datetime | None
    end: datetime | None


def board(tenant_id: int) -> dict[str, Any]:
    config, now = numbers.current_and_now(tenant_id)
    roster = contacts(tenant_id)
    quiet_until = held_until(now, config)
    return {
        "turns": list(_turns(config, roster)),
        "is_reachable": bool(roster),
        "silent_until": f"{clock(quiet_until, config)} ({config.timezone})"
        if quiet_until > now
        else "",
        "untold": nobody_told(tenant_id).values("pk")[:MOST_UNTOLD].count(),
        "rows": _rows(tenant_id, {(one.membership_id, one.email) for one in roster}),
        "absences": list(
            Absence.objects.of(tenant_id)
            .filter(end__gt=now)
            .select_related("membership")
            .order_by("start")
        ),
        "now": now,
        "lines": _lines(tenant_id),
    }


def _turns(config: AlarmConfig, roster: list[Contact]) -> Iterator[Turn]:
    before: list[Contact] = []
    for one in config.escalation:
        people = people_of(one.step, roster)
        empty = all(contact.step != one.step for contact in roster)
        yield Turn(
            step=one.step,
            rings=one.rings,
            people=people,
            empty=empty,
            again=empty and people == before,
        )
        before = people


def _rows(tenant_id: int, rung: set[tuple[int, str]]) -> list[Row]:
    found = RosterContact.objects.of(tenant_id).select_related("membership")
    away = {one.membership_id: one for one in Absence.objects.of(tenant_id)}
    return [
        Row(
            contact=contact,
            form=change_form(contact),
            absence=away.get(contact.membership_id),
            reachable=(contact.membership_id, contact.email) in rung,
        )
        for contact in found.order_by("-active", "step", "id")
    ]


def _lines(tenant_id: int) -> list[Line]:
    found = RosterChange.objects.of(tenant_id).select_related("membership", "author", "contact")
    return [_line(one) for one in found.order_by("-id")[:MOST_CHANGES]]


def _line(one: RosterChange) -> Line:
    address = "" if one.contact is None else one.contact.email
    said = CHANGES[one.change].format(address=address, step=one.step)
    if one.shared:
        said += gettext(", shared mailbox")
    return Line(
        at=one.at,
        author="ShopOps" if one.author is None else one.author.display_name,
        said=said,
        person=one.membership.display_name,
        start=one.start,
        end=one.end,
    )
