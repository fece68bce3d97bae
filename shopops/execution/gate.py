"""The last look before anything goes out: once for all effects of a decision.

The time to take the decision back is over. Is what was decided on still what is known, and would
Policy still let it through? Then all of it is released; else nothing of it happens, and it rings.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import msgspec
from django.db.models import Q

from shopops.agents.intake import pack_digest
from shopops.agents.ports import UnknownOrder
from shopops.alarms.clock import database_now
from shopops.connections.models import Connection
from shopops.connectors import store as records
from shopops.connectors.ports import ORDER_GONE, EffectKind
from shopops.execution import hands
from shopops.execution.codes import EffectCode
from shopops.execution.evidence import is_old, pack_now
from shopops.execution.moving import Move, move
from shopops.execution.notes import is_on_ledger
from shopops.execution.weighing import in_the_way
from shopops.orchestrator.context import contexts_of
from shopops.outbox.models import Effect
from shopops.outbox.own_doings import own_doings
from shopops.outbox.states import State
from shopops.policy.verdicts import Context
from shopops.proposals.lock import lock_pipeline
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.proposals.read import pack_of, proposal_from
from shopops.review.models import Decision, DecisionKind
from shopops.review.turn import one_decision_at_a_time
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope

UNTIL_ON_LEDGER = timedelta(seconds=30)
EVIDENCE_OLD = "policy:EVD-3"
# What was decided on is not what is known, so it is to be proposed anew.
ANOTHER: frozenset[str] = frozenset({EffectCode.EVIDENCE_CHANGED, EffectCode.SUPERSEDED})
STANDS = (ReviewStatus.APPROVED, ReviewStatus.NOT_REQUIRED)


@dataclass(frozen=True, slots=True)
class Passed:
    """`codes`: why effects did not pass, by their id; none for those that did."""

    codes: dict[int, str]

    @property
    def needs_another(self) -> bool:
        return not ANOTHER.isdisjoint(self.codes.values())


@dataclass(frozen=True, slots=True)
class Found:
    """A decision with what of it waits at the gate. `decision` is None where none was needed."""

    tenant: Tenant
    proposal: Proposal
    decision: Decision | None
    effects: list[Effect]
    now: datetime

    @property
    def indexes(self) -> list[int]:
        return [one.action.index for one in self.effects if one.action]


def pass_gate(
    tenant: Tenant,
    effect: Effect,
    *,
    was_read: bool,
    by: Membership | None = None,
    read_from: Connection | None = None,
) -> Passed:
    """`was_read`: the order was read from its source just now, which is `read_from`; where that
    leads elsewhere by now, nothing passes yet. `by`: this person wants it tried again, so what
    failed at the gate before may pass now. A note tells what has happened, and so nothing keeps it
    back."""
    with tenant_scope(tenant.pk):
        if effect.kind == EffectKind.NOTE:
            _let_note(effect, database_now())
            return Passed({})
        _take_locks(tenant.pk)
        if read_from is not None and _leads_elsewhere(read_from):
            return Passed({})
        found = _find(tenant, effect, again=by is not None)
        codes = _codes(found, was_read=was_read) if found.effects else {}
        for one in reversed(found.effects):  # a mail by its own code, before what it waits for
            _let(found, one, codes.get(one.pk, ""), by)
    return Passed(codes)


def _leads_elsewhere(read_from: Connection) -> bool:
    same = Connection.objects.filter(
        pk=read_from.pk, settings_sealed=bytes(read_from.settings_sealed)
    )
    return not same.exists()


def _let_note(effect: Effect, now: datetime) -> None:
    """Held until whom it names is on the ledger."""
    ours = Effect.objects.filter(pk=effect.pk, released_at=None, not_before__lte=now)
    held = ours.filter(state=State.HELD)
    if is_on_ledger(effect):
        held.update(released_at=now, next_at=now)
        ours.filter(state=State.FAILED).update(released_at=now)  # a person wants it tried again
    else:
        held.update(next_at=now + UNTIL_ON_LEDGER, code=EffectCode.NOT_ON_LEDGER)


def must_read(tenant: Tenant, effect: Effect, now: datetime) -> bool:
    """What moves money or goods is read again in any case, a mail when what it cites is old."""
    if effect.kind in (EffectKind.REFUND, EffectKind.RESHIP, EffectKind.CREDIT):
        return True
    return effect.kind == EffectKind.MAIL and _is_old(effect.proposal, [effect], tenant.pk, now)


def _take_locks(tenant_id: int) -> None:
    """As a decision takes them, so that none is taken or undone meanwhile."""
    one_decision_at_a_time(tenant_id)
    lock_pipeline(tenant_id)
    records.hold(tenant_id)
    thresholds.hold(tenant_id)


def _find(tenant: Tenant, effect: Effect, *, again: bool) -> Found:
    now = database_now()
    proposal = hands.lock_proposal(tenant.pk, effect.proposal_id)
    if proposal is None:
        raise TypeError("what belongs to no proposal passes no gate")
    waiting = (
        Effect.objects.of(tenant.pk)
        .filter(proposal=proposal, round=effect.round, not_before__lte=now)
        .exclude(kind=EffectKind.NOTE)
    )
    if again:
        waiting = waiting.filter(pk=effect.pk, state__in=(State.HELD, State.FAILED))
    else:
        waiting = waiting.filter(_at_the_gate(effect, now), next_at__isnull=False)
    locked = waiting.select_related("action", "proposal").order_by("pk")
    effects = list(locked.select_for_update(of=("self",), no_key=True))
    return Found(tenant, proposal, _decision(proposal, effect.round), effects, now)


def _at_the_gate(effect: Effect, now: datetime) -> Q:
    """What is held of the decision; and this one, when it passed too long ago and has nothing out
    that is not accounted for."""
    passed_by = now - hands.release_lasts(effect.tenant_id)
    stale = Q(released_at=None) | Q(released_at__lte=passed_by)
    return stale & (Q(state=State.HELD) | Q(state=State.RUNNING, pk=effect.pk))


def _decision(proposal: Proposal, round_: int) -> Decision | None:
    return (
        Decision.objects.of(proposal.tenant_id)
        .filter(proposal=proposal, round=round_, final=True, kind=DecisionKind.APPROVE)
        .first()
    )


def _codes(found: Found, *, was_read: bool) -> dict[int, str]:
    """Why what does not pass, by effect. What nobody had approved needs nobody now where the
    order's next proposal says what is to be done. Without one, nothing else would tell of it."""
    codes = _why_not(found, was_read=was_read)
    if found.decision is None and _is_made_anew(found, codes):
        return dict.fromkeys(codes, EffectCode.SUPERSEDED)
    return codes


