"""Whether settings can be right, and whether the shop answers to them.

The shop is asked outside of any transaction.
"""

from collections.abc import Mapping
from datetime import datetime

from django.utils.translation import gettext as _
from msgspec.structs import replace

from shopops.administration.connections.refusals import WrongSettings
from shopops.administration.connections.same_shop import taken_for_another
from shopops.connections.models import Connection
from shopops.connections.settings import NotSetUp, connector_of, reader_of, settings_of
from shopops.connectors.ports import CannotRead, Tested
from shopops.connectors.shop import Connector
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Unreadable


def check(connector: Connector, settings: Mapping[str, str]) -> None:
    """Has each part made from them; nobody is asked. Raises `WrongSettings`."""
    wrong = {**_too_short(connector, settings), **connector.wrong(settings)}
    if wrong:
        labels = {one.name: _(one.label) for one in connector.settings}
        why = " ".join(f"{labels[name]}: {said}" for name, said in wrong.items())
        raise WrongSettings(why, at=wrong)
    try:
        for make in (connector.inbox, connector.reader, connector.writer):
            if make is not None:
                make(settings)
    except ValueError as problem:
        raise WrongSettings(_without(str(problem), connector, settings)) from None


def _too_short(connector: Connector, settings: Mapping[str, str]) -> dict[str, str]:
    said = {one.name: settings.get(one.name, "").strip() for one in connector.settings}
    return {
        one.name: _("It has at least {number} characters.").format(number=one.least)
        for one in connector.settings
        if one.least and (said[one.name] or one.required) and len(said[one.name]) < one.least
    }


def try_out(*, tenant_id: int, connection_id: int, now: datetime) -> Tested:
    """Asks the shop for something harmless, and keeps what it says with the connection, unless its
    settings were changed meanwhile. A shop that fails now worked by the same settings before, so
    that still counts."""
    with tenant_scope(tenant_id):
        connection = Connection.objects.of(tenant_id).get(pk=connection_id)
    tested = _ask(connection)
    with tenant_scope(tenant_id):
        times = {"tested_at": now, "test_failed_at": None}
        Connection.objects.of(tenant_id).filter(
            pk=connection_id, settings_sealed=bytes(connection.settings_sealed)
        ).update(
            **(times if tested.works else {"test_failed_at": now}),
            test_says=in_words(tested)[:500],
        )
    return tested


def in_words(tested: Tested) -> str:
    if not tested.lacking:
        return tested.says
    lacking = _("Permissions that are missing: {rights}.").format(rights=", ".join(tested.lacking))
    return f"{tested.says} {lacking}"


def _ask(connection: Connection) -> Tested:
    try:
        reader = reader_of(connection)
        if reader is None:
            says = _("This kind of shop only sends; whether it does shows with its first delivery.")
            return Tested(works=True, says=says)
        tested = reader.test()
        if tested.works and (order := taken_for_another(connection, reader)):
            return Tested(works=False, says=_another(order))
        return replace(tested, says=_said(tested.says, connection))
    except CannotRead as problem:
        return Tested(works=False, says=_said(str(problem), connection))
    except NotSetUp as problem:
        return Tested(works=False, says=_(str(problem)))
    except Unreadable:
        says = _(
            "Its settings were sealed with a key that this site no longer has. Type the secrets "
            "anew, or ask the operator for the old SHOPOPS_VAULT_KEYS."
        )
        return Tested(works=False, says=says)


def _another(order_id: str) -> str:
    return _(
        "This is another shop than the one whose orders are here: its order {order} is not the "
        "one that is known by this id. Put the old address back, or connect the other one under "
        "a shop of its own. Nothing is carried out."
    ).format(order=order_id)


def _said(said: str, connection: Connection) -> str:
    return _without(said, connector_of(connection), settings_of(connection))


def _without(said: str, connector: Connector, settings: Mapping[str, str]) -> str:
    """A message about a secret doesn't repeat it."""
    for one in connector.settings:
        value = settings.get(one.name, "")
        if one.secret and value:
            said = said.replace(value, "…")
    return said
