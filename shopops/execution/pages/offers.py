"""What a person may do about an effect, as it stands, in words; of the rest nothing is offered.
Commands look again."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct
from msgspec.structs import replace

from shopops.connectors.ports import EffectKind
from shopops.execution import hands
from shopops.execution.carriers import NobodyDoes, carrier_of, connection_for
from shopops.execution.hands import Hand
from shopops.execution.ways import Way, ways
from shopops.outbox.models import Effect
from shopops.tenants.models import Membership


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


NEEDS_CARRIER = frozenset({Way.RUN, Way.RETRY})  # a connected shop does it


def offers(hand: Hand, *, member: Membership, now: datetime) -> list[Offer]:
    """To somebody who decides. In the shop's scope."""
    effect = hand.effect
    known = {**OFFERS, **OF_MAILS} if effect.kind == EffectKind.MAIL else OFFERS
    found = ways(hands.stands(hand, now))
    if not NEEDS_CARRIER.isdisjoint(found) and not _is_carried(effect, member):
        found = [way for way in found if way not in NEEDS_CARRIER]
    return [
        replace(one, does=_(one.does), explains=_(one.explains))
        for one in (known[way] for way in found)
    ]


def _is_carried(effect: Effect, member: Membership) -> bool:
    connection = connection_for(effect)
    try:
        carrier_of(effect, connection, wanted_by=member)
    except NobodyDoes:
        return False
    return True
