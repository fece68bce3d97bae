"""Which approvals of a round count.

One counts as long as everybody whose word it is (`authority`) may decide here, and the token that
it came by was not revoked: who left the shop, or lost a token to somebody, completes no pair. The
final one tells what it was judged with, whatever becomes of its people later.
"""

from collections.abc import Iterable

from django.db.models import F, Q

from shopops.proposals.models import ReviewStatus
from shopops.review.models import Decision, DecisionKind
from shopops.tenants.access import allows
from shopops.tenants.models import DECIDERS, Membership, Role

# What `counted` looks at, to be read with the decisions.
BEHIND = ("membership", "handle__token__created_by", "delegation__giver")


def counted(decided: Iterable[Decision]) -> list[Decision]:
    """`decided`: all decisions of one round, read with `BEHIND`."""
    given = [one for one in decided if one.kind == DecisionKind.APPROVE]
    final = next((one for one in given if one.final), None)
    if final is None:
        return [one for one in given if stands(one)]
    approval = (final.context or {}).get("approval") or {}
    before = approval.get("approvers_before", ())
    return [one for one in given if one.pk == final.pk or _key(one.membership) in before]


def stands(approval: Decision) -> bool:
    token, lent = approval.handle.token, approval.delegation
    if token is not None and token.revoked_at is not None:
        return False
    granter = token.created_by if token else None
    people = (approval.membership, granter, lent.giver if lent else None)
    return all(allows(one, Role.REVIEWER) for one in people if one is not None)


def standing_ones() -> Q:
    """The same, as the database judges it."""
    return (
        _decides("membership")
        & (Q(handle__token=None) | Q(handle__token__revoked_at=None))
        & (Q(handle__token__created_by=None) | _decides("handle__token__created_by"))
        & (Q(delegation=None) | _decides("delegation__giver"))
    )


def half_approved(tenant_id: int, most: int) -> list[str]:
    """The numbers of the orders that wait for the second of two approvals, `most` at most."""
    first = Decision.objects.of(tenant_id).filter(
        standing_ones(),
        kind=DecisionKind.APPROVE,
        final=False,
        round=F("proposal__round"),
        proposal__review_status=ReviewStatus.PENDING,
    )
    numbers = first.order_by("proposal__order_number").values_list("proposal__order_number")
    return [number for (number,) in numbers.distinct()[:most]]


def _decides(who: str) -> Q:
    return Q(**{f"{who}__active": True, f"{who}__role__in": DECIDERS})


def _key(person: Membership) -> str:
    return bytes(person.identity_key).hex()
