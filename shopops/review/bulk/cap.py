"""What a run would give away, by currency, and whether that deserves a second look."""

from collections import Counter
from collections.abc import Iterable

from shopops.proposals.models import Action
from shopops.review.limits import at_stake
from shopops.review.short_lived import BulkItem
from shopops.tenants import thresholds


def sums(items: Iterable[BulkItem], actions: Iterable[Action]) -> Counter[str]:
    """Minor units by currency, of the actions that these items would approve."""
    chosen = {(item.proposal_id, index) for item in items for index in item.action_indexes}
    return at_stake(one for one in actions if (one.proposal_id, one.index) in chosen)


def above_cap(tenant_id: int, items: Iterable[BulkItem]) -> bool:
    """Whether the sum is above the cap that asks for a person, or in a currency without one."""
    items = list(items)
    actions = Action.objects.of(tenant_id).filter(proposal__in=[one.proposal_id for one in items])
    caps = thresholds.current(tenant_id).approval_above_cents
    return any(minor > caps.get(currency, 0) for currency, minor in sums(items, actions).items())
