"""Connecting a demo tenant to its shop, by the commands that an admin's pages use.

What somebody changed there since stays as they made it; only the shop's address follows the site's.
"""

from datetime import datetime

from django.urls import reverse
from msgspec import Struct

from shopops.administration.connections.commands import Asked, carry_out, change, connect
from shopops.administration.connections.models import Change, ConnectionChange
from shopops.administration.connections.recording import version_of
from shopops.administration.connections.trying import in_words, try_out
from shopops.connections.models import CarriesOut, Connection, State
from shopops.connections.settings import settings_of
from shopops.connectors.generic.connector import CONNECTOR
from shopops.connectors.generic.settings import ADDRESS, SECRET_IN, SECRET_OUT
from shopops.demo.script import Shop as Script
from shopops.demo.shop.books import books_of
from shopops.demo.shop.models import Shop
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope

REASON = "The shop comes with the demo."
MOVED = "The demo runs at another address."
NOBODY = "Nobody in this shop is an admin any more, and one has to connect it."


class NobodyMay(Exception):
    """This shop has no active admin."""


class Result(Struct, frozen=True):
    works: bool
    says: str


def connect_shop(script: Script, *, site: str, now: datetime) -> Result:
    """`site`: where this program serves, which must answer by now."""
    shop, tenant = books_of(script.slug), Tenant.objects.get(slug=script.slug)
    connection, wanted = _existing(tenant), _settings(shop, site)
    if connection and (connection.state != State.ACTIVE or not _is_ours(connection, shop)):
        return Result(works=True, says="left as it is")
    try:
        connection = _connected(connection, wanted, script, tenant, now)
        Shop.objects.filter(pk=shop.pk).update(inbox_url=_inbox(connection, site))
        return _try_and_turn_on(connection, script, now)
    except NobodyMay:
        return Result(works=False, says=NOBODY)


def _connected(
    connection: Connection | None,
    wanted: dict[str, str],
    script: Script,
    tenant: Tenant,
    now: datetime,
) -> Connection:
    """With the settings that are wanted. Raises `NobodyMay` where they are to be changed."""
    if connection is None:
        return connect(
            author=_author(script, tenant),
            connector=CONNECTOR,
            title=f"{script.name}’s demo shop",
            settings=wanted,
            reason=REASON,
            now=now,
        )
    if settings_of(connection) == wanted:
        return connection
    asked = _asked(connection, _author(script, tenant), MOVED, now)
    return change(asked=asked, title=connection.title, settings=wanted)


def _author(script: Script, tenant: Tenant) -> Membership:
    """The script's, if they are an admin still, else whoever is one. Raises `NobodyMay`."""
    admins = Membership.objects.filter(tenant=tenant, role=Role.ADMIN, active=True)
    author = admins.filter(user__email=script.settled_by).first() or admins.order_by("pk").first()
    if author is None:
        raise NobodyMay
    return author


def _try_and_turn_on(connection: Connection, script: Script, now: datetime) -> Result:
    """Raises `NobodyMay` where it is to be turned on."""
    tenant_id = connection.tenant_id
    tested = try_out(tenant_id=tenant_id, connection_id=connection.pk, now=now)
    if tested.works and _was_only_connected(connection):
        with tenant_scope(tenant_id):
            connection = Connection.objects.of(tenant_id).get(pk=connection.pk)
        asked = _asked(connection, _author(script, connection.tenant), REASON, now)
        carry_out(asked=asked, what=CarriesOut.APPROVED)
    return Result(works=tested.works, says=in_words(tested))


def _existing(tenant: Tenant) -> Connection | None:
    """Also one that was removed: then somebody wanted none."""
    with tenant_scope(tenant.pk):
        rows = Connection.objects.of(tenant.pk).filter(connector=CONNECTOR.name)
        return rows.order_by("-pk").first()


def _is_ours(connection: Connection, shop: Shop) -> bool:
    return settings_of(connection).get(SECRET_OUT) == shop.secret_out


def _inbox(connection: Connection, site: str) -> str:
    return site.rstrip("/") + reverse("deliveries:webhook", args=[connection.inbox_token])


def _settings(shop: Shop, site: str) -> dict[str, str]:
    address = site.rstrip("/") + reverse("demo_shop:api", args=[shop.slug]).rstrip("/")
    return {ADDRESS: address, SECRET_OUT: shop.secret_out, SECRET_IN: shop.secret_in}


def _was_only_connected(connection: Connection) -> bool:
    """Nobody has chosen yet what it carries out."""
    with tenant_scope(connection.tenant_id):
        changes = ConnectionChange.objects.of(connection.tenant_id).filter(connection=connection)
        return not changes.filter(change=Change.CARRIES_OUT).exists()


def _asked(connection: Connection, author: Membership, reason: str, now: datetime) -> Asked:
    with tenant_scope(connection.tenant_id):
        seen = version_of(connection)
    return Asked(author=author, connection_id=connection.pk, seen=seen, reason=reason, now=now)
