"""An effect moves on: its row, the ledger, what comes after it, and what rings, in one scope.

Call it with the effect locked (`hands.hold`), and with its columns as they were read then.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from shopops import ledger
from shopops.execution import alarming, told
from shopops.execution.alarming import is_quiet
from shopops.execution.codes import EffectCode
from shopops.execution.plain import plain_code, plain_detail, plain_id
from shopops.execution.plan import OVER
from shopops.ledger import Json
from shopops.outbox.models import Effect, EffectNote, new_salt
from shopops.outbox.states import State
from shopops.tenants.models import Membership, Tenant


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """`says`: to the ledger. `hurries`: what rings does not wait for the shop's delay. `by` and
    `reason`: a person did it; `settles`: and with that it is over for good."""

    state: State
    code: str = ""
    detail: str = ""
    remote_id: str = ""
    next_at: datetime | None = None
    says: Mapping[str, Json] = field(default_factory=dict)
    hurries: bool = True
    by: Membership | None = None
    reason: str = ""
    settles: bool = False


def move(effect: Effect, made: Move, *, tenant: Tenant, now: datetime) -> None:
    _write(effect, made, now)
    if made.state != effect.state or made.by is not None:
        _tell(effect, made, now)
    if made.state is State.SUCCEEDED:
        _go_on(effect, tenant, now)
    if made.state is State.FAILED and effect.state != State.FAILED:
        _go_down(effect, tenant, now)
    _ring_or_settle(effect, made, tenant, now)


def postpone(effect: Effect, *, until: datetime | None, code: str, detail: str = "") -> None:
    """It stands where it stood, and is looked at again then."""
    Effect.objects.filter(pk=effect.pk).update(
        next_at=until, code=plain_code(code) or effect.code, detail=plain_detail(detail)
    )


def note_done_late(effect: Effect, made: Move, *, tenant: Tenant, now: datetime) -> None:
    """The shop did it, as was learnt after it had ended as not done, or as done by somebody else.
    Whoever ended it did not know, so somebody is to look at it once more."""
    ours = Effect.objects.filter(pk=effect.pk)
    if made.state is State.FAILED:
        known = plain_id(made.remote_id) or effect.remote_id
        ours.update(code=EffectCode.DONE_LATE, detail="", remote_id=known, settled_by=None)
    else:
        ours.update(code=EffectCode.DONE_TWICE, detail="")
    code = EffectCode.DONE_LATE if made.state is State.FAILED else EffectCode.DONE_TWICE
    _tell(effect, replace(made, code=code), now)
    alarming.ring(effect, tenant=tenant, state=State.UNKNOWN, waits=False, now=now)


def _write(effect: Effect, made: Move, now: datetime) -> None:
    over = made.state in OVER
    Effect.objects.filter(pk=effect.pk).update(
        state=made.state,
        code=plain_code(made.code),
        detail=plain_detail(made.detail),
        remote_id=plain_id(made.remote_id) or effect.remote_id,
        next_at=None if over else made.next_at,
        ended_at=now if over else None,
        settled_by=made.by if made.settles else None,
    )


def _tell(effect: Effect, made: Move, now: datetime) -> None:
    says, salt = dict(made.says), new_salt()
    if made.remote_id:
        says["remote_id"] = plain_id(made.remote_id)
    if made.reason:
        says["reason_sha256"] = told.salted(salt, made.reason)
    event = told.event_of(
        effect, state=made.state, code=plain_code(made.code), now=now, by=made.by, says=says
    )
    ledger.append(effect.tenant_id, [event])
    if made.reason:
        EffectNote.objects.bulk_create([told.note_of(effect, event, made.reason, salt)])


def _ring_or_settle(effect: Effect, made: Move, tenant: Tenant, now: datetime) -> None:
    if made.code == EffectCode.DONE_TWICE:
        alarming.ring(effect, tenant=tenant, state=State.UNKNOWN, waits=False, now=now)
    elif made.state is State.SUCCEEDED or made.settles or _fails_quietly(effect, made):
        alarming.settle(effect, tenant=tenant, by=made.by)  # it may have rung while it waited
    elif made.state in (State.UNKNOWN, State.FAILED):
        waits = made.state is State.UNKNOWN and not made.hurries
        alarming.ring(effect, tenant=tenant, state=made.state, waits=waits, now=now)


def _fails_quietly(effect: Effect, made: Move) -> bool:
    return made.state is State.FAILED and is_quiet(effect.kind, made.code)


def _go_on(effect: Effect, tenant: Tenant, now: datetime) -> None:
    """What waited for it is due, and what went down with it comes up again."""
    for one in _after(effect):
        went_down = one.state == State.FAILED and one.code == EffectCode.EARLIER_STEP_FAILED
        if went_down and one.settled_by_id is not None:
            continue  # a person ended it
        if went_down and one.released_at:
            again = Move(state=State.RUNNING, code=EffectCode.WAITS, next_at=now)
            move(one, again, tenant=tenant, now=now)
        elif went_down:  # it never passed the gate, so a person says that it is to go
            move(
                one, Move(state=State.FAILED, code=EffectCode.NOT_RELEASED), tenant=tenant, now=now
            )
        elif one.code == EffectCode.WAITS and one.state not in OVER:
            postpone(one, until=now, code=EffectCode.WAITS)


def _go_down(effect: Effect, tenant: Tenant, now: datetime) -> None:
    for one in _after(effect):
        if one.state == State.HELD or (one.state == State.RUNNING and one.code == EffectCode.WAITS):
            failed = Move(state=State.FAILED, code=EffectCode.EARLIER_STEP_FAILED)
            move(one, failed, tenant=tenant, now=now)


def _after(effect: Effect) -> list[Effect]:
    """Of the same proposal, so its lock covers them."""
    found = Effect.objects.of(effect.tenant_id).filter(
        proposal=effect.proposal_id, after__contains=[effect.pk]
    )
    locked = found.select_related("action", "proposal").order_by("pk")
    return list(locked.select_for_update(of=("self",), no_key=True))
