"""How much a demo shop's people may approve, and what ran out. Done again, it does nothing."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from shopops.demo.script import Lapsed, Lent, Limited
from shopops.proposals.models import Proposal
from shopops.review import settings
from shopops.review.delegating import lend
from shopops.review.expiry import expire_due
from shopops.review.models import Delegation
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope


def limit(
    tenant: Tenant, scene: Limited, *, author: Membership, person: Membership, now: datetime
) -> None:
    """As the first version; a later one stays. On a later run the author may be no admin."""
    with tenant_scope(tenant.pk):
        before = settings.current(tenant.pk)
        if before.version != 0 or not allows(author, Role.ADMIN):
            return
        own = {bytes(person.identity_key).hex(): dict([scene.limit])}
        settings.save_config(
            tenant_id=tenant.pk,
            config=replace(before, people=own),
            based_on=before.version,
            reason=scene.reason,
            author=author,
            now=now,
        )


def lend_limit(
    tenant: Tenant, scene: Lent, *, giver: Membership, receiver: Membership, now: datetime
) -> None:
    with tenant_scope(tenant.pk):
        lent_before = Delegation.objects.of(tenant.pk).exists()
    if lent_before or not all(allows(one, Role.REVIEWER) for one in (giver, receiver)):
        return
    currency, most_minor = scene.most
    lend(
        giver=giver,
        receiver=receiver,
        currency=currency,
        most_minor=most_minor,
        starts_at=now,
        ends_at=now + timedelta(days=scene.days),
        reason=scene.reason,
        author=giver,
        now=now,
    )


def lapse(tenant: Tenant, scene: Lapsed, *, now: datetime) -> None:
    with tenant_scope(tenant.pk):
        proposal = Proposal.objects.of(tenant.pk).get(order_id=scene.order_id, revision=1)
    expire_due(tenant_id=tenant.pk, now=now, proposal_id=proposal.pk)
