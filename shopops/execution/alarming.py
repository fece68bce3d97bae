"""What could not be carried out rings, and stops ringing when it is settled."""

import logging
from datetime import datetime
from hashlib import sha256

from django.db.models import Q, QuerySet

from shopops.alarms.asked import Asked, Asker, Skill
from shopops.alarms.identity import Obligation, RecordKind, RecordRef
from shopops.alarms.models import AlarmItem
from shopops.alarms.records import records_of
from shopops.alarms.refusal_log import Attempt, keep, keep_once
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.subjects import Subject, ids_of
from shopops.alarms.writing import write
from shopops.connectors.ports import EffectKind
from shopops.execution.codes import EffectCode
from shopops.ledger import ActorType, EventKind
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.tenants.models import Membership, Tenant

logger = logging.getLogger(__name__)
EXECUTION = Asker(skill=Skill.EXECUTION)
FAILED, UNKNOWN = "not_carried_out", "outcome_unknown"
Place = tuple[RecordKind, str | None]  # a record that rings, and which part of the order it is
OF_ORDER: Place = (RecordKind.ORDER, None)
QUIET = frozenset({EffectCode.EARLIER_STEP_FAILED, EffectCode.SUPERSEDED})


def is_quiet(kind: str, code: str) -> bool:
    """It failed, and nobody needs to be told."""
    return code in QUIET or (kind == EffectKind.NOTE and code == EffectCode.NOT_OFFERED)


def ring(effect: Effect, *, tenant: Tenant, state: State, waits: bool, now: datetime) -> None:
    """`waits`: it may still settle by itself, so nobody is told before the shop's usual delay.
    In the scope that changed the effect."""
    record = _record(effect)
    if record is None or record.authored_at is None:
        _refused(effect, record)
        return
    cause = UNKNOWN if state is State.UNKNOWN else FAILED
    subject = Subject(
        record=record,
        obligation=Obligation.EXECUTION,
        order_id=effect.order_id,
        order_number=effect.order_number,
    )
    [item_id] = ids_of(tenant.pk, tenant.slug, [subject])
    said = f"{cause} {now.isoformat()}".encode()
    asked = Asked(
        item_id=item_id,
        kind=EventKind.OBSERVED,
        asker=EXECUTION,
        evidence=sha256(bytes(effect.key) + said).digest(),
        observed_at=now,
        waits=waits,
        says={"cause": cause, "effect": bytes(effect.key).hex()},
    )
    keep(tenant.pk, EXECUTION, write(tenant.pk, [asked]))
    AlarmItem.objects.of(tenant.pk).filter(pk=item_id).update(
        cause=cause, amount_minor=effect.amount_minor, currency=effect.currency, noted_at=now
    )


def settle(effect: Effect, *, tenant: Tenant, by: Membership | None) -> None:
    """What rings for it, unless something else that rings there still needs somebody."""
    asker = EXECUTION
    if by is not None:
        asker = Asker(skill=Skill.EXECUTION, actor=ActorType.HUMAN, member=by)
    needed = {_rings_at(one) for one in _unsettled(effect)}
    asked = [
        Asked(
            item_id=item_id,
            kind=EventKind.RESOLVED,
            or_withdraw=True,
            asker=asker,
            says={"effect": bytes(effect.key).hex()},
        )
        for place in sorted({_about(effect), OF_ORDER} - needed, key=str)
        for item_id in _items(effect, *place)
    ]
    keep(tenant.pk, asker, write(tenant.pk, asked))


def _items(effect: Effect, kind: RecordKind, part: str | None) -> QuerySet[AlarmItem, int]:
    ids = [effect.order_id] if part is None else [effect.order_id, part]
    items = AlarmItem.objects.of(effect.tenant_id).filter(
        order_id=effect.order_id, obligation=Obligation.EXECUTION
    )
    return items.filter(record_kind=kind, record_ids=ids).values_list("pk", flat=True)


def failed_and_open() -> Q:
    """Effects that failed, that nobody has settled, and of which somebody needs to be told."""
    quiet = Q(code__in=QUIET) | Q(kind=EffectKind.NOTE, code=EffectCode.NOT_OFFERED)
    return Q(state=State.FAILED, settled_by=None) & ~quiet


def needs_somebody() -> Q:
    """Effects that ring; one that came back does so besides (`UNDELIVERED`)."""
    twice = Q(state=State.SUCCEEDED, code=EffectCode.DONE_TWICE)
    waits = Q(
        state__in=(State.HELD, State.RUNNING), code__in=(EffectCode.SHOP_LEFT, EffectCode.SHOP_DOWN)
    )
    return Q(state=State.UNKNOWN) | failed_and_open() | twice | waits


def _unsettled(effect: Effect) -> QuerySet[Effect]:
    """All else of its order that needs somebody."""
    open_ = needs_somebody()
    if effect.kind in (EffectKind.NOTE, EffectKind.REFUND):  # they make up for no lost mail
        open_ |= Q(state=State.SUCCEEDED, code=EffectCode.UNDELIVERED)
    same = Effect.objects.of(effect.tenant_id).filter(open_, order_id=effect.order_id)
    return same.exclude(pk=effect.pk)


def _about(effect: Effect) -> Place:
    """The payment that the money goes back to, else the order."""
    if effect.kind == EffectKind.REFUND:
        return RecordKind.TRANSACTION, effect.transaction_id
    return OF_ORDER


def _rings_at(effect: Effect) -> Place:
    record = _record(effect)
    return OF_ORDER if record is not None and record.kind is RecordKind.ORDER else _about(effect)


def _record(effect: Effect) -> RecordRef | None:
    """The order, where its source names that payment otherwise by now, or does not date it."""
    records = records_of(effect.tenant_id, [effect.order_id]).get(effect.order_id)
    if records is None:
        return None
    own = records.find(*_about(effect))
    return own if own is not None and own.authored_at is not None else records.order or own


def _refused(effect: Effect, record: RecordRef | None) -> None:
    """No key is guessed. It is kept as what it is, and the log says so too."""
    code = RefusalCode.NO_AUTHORED_DATE if record else RefusalCode.UNKNOWN_RECORD
    kind, part = _about(effect)
    said = {"kind": kind, "ids": [effect.order_id, *([part] if part else [])]}
    said |= {"obligation": Obligation.EXECUTION}
    attempt = Attempt(asker=EXECUTION, kind=EventKind.OBSERVED, record=said)
    keep_once(effect.tenant_id, [(Refused(code), attempt)])
    logger.error("effect %s needs somebody, and its record gets no alarm: %s", effect.pk, code)
