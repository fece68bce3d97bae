"""What was approved and whose shop was left meanwhile: it happens nowhere, and somebody is told.

It stays as it stands, and goes on by itself once its shop is back.
"""

from shopops.alarms.clock import database_now
from shopops.execution import alarming, hands
from shopops.execution.codes import EffectCode
from shopops.execution.due import stranded
from shopops.execution.moving import postpone
from shopops.execution.plan import OVER
from shopops.outbox.states import State
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope

AFTER_SECONDS = 3600  # a pause for maintenance needs nobody


def ring_stranded(tenant: Tenant) -> int:
    """How many people are told of now."""
    with tenant_scope(tenant.pk):
        found = stranded(tenant.pk, seconds=AFTER_SECONDS, told=EffectCode.SHOP_LEFT)
    return sum(_tell(tenant, effect_id) for effect_id in found)


def _tell(tenant: Tenant, effect_id: int) -> bool:
    """Looked at again under the lock: it may have gone on. What is unknown rings already."""
    with tenant_scope(tenant.pk):
        now = database_now()
        hand = hands.hold(tenant, effect_id, now)
        effect, state = hand.effect, hand.seen.state
        if state in OVER or effect.next_at is None or effect.next_at > now:
            return False
        postpone(effect, until=effect.next_at, code=EffectCode.SHOP_LEFT)
        if state is not State.UNKNOWN:
            alarming.ring(effect, tenant=tenant, state=State.FAILED, waits=False, now=now)
    return True