def _is_made_anew(found: Found, codes: Mapping[int, str]) -> bool:
    """The pipeline finds another pack than the one that was judged, at the latest in its next
    round, whether or not this process lives to ask for it."""
    moved = thresholds.current(found.tenant.pk).version != found.proposal.thresholds_version
    return moved or not ANOTHER.isdisjoint(codes.values())


def _why_not(found: Found, *, was_read: bool) -> dict[int, str]:
    whole = _whole(found, was_read=was_read)
    if whole:
        return {one.pk: whole for one in found.effects}
    by_index = _by_policy(found)
    return {
        one.pk: by_index[one.action.index]
        for one in found.effects
        if one.action and one.action.index in by_index
    }


def _whole(found: Found, *, was_read: bool) -> str:
    """What keeps all of them, before Policy is asked."""
    proposal = found.proposal
    if proposal.review_status not in STANDS:
        return EffectCode.SUPERSEDED
    if not was_read and _is_old(proposal, found.effects, found.tenant.pk, found.now):
        return EVIDENCE_OLD
    seen = pack_of(proposal)
    try:
        fresh = pack_now(
            found.tenant.pk,
            order_id=proposal.order_id,
            slug=seen.tenant,
            numbers=thresholds.at(found.tenant.pk, seen.thresholds_version),
            now=found.now,
            without=own_doings(proposal, found.effects[0].round),
        )
    except UnknownOrder:
        return ORDER_GONE
    return "" if pack_digest(fresh) == bytes(proposal.pack.digest) else EffectCode.EVIDENCE_CHANGED


def _by_policy(found: Found) -> dict[int, str]:
    proposal = found.proposal
    pack = pack_of(proposal)
    return in_the_way(
        pack=pack,
        proposed=proposal_from(proposal, proposal.actions.all(), pack),
        numbers=thresholds.current(found.tenant.pk),
        context=_context(found),
        chosen=found.indexes,
        bypassed=found.decision.bypassed if found.decision else (),
    )


def _context(found: Found) -> Context:
    """Around it as it is now; the approval as it was given."""
    proposal = found.proposal
    around = contexts_of(found.tenant.pk, [proposal], now=found.now)[proposal.pk]
    if found.decision is None:
        return around
    given = msgspec.convert(found.decision.context, Context).approval
    return msgspec.structs.replace(around, approval=given)


def _is_old(
    proposal: Proposal | None, effects: list[Effect], tenant_id: int, now: datetime
) -> bool:
    if proposal is None:
        return False
    cited = [
        short for one in effects if one.action for short in one.action.body.get("evidence_ids", ())
    ]
    return is_old(pack_of(proposal), cited, thresholds.current(tenant_id), now)


def _let(found: Found, one: Effect, code: str, by: Membership | None) -> None:
    """Released, or failed."""
    if code:
        if one.state != State.FAILED or by is None:
            made = Move(state=State.FAILED, code=code, detail=one.detail)
            move(one, made, tenant=found.tenant, now=found.now)
        return
    Effect.objects.filter(pk=one.pk).update(
        released_at=found.now,
        next_at=None if one.state == State.FAILED else found.now,
        tries=one.tries if one.state == State.RUNNING else 0,
    )
