"""What is checked under the shop's lock right before money goes back."""

from datetime import datetime

import msgspec

from shopops.agents.intake.money_facts import captured, live_refunds, refunded_transaction
from shopops.agents.ports import UnknownOrder
from shopops.agents.proposal import Action
from shopops.agents.records import Order, Refund
from shopops.connectors import store as records
from shopops.connectors.ports import ORDER_GONE, EffectKind
from shopops.connectors.stored import StoredOms
from shopops.execution.evidence import pack_now
from shopops.execution.hands import Hand
from shopops.execution.money import Going, Money, may_go
from shopops.execution.weighing import code_of
from shopops.orchestrator.context import contexts_of
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import State
from shopops.policy.explain import sentence
from shopops.proposals.lock import lock_pipeline
from shopops.proposals.read import pack_of
from shopops.tenants import thresholds

UNDER_WAY = (State.RUNNING, State.UNKNOWN, State.SUCCEEDED)


def take_money_locks(tenant_id: int) -> None:
    """Of one shop's refunds one begins at a time, and no record changes meanwhile."""
    lock_pipeline(tenant_id)
    records.hold(tenant_id)


def check_money(hand: Hand, now: datetime) -> tuple[Money, str, str]:
    """With the code and the words of what denies it. The effect is locked, and so are `money`'s."""
    effect = hand.effect
    if effect.proposal is None or effect.action is None:
        raise TypeError("a refund is of an action of a proposal")
    seen = pack_of(effect.proposal)
    numbers = thresholds.at(effect.tenant_id, seen.thresholds_version)
    try:
        pack = pack_now(
            effect.tenant_id,
            order_id=effect.order_id,
            slug=seen.tenant,
            numbers=numbers,
            now=now,
        )
        order = StoredOms(effect.tenant_id).order(effect.order_id, seen.tenant).order
    except UnknownOrder:
        return Money.DENY, ORDER_GONE, ""
    verdict, answer = may_go(
        action=msgspec.convert(effect.action.body, Action),
        pack=pack,
        refunds=refunds_of(order, effect.transaction_id),
        others=_others(effect),
        context=contexts_of(effect.tenant_id, [effect.proposal], now=now)[effect.proposal.pk],
    )
    if answer is None:
        return verdict, "policy:MON-2", ""
    return verdict, code_of(answer), sentence(answer, effect.currency)


def refunds_of(order: Order, transaction_id: str) -> list[Refund]:
    """What has taken money from this payment, or still may."""
    paid = captured(order)
    takes = ((one, refunded_transaction(one, paid)) for one in live_refunds(order))
    return [one for one, payment in takes if payment and payment.id == transaction_id]


def _others(effect: Effect) -> list[Going]:
    """Our other refunds of the payment. What has an open attempt, or an unknown outcome, settles
    without this one; of those that wait for their next try the older ones go first."""
    rows = Effect.objects.of(effect.tenant_id).filter(
        kind=EffectKind.REFUND,
        order_id=effect.order_id,
        transaction_id=effect.transaction_id,
        state__in=UNDER_WAY,
    )
    others = list(rows.exclude(pk=effect.pk).order_by("pk"))
    open_ones = Attempt.objects.filter(effect__in=others, ended_at=None)
    at_it = set(open_ones.values_list("effect_id", flat=True))
    return [
        Going(
            effect_id=one.pk,
            state=State(one.state),
            amount_minor=one.amount_minor or 0,
            currency=one.currency,
            remote_id=one.remote_id,
            ahead=one.pk in at_it or one.state == State.UNKNOWN or one.pk < effect.pk,
        )
        for one in others
    ]
