"""From an effect to what its shop is asked. Nobody is asked here."""

from collections import Counter

import msgspec

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action
from shopops.agents.records import Order
from shopops.connectors.models import RecordType, SourceRecord
from shopops.connectors.ports import (
    ORDER_GONE,
    AnyAsk,
    CreditAsk,
    EffectKind,
    NoteAsk,
    RefundAsk,
    ReshipAsk,
    ReshipLine,
)
from shopops.execution.cannot import CannotAsk
from shopops.execution.codes import EffectCode
from shopops.execution.mail import mail_ask
from shopops.execution.notes import composed
from shopops.outbox.models import Effect
from shopops.proposals.read import pack_of


def ask_of(effect: Effect) -> AnyAsk:
    """The same on every try. In a scope; raises `CannotAsk`."""
    key = bytes(effect.key).hex()
    if effect.kind == EffectKind.NOTE:
        return _note(effect, key)
    if effect.action is None or effect.proposal is None:
        raise CannotAsk(EffectCode.NO_ACTION)
    if effect.kind == EffectKind.MAIL:
        return mail_ask(effect, key)
    action = msgspec.convert(effect.action.body, Action)
    if effect.kind == EffectKind.RESHIP:
        return ReshipAsk(
            key=key,
            order_id=effect.order_id,
            order_number=effect.order_number,
            reason=action.cause,
            lines=lines_of(action, pack_of(effect.proposal)),
            document=bytes(_record(effect).payload.raw),
        )
    if effect.amount_minor is None:
        raise CannotAsk(EffectCode.NO_AMOUNT)
    if effect.kind == EffectKind.REFUND:
        return RefundAsk(
            key=key,
            order_id=effect.order_id,
            order_number=effect.order_number,
            transaction_id=effect.transaction_id,
            amount_minor=effect.amount_minor,
            currency=effect.currency,
            reason=action.cause,
            method=_method(effect),
        )
    return CreditAsk(
        key=key,
        order_id=effect.order_id,
        order_number=effect.order_number,
        customer_id=_customer_id(effect),
        amount_minor=effect.amount_minor,
        currency=effect.currency,
        reason=action.cause,
    )


def _note(effect: Effect, key: str) -> NoteAsk:
    """Of what stands on the ledger for good, and of nothing else."""
    note = composed(effect)
    return NoteAsk(
        key=key,
        order_id=effect.order_id,
        order_number=effect.order_number,
        code=note.code,
        said=note.said,
    )


def lines_of(action: Action, pack: Pack) -> list[ReshipLine]:
    """What lies in the parcels that are sent again; nothing for all of the order. Pure."""
    named = [one for one in pack.parcels if one.id in action.shipment_ids]
    if named and all(one.lines for one in named):
        inside: Counter[str] = Counter()
        for parcel in named:
            inside.update({line.line_id: line.quantity for line in parcel.lines})
        return [ReshipLine(line_id=line, quantity=many) for line, many in inside.items()]
    if action.line_ids:
        wanted = [one for one in pack.lines if one.id in action.line_ids]
        return [ReshipLine(line_id=one.id, quantity=one.quantity) for one in wanted]
    alone = len([one for one in pack.parcels if not one.cancelled]) <= 1
    if named and not alone:
        raise CannotAsk(EffectCode.LINES_UNKNOWN)
    return []


def _method(effect: Effect) -> str:
    """How the payment was made, as its source names it; some shops must be told."""
    paid = msgspec.convert(_record(effect).body, Order).transactions
    methods = (one.method for one in paid if one.id == effect.transaction_id)
    return next(methods, None) or ""


def _customer_id(effect: Effect) -> str:
    customer = msgspec.convert(_record(effect).body, Order).customer
    if customer is None or not customer.id:
        raise CannotAsk(EffectCode.NO_CUSTOMER)
    return customer.id


def _record(effect: Effect) -> SourceRecord:
    records = SourceRecord.objects.select_related("payload").filter(
        tenant_id=effect.tenant_id, record_type=RecordType.ORDER, external_id=effect.order_id
    )
    found = records.first()
    if found is None:
        raise CannotAsk(ORDER_GONE)
    return found
