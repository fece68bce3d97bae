"""What a run would give away, by currency, and whether that deserves a second look."""

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from shopops.proposals.models import Action
from shopops.review.limits import at_stake
from shopops.review.models import BulkItem
from shopops.review.words.values import money
from shopops.tenants import thresholds


def sums(items: Iterable[BulkItem], actions: Iterable[Action]) -> Counter[str]:
    """Minor units by currency, of the actions that these items would approve."""
    chosen = {(item.proposal_id, index) for item in items for index in item.action_indexes}
    return at_stake(one for one in actions if (one.proposal_id, one.index) in chosen)


def above_second_cap(tenant_id: int, items: Iterable[BulkItem]) -> bool:
    """Whether one of the orders, by itself, is above the cap from which two people approve."""
    items = list(items)
    actions = actions_of(tenant_id, items)
    caps = thresholds.current(tenant_id).second_cap_cents
    return any(
        currency in caps and minor > caps[currency]
        for item in items
        for currency, minor in sums([item], actions).items()
    )


def passed_caps(tenant_id: int, stake: Mapping[str, int]) -> list[str]:
    """What of the sum is above the cap that asks for a person, or in a currency without one, in
    words: by currency, as each has a cap of its own."""
    caps = thresholds.current(tenant_id).approval_above_cents
    capped, uncapped = (
        _("{amount} together (cap for one order: {cap})"),
        _("{amount} (no cap for {currency})"),
    )
    return [
        capped.format(amount=money(minor, currency), cap=money(caps[currency], currency))
        if currency in caps
        else uncapped.format(amount=money(minor, currency), currency=currency)
        for currency, minor in sorted(stake.items())
        if minor > caps.get(currency, 0)
    ]


def actions_of(tenant_id: int, items: Iterable[BulkItem]) -> list[Action]:
    """Of all their proposals, as each lists them."""
    found = Action.objects.of(tenant_id).filter(proposal__in=[one.proposal_id for one in items])
    return list(found.order_by("proposal", "index"))
