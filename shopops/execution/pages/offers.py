"""What a person may do about an effect, as it stands; of the rest nothing is offered. Commands look
again."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct
from msgspec.structs import replace

from shopops.connectors.ports import EffectKind
from shopops.execution.alarming import DONE_TWICE
from shopops.execution.carriers import NobodyDoes, carrier_of, connection_for
from shopops.execution.plan import OVER
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import State
from shopops.tenants.models import Membership


class Way(StrEnum):
    """What an address names."""

    RUN = "run"
    RETRY = "retry"
    BY_HAND = "by-hand"
    GIVE_UP = "give-up"


class Offer(Struct, frozen=True, kw_only=True):
    """`does`: what the button says; `explains` what happens then."""

    way: Way
    does: str
    explains: str

    @property
    def url_name(self) -> str:
        return f"execution:{self.way}"


OFFERS = {
    Way.RUN: Offer(
        way=Way.RUN,
        does=gettext_noop("Run it now"),
        explains=gettext_noop(
            "The order is read again. If nothing changed and the shop’s rules still allow it, it "
            "is carried out in the shop, once."
        ),
    ),
    Way.RETRY: Offer(
        way=Way.RETRY,
        does=gettext_noop("Try again"),
        explains=gettext_noop(
            "If it was ever sent, the shop is first asked whether it happened. Only when it did "
            "not is it sent again, under the same key."
        ),
    ),
    Way.BY_HAND: Offer(
        way=Way.BY_HAND,
        does=gettext_noop("Mark as done by hand"),
        explains=gettext_noop(
            "You did it in the shop yourself, or saw that it is done there. Nothing is sent any "
            "more, and it stops ringing."
        ),
    ),
    Way.GIVE_UP: Offer(
        way=Way.GIVE_UP,
        does=gettext_noop("Give up"),
        explains=gettext_noop(
            "It is not to happen any more. Nothing is sent, and it stops ringing. What waits for "
            "it is not carried out either."
        ),
    ),
}


OF_MAILS = {
    Way.RETRY: Offer(
        way=Way.RETRY,
        does=gettext_noop("Send it again"),
        explains=gettext_noop(
            "Where the first one may have arrived, the same mail goes once more, and the customer "
            "may get it twice. Else it is composed anew."
        ),
    ),
    Way.BY_HAND: Offer(
        way=Way.BY_HAND,
        does=gettext_noop("Mark as sent"),
        explains=gettext_noop(
            "You sent it yourself, or know that it arrived. Nothing is sent any more, and it stops "
            "ringing."
        ),
    ),
}


def offers(
    effect: Effect, attempts: Sequence[Attempt], *, member: Membership, now: datetime
) -> list[Offer]:
    """To somebody who decides. In the shop's scope."""
    if _is_in_hand(effect, attempts, now):
        return []
    can_run = _earlier_is_done(effect) and _is_carried(effect, member)
    known = {**OFFERS, **OF_MAILS} if effect.kind == EffectKind.MAIL else OFFERS
    found = (known[way] for way in ways(effect, now, can_run=can_run))
    return [replace(one, does=_(one.does), explains=_(one.explains)) for one in found]


def ways(effect: Effect, now: datetime, *, can_run: bool) -> list[Way]:
    """`can_run`: a connected shop does it, and nothing has to be done before."""
    match effect.state:
        case State.HELD if effect.not_before > now:
            return []  # the decision can still be undone
        case State.HELD:
            runs = [Way.RUN] if can_run and effect.next_at is None else []
            return [*runs, Way.BY_HAND, Way.GIVE_UP]
        case State.FAILED:
            again = [Way.RETRY] if can_run else []
            ends = [] if effect.settled_by_id else [Way.GIVE_UP]
            return [*again, Way.BY_HAND, *ends]
        case State.UNKNOWN if effect.kind == EffectKind.MAIL and can_run:
            return [Way.RETRY, Way.BY_HAND, Way.GIVE_UP]  # nobody can look it up
        case State.UNKNOWN | State.RUNNING:
            return [Way.BY_HAND, Way.GIVE_UP]
    return [Way.BY_HAND] if effect.code == DONE_TWICE else []


def _is_in_hand(effect: Effect, attempts: Sequence[Attempt], now: datetime) -> bool:
    """It is being tried at this moment, or the next run says first what became of a try whose
    process died; of what is over nobody says so any more."""
    opened = [one for one in attempts if one.ended_at is None]
    return any(one.open_until > now or effect.state not in OVER for one in opened)


def _earlier_is_done(effect: Effect) -> bool:
    earlier = Effect.objects.of(effect.tenant_id).filter(pk__in=effect.after)
    return not effect.after or not earlier.exclude(state=State.SUCCEEDED).exists()


def _is_carried(effect: Effect, member: Membership) -> bool:
    connection = connection_for(effect)
    try:
        carrier_of(effect, connection, wanted_by=member)
    except NobodyDoes:
        return False
    return True
