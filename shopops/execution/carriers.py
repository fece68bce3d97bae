"""Who carries out an effect: the connected shop that its order came from; of a mail our server."""

from django.conf import settings

from shopops.connections.models import CarriesOut, Connection
from shopops.connections.models import State as Connected
from shopops.connections.settings import NotSetUp, writer_of
from shopops.connectors.ports import EffectKind, Writer
from shopops.execution.codes import EffectCode
from shopops.execution.mail_writer import MailWriter
from shopops.outbox.enqueue import connection_of
from shopops.outbox.models import Effect
from shopops.tenants.models import Membership
from shopops.tenants.sealing import Unreadable


class NobodyDoes(Exception):
    """Nobody carries it out by now, and why: a stable code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def connection_for(effect: Effect) -> Connection | None:
    """The connected shop that does it: its own, or the one that serves its order by now."""
    own: Connection | None = effect.connection
    if own is not None and own.state == Connected.ACTIVE:
        return own
    return connection_of(effect.tenant_id, effect.order_id) or own


def carrier_of(
    effect: Effect, connection: Connection | None, *, wanted_by: Membership | None = None
) -> Writer:
    """Raises `NobodyDoes`. What a person wants run is run where nothing is by itself."""
    connection = served_by(effect, connection, wanted_by=wanted_by)
    if effect.kind == EffectKind.MAIL:
        if not settings.SHOPOPS_SMTP_URL:
            raise NobodyDoes(EffectCode.NO_MAIL_SENDER)
        return MailWriter()
    try:
        writer = writer_of(connection)
    except (NotSetUp, Unreadable) as problem:
        raise NobodyDoes(EffectCode.NOT_SET_UP) from problem
    if writer is None:
        raise NobodyDoes(EffectCode.NOT_SET_UP)
    return writer


def served_by(
    effect: Effect, connection: Connection | None, *, wanted_by: Membership | None = None
) -> Connection:
    """The connection, where it carries that out by now. Raises `NobodyDoes`."""
    if connection is None:
        raise NobodyDoes(EffectCode.NOT_CONNECTED)
    if connection.state != Connected.ACTIVE:
        raise NobodyDoes(EffectCode.NOT_ACTIVE)
    if connection.tested_at is None:
        raise NobodyDoes(EffectCode.NOT_TESTED)
    wanted = wanted_by is not None or effect.run_by_id is not None
    if connection.carries_out == CarriesOut.NOTHING and not wanted:
        raise NobodyDoes(EffectCode.CARRIES_NOTHING)
    return connection
