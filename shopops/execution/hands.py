"""An effect with all that is needed to work on it, looked at or locked.

Everybody takes the locks in one order: the shop's, the proposal, the effect, what it rings for.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F

from shopops.connectors.ports import EffectKind
from shopops.execution.codes import EffectCode
from shopops.execution.plan import Seen, Tried
from shopops.execution.ways import Stands
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import Purpose, State
from shopops.proposals.models import Proposal
from shopops.tenants import thresholds
from shopops.tenants.managers import KeptQuerySet
from shopops.tenants.models import Tenant

RELEASE_LASTS = timedelta(hours=6)  # at most; then the gate looks at it once more


@dataclass(frozen=True, slots=True)
class Hand:
    tenant: Tenant
    effect: Effect
    seen: Seen
    last: Attempt | None


def look(tenant: Tenant, effect_id: int, now: datetime) -> Hand:
    """Without a lock: it may have changed by the next moment. `Effect.DoesNotExist`."""
    return hand_of(tenant, _effects(tenant).get(pk=effect_id), now)


def hold(tenant: Tenant, effect_id: int, now: datetime) -> Hand:
    """The proposal's row and the effect's are this scope's until it ends."""
    found = Effect.objects.of(tenant.pk).filter(pk=effect_id)
    lock_proposal(tenant.pk, found.values_list("proposal_id", flat=True).get())
    locked = _effects(tenant).select_for_update(of=("self",), no_key=True)
    return hand_of(tenant, locked.get(pk=effect_id), now)


def stands(hand: Hand, now: datetime) -> Stands:
    """As a person finds it."""
    effect = hand.effect
    return Stands(
        seen=hand.seen,
        undoable=now < effect.not_before,
        runs_by_itself=effect.next_at is not None,
        settled=effect.settled_by_id is not None,
        twice=effect.code == EffectCode.DONE_TWICE,
    )


def lock_proposal(tenant_id: int, proposal_id: int | None) -> Proposal | None:
    if proposal_id is None:
        return None
    rows = Proposal.objects.of(tenant_id).select_related("pack")
    return rows.select_for_update(of=("self",), no_key=True).get(pk=proposal_id)


def judge_again(tenant_id: int, connection_id: int) -> None:
    """Another shop may stand behind this connection from now on: what passed the gate and has not
    gone out passes it once more. In a scope that does not hold the connection's row yet."""
    ours = Effect.objects.of(tenant_id).filter(connection=connection_id)
    goes_on = ours.filter(state__in=(State.HELD, State.RUNNING, State.UNKNOWN))
    passed = goes_on.exclude(released_at=None).order_by("pk")  # as who carries out takes them
    found = list(passed.select_for_update(no_key=True).values_list("pk", flat=True))
    ours.filter(pk__in=found).update(released_at=F("released_at") - RELEASE_LASTS)


def waiting(hand: Hand, code: str) -> str:
    """The code of what waits: this one, unless it stands there for more than why."""
    if hand.seen.asked_again:
        return EffectCode.ASKED_AGAIN
    return EffectCode.SHOP_DOWN if hand.effect.code == EffectCode.SHOP_DOWN else code


def release_lasts(tenant_id: int) -> timedelta:
    """No longer than evidence counts as new (EVD-3)."""
    hours = thresholds.current(tenant_id).evidence_max_age_hours
    return min(RELEASE_LASTS, timedelta(hours=hours))


def _effects(tenant: Tenant) -> KeptQuerySet[Effect]:
    related = ("action", "proposal__pack", "connection")
    return Effect.objects.of(tenant.pk).select_related(*related)


def hand_of(tenant: Tenant, effect: Effect, now: datetime) -> Hand:
    attempts = Attempt.objects.of(tenant.pk).filter(effect=effect)
    last = attempts.order_by("-number").first()
    earlier = Effect.objects.of(tenant.pk).filter(pk__in=effect.after) if effect.after else ()
    seen = Seen(
        state=State(effect.state),
        released=_is_released(effect, now),
        earlier=tuple(State(one.state) for one in earlier),
        last=_tried(last, now),
        was_sent=last is not None and _was_sent(attempts, last),
        asked_again=effect.code == EffectCode.ASKED_AGAIN,
        passes_anew=effect.released_at is None,
        unseen=effect.kind == EffectKind.MAIL,
    )
    return Hand(tenant, effect, seen, last)


def _is_released(effect: Effect, now: datetime) -> bool:
    """A note tells what has happened, so nothing ends its release."""
    if effect.released_at is None or effect.kind == EffectKind.NOTE:
        return effect.released_at is not None
    return now - effect.released_at < release_lasts(effect.tenant_id)


def _was_sent(attempts: KeptQuerySet[Attempt], last: Attempt) -> bool:
    return last.purpose == Purpose.SEND or attempts.filter(purpose=Purpose.SEND).exists()


def _tried(last: Attempt | None, now: datetime) -> Tried | None:
    if last is None:
        return None
    return Tried(
        purpose=Purpose(last.purpose),
        outcome=last.outcome,
        code=last.code,
        is_over=last.open_until <= now,
    )
