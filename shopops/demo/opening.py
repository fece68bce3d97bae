"""Open a demo shop: the shop itself, its people and its numbers. Done again, it does nothing."""

from collections.abc import Mapping
from datetime import datetime

from shopops.administration.members.inviting import write_down
from shopops.administration.models import Invitation
from shopops.administration.thresholds import change_thresholds
from shopops.alarms import numbers as ringing
from shopops.alarms.models import RosterContact
from shopops.demo.script import Person, Shop
from shopops.tenants import thresholds
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.people import MemberExists, create_member
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import UnknownTenant, create_tenant, find_tenant

FIRST_VERSION = 1


def open_shop(shop: Shop) -> Tenant:
    try:
        return find_tenant(shop.slug)
    except UnknownTenant:
        return create_tenant(slug=shop.slug, name=shop.name, timezone=shop.timezone)


def hire(tenant: Tenant, person: Person, password: str) -> Membership:
    """Nobody who is there already gets another role or password."""
    try:
        return create_member(
            tenant=tenant,
            email=person.email,
            display_name=person.name,
            role=person.role,
            password=password,
        )
    except MemberExists:
        return Membership.objects.get(tenant=tenant, user__email=person.email)


def invite(tenant: Tenant, person: Person, *, author: Membership, now: datetime) -> None:
    """As if the mail had gone out: the demo's mailbox is empty when it begins. Who was invited
    before is left alone, whatever became of it; and on a later run the author may be no admin."""
    if not allows(author, Role.ADMIN):
        return
    with tenant_scope(tenant.pk):
        if Invitation.objects.of(tenant.pk).filter(email=person.email).exists():
            return
    invitation, _ = write_down(
        email=person.email, display_name=person.name, role=person.role, author=author, now=now
    )
    with tenant_scope(tenant.pk):
        Invitation.objects.of(tenant.pk).filter(pk=invitation.pk).update(sent_at=now)


def set_numbers(tenant: Tenant, shop: Shop, *, author: Membership, now: datetime) -> None:
    """Through the administration's door, as the second version; a later one stays."""
    with tenant_scope(tenant.pk):
        version = thresholds.current(tenant.pk).version
    if version == FIRST_VERSION:
        change_thresholds(
            tenant_id=tenant.pk,
            numbers=shop.numbers,
            based_on=version,
            reason=shop.reason,
            author=author,
            now=now,
        )


def put_on_call(tenant: Tenant, shop: Shop, people: Mapping[str, Membership]) -> None:
    """At their own addresses. A roster that has anybody on it is left alone."""
    if RosterContact.objects.of(tenant.pk).exists():
        return
    RosterContact.objects.bulk_create(
        RosterContact(
            tenant=tenant,
            membership=people[person.email],
            email=person.email,
            step=person.on_call,
            verified_at=tenant.created_at,
        )
        for person in shop.people
        if person.on_call is not None
    )


def set_ringing(tenant: Tenant, shop: Shop, *, author: Membership) -> None:
    """As the first version; a later one stays."""
    with tenant_scope(tenant.pk):
        if shop.ringing is not None and ringing.current(tenant.pk).version == 0:
            ringing.save_config(
                tenant_id=tenant.pk,
                config=shop.ringing,
                reason="In a demo nobody waits for hours.",
                author=author,
            )
