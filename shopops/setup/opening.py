"""An operator opens a shop: the shop, its numbers, and its first admin's invitation."""

from datetime import datetime

from django.utils.translation import gettext_lazy
from msgspec import Struct

from shopops.administration.members.by_operator import SomebodyThere, invite_first_admin
from shopops.administration.members.inviting import mail_link
from shopops.administration.members.links import link_of
from shopops.administration.members.refusals import MailNotTaken
from shopops.administration.models import Invitation
from shopops.agents.thresholds import Thresholds
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.money import parse_minor
from shopops.setup.opening_form import USUAL_CURRENCY
from shopops.tenants.models import Tenant, User
from shopops.tenants.shops import TenantRefused, create_tenant

APPROVED_UP_TO = "50"  # of the shop's currency, until its admin sets an amount
HOST = gettext_lazy("The operator of this site")


class Opened(Struct, frozen=True, kw_only=True):
    """`link`: with it whoever has it becomes the shop's admin. Kept nowhere. `mailed`: whether the
    mail server took it."""

    tenant: Tenant
    invitation: Invitation
    link: str
    mailed: bool


def open_shop(
    *,
    slug: str,
    name: str,
    timezone: str,
    admin_email: str,
    admin_name: str,
    now: datetime,
    operator: User | None,
    currency: str = USUAL_CURRENCY,
    mail: bool = True,
) -> Opened:
    """`operator`: who is signed in; None: somebody at the command line. The ledger has it.

    Done twice, also at once, it is done once. Broken off after the shop was made, the same call
    completes it. Raises `TenantRefused` with what to change."""
    tenant, taken = _shop(slug, name, timezone, currency)
    try:
        invitation, secret = invite_first_admin(
            tenant=tenant,
            email=admin_email,
            display_name=admin_name,
            now=now,
            opened=_event(tenant, operator, now),
        )
    except SomebodyThere as refusal:
        raise taken or TenantRefused(str(refusal)) from refusal
    return opened(tenant, invitation, secret, now=now, mail=mail)


def opened(
    tenant: Tenant, invitation: Invitation, secret: str, *, now: datetime, mail: bool
) -> Opened:
    """After the commit, with the mail sent."""
    mailed = mail and _mailed(invitation, secret, now)
    link = link_of(invitation, secret)
    return Opened(tenant=tenant, invitation=invitation, link=link, mailed=mailed)


def _shop(
    slug: str, name: str, timezone: str, currency: str
) -> tuple[Tenant, TenantRefused | None]:
    """With the refusal that counts if it turns out that the shop is somebody's."""
    first_cap = parse_minor(APPROVED_UP_TO, currency)
    numbers = Thresholds(approval_above_cents={currency: first_cap})
    try:
        return create_tenant(slug=slug, name=name, timezone=timezone, thresholds=numbers), None
    except TenantRefused as refusal:
        found = Tenant.objects.filter(slug=slug, name=name, timezone=timezone).first()
        if found is None:
            raise
        return found, refusal


def _event(tenant: Tenant, operator: User | None, now: datetime) -> NewEvent:
    """Operators are nobody of the shop: their account's number stands for them."""
    body: dict[str, Json] = {
        "of": "shop",
        "change": "opened",
        "author": None,
        "operator": None if operator is None else operator.pk,
        "through": "command" if operator is None else "page",
        "name": tenant.name,
        "timezone": tenant.timezone,
        "version": 1,  # of its numbers
    }
    actor = ActorType.SYSTEM if operator is None else ActorType.HUMAN
    return NewEvent(kind=EventKind.SETTINGS, actor=actor, occurred_at=now, body=body)


def _mailed(invitation: Invitation, secret: str, now: datetime) -> bool:
    try:
        mail_link(invitation, secret, HOST, now)
    except MailNotTaken:
        return False
    return True
