"""In the demo's past people did what was decided in the shop themselves, and said so in ShopOps."""

from datetime import datetime

from shopops.connections.models import Connection
from shopops.connectors.ports import EffectKind
from shopops.demo.shop.books import do_by_hand, order_in, payments_of
from shopops.demo.shop.models import Kind, Shop
from shopops.execution.commands import mark_done
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope

KINDS = {
    EffectKind.REFUND: Kind.REFUND,
    EffectKind.RESHIP: Kind.REPLACEMENT,
    EffectKind.CREDIT: Kind.CREDIT,
    EffectKind.MAIL: Kind.MAIL,
    EffectKind.NOTE: Kind.NOTE,
}
REASON = "Done in the shop itself: it was not connected yet."


def settle(tenant: Tenant, shop: Shop, order_id: str, *, by: Membership, now: datetime) -> None:
    """Everything that is held for this order, once, also where a run broke off. Once a shop was
    connected, what is held is people's to settle."""
    with tenant_scope(tenant.pk):
        if Connection.objects.of(tenant.pk).exists():
            return
        held = Effect.objects.of(tenant.pk).filter(
            order_id=order_id, state=State.HELD, connection=None
        )
        effects = list(held.select_related("action").order_by("pk"))
    for effect in effects:
        made = do_by_hand(
            shop,
            KINDS[EffectKind(effect.kind)],
            _said(shop, effect, by),
            by=by.display_name,
            now=now,
            key=bytes(effect.key).hex(),
        )
        mark_done(
            tenant_id=tenant.pk, effect_id=effect.pk, by=by, reason=REASON, remote_id=made.name
        )


def _said(shop: Shop, effect: Effect, by: Membership) -> dict[str, object]:
    said: dict[str, object] = {"order_id": effect.order_id, "order_number": effect.order_number}
    if effect.kind == EffectKind.NOTE:
        what = "decided" if effect.proposal_id else "acknowledged"
        said["lines"] = [{"name": "What", "text": what}, {"name": "By", "text": by.display_name}]
    if effect.amount_minor is not None:
        said["amount"] = {"minor": effect.amount_minor, "currency": effect.currency}
        said["transaction_id"] = effect.transaction_id or _payment(shop, effect.order_id)
    return said


def _payment(shop: Shop, order_id: str) -> str:
    order = order_in(shop, order_id)
    return next((one.id for one in payments_of(order)), "") if order else ""
