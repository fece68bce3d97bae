"""One item as its page shows it."""

from datetime import datetime
from enum import StrEnum

from django.http import Http404
from django.utils.translation import gettext
from msgspec import Struct

from shopops.alarm_pages.ends import End, hand_off_ends, snooze_ends
from shopops.alarm_pages.rows import Row, people_in, row_of
from shopops.alarm_pages.timeline import Line, timeline
from shopops.alarm_pages.waiting import Closing, closing_of
from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import view
from shopops.alarms.models import AlarmItem
from shopops.alarms.projection import story_of
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.review.detail.people import names_of
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

S = AlarmStatus
TOLD = frozenset({S.RINGING, S.SNOOZED, S.HANDED_OFF, S.DUE_AGAIN})


class Ask(StrEnum):
    """What a person may ask for."""

    ACKNOWLEDGE = "acknowledge"
    HAND_OFF = "hand_off"
    RESOLVE = "resolve"
    UNACKNOWLEDGE = "unacknowledge"


class Detail(Struct, frozen=True, kw_only=True):
    """`told`: whom a mail of this episode reached. `closing`: what resolving it does besides."""

    item: AlarmItem
    row: Row
    state: AlarmState
    told: list[str]
    timeline: list[Line]
    asks: list[Ask]
    snooze_ends: list[End]
    hand_off_ends: list[End]
    holders: list[tuple[int, str]]
    closing: Closing


def find_item(tenant_id: int, item_id: int) -> AlarmItem:
    found = AlarmItem.objects.of(tenant_id).filter(pk=item_id).first()
    if found is None:
        raise Http404
    return found


def detail_of(item: AlarmItem, *, member: Membership, now: datetime, config: AlarmConfig) -> Detail:
    """In a tenant scope."""
    state = view(story_of(item), now=now, config=config)
    names = names_of(item.tenant_id, people_in([state]))
    closing = closing_of(item)
    return Detail(
        item=item,
        row=row_of(item, state, names=names, now=now),
        state=state,
        told=[names[key] for key in state.told if key in names],
        timeline=timeline(item, sees_held=allows(member, Role.AUDITOR)),
        asks=asks(state, member=member, closing=closing),
        snooze_ends=snooze_ends(now, config),
        hand_off_ends=hand_off_ends(now, config),
        holders=_holders(member, state),
        closing=closing,
    )


def asks(state: AlarmState, *, member: Membership, closing: Closing) -> list[Ask]:
    """What would not be refused; of the rest nothing is offered."""
    if state.pre_epoch:
        return []
    found = []
    is_mine = state.holder == bytes(member.identity_key).hex()
    if state.status in TOLD:
        if state.status is not S.HANDED_OFF or is_mine:
            found.append(Ask.ACKNOWLEDGE)
        found += [Ask.HAND_OFF, Ask.RESOLVE]
    elif state.status is S.DUE_NEW and closing.proposal_id:
        found.append(Ask.RESOLVE)
    if state.status is S.SNOOZED:
        found.append(Ask.UNACKNOWLEDGE)
    return found


def _holders(member: Membership, state: AlarmState) -> list[tuple[int, str]]:
    """Whom a mail can tell; who holds it already is not offered. Oneself comes last, and first
    where somebody else has it: that is how it is taken back."""
    is_held = state.status is S.HANDED_OFF
    found = {
        contact.membership_id: contact.name
        for contact in contacts(member.tenant_id)
        if not (is_held and contact.key == state.holder)
    }
    own = found.pop(member.pk, None)
    others = list(found.items())
    if own is None:
        return others
    oneself = [(member.pk, gettext("{name} (you)").format(name=own))]
    return oneself + others if is_held else others + oneself
