"""A mail that did not reach its address, at once or hours later: the address is known to take none,
the effect shows it, and it rings."""

from datetime import datetime

from shopops import ledger
from shopops.agents.supplied import CameBack
from shopops.connectors.supplied import keep_what_came_back
from shopops.execution import alarming, told
from shopops.execution.codes import EffectCode
from shopops.execution.hands import Hand
from shopops.execution.mail import recipient_of
from shopops.execution.moving import Move, move
from shopops.execution.plain import LONGEST_DETAIL
from shopops.outbox.models import Effect
from shopops.outbox.states import State

KEY_CHARS = 20  # of a fact's name: enough that no two mails share one
LONGEST_SOURCE = 500


def fact_id(what: str, effect: Effect, *, chars: int = KEY_CHARS) -> str:
    """The same for every copy of one answer."""
    return f"{what}-{bytes(effect.key).hex()[:chars]}"


def note_undeliverable(effect: Effect, *, said: str, now: datetime) -> None:
    """The next pack cites it. In the scope that learnt of it; told once for each mail."""
    address = recipient_of(effect)
    if address is None:
        return
    keep_what_came_back(
        tenant_id=effect.tenant_id,
        fact_id=fact_id("b", effect),
        order_id=effect.order_id,
        name=CameBack.UNDELIVERABLE,
        value=address,
        known_from=f"A mail server said: {said}"[:LONGEST_SOURCE],
        now=now,
    )


def came_back(hand: Hand, *, said: str, now: datetime) -> bool:
    """A report about a mail that was accepted, or is in doubt. False: it is known already, or it is
    about a mail that never went. With the effect locked."""
    effect = hand.effect
    if effect.state in (State.UNKNOWN, State.RUNNING):
        failed = Move(state=State.FAILED, code=EffectCode.UNDELIVERED, detail=said)
        move(effect, failed, tenant=hand.tenant, now=now)
    elif effect.state == State.SUCCEEDED and effect.code != EffectCode.UNDELIVERED:
        _show(hand, said, now)
    else:
        return False
    note_undeliverable(effect, said=said, now=now)
    return True


def _show(hand: Hand, said: str, now: datetime) -> None:
    """It went, and that stays so; it did not arrive."""
    effect = hand.effect
    Effect.objects.filter(pk=effect.pk).update(
        code=EffectCode.UNDELIVERED, detail=said[:LONGEST_DETAIL]
    )
    event = told.event_of(effect, state=State.SUCCEEDED, code=EffectCode.UNDELIVERED, now=now)
    ledger.append(effect.tenant_id, [event])
    alarming.ring(effect, tenant=hand.tenant, state=State.FAILED, waits=False, now=now)
