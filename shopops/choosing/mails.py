"""The mail that an answer belongs to."""

from shopops.connectors.erased import erased_orders
from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import Purpose
from shopops.outreach.links import Whose


def mail_of(tenant_id: int, effect_id: int) -> Effect | None:
    """In a scope. None for what was never sent, and once the order is erased: what still comes back
    is kept no more."""
    effect = (
        Effect.objects.of(tenant_id)
        .select_related("tenant", "action", "proposal")
        .filter(pk=effect_id, kind=EffectKind.MAIL)
        .first()
    )
    if effect is None or erased_orders(tenant_id, [effect.order_id]):
        return None
    sends = Attempt.objects.of(tenant_id).filter(effect=effect_id, purpose=Purpose.SEND)
    return effect if sends.exists() else None


def mail_linked(whose: Whose) -> Effect | None:
    return mail_of(whose.tenant_id, whose.effect_id)
