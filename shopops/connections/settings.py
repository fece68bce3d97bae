"""A connected shop's settings, sealed, and the parts of its connector made from them.

What comes out of here is secret: it goes to the connector and nowhere else.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from shopops.connections.models import Connection
from shopops.connectors.ports import Inbox, NoteReader, Poller, Reader, Writer
from shopops.connectors.shop import Connector
from shopops.connectors.shops import CONNECTORS
from shopops.tenants.sealing import Purpose, seal, unseal

Part = TypeVar("Part")


class NotSetUp(LookupError):
    """This shop is no longer connected, or this program no longer knows how to talk to it."""


def sealed(settings: Mapping[str, str]) -> bytes:
    return seal(msgspec.json.encode(dict(settings)), purpose=Purpose.CONNECTION)


def settings_of(connection: Connection) -> dict[str, str]:
    """Raises `Unreadable`, and `NotSetUp` for a removed one, whose settings are gone."""
    if not connection.settings_sealed:
        raise NotSetUp(NotSetUp.__doc__)
    content = unseal(bytes(connection.settings_sealed), purpose=Purpose.CONNECTION)
    return msgspec.json.decode(content, type=dict[str, str])


def connector_of(connection: Connection) -> Connector:
    """Raises `NotSetUp`."""
    found = CONNECTORS.get(connection.connector)
    if found is None:
        raise NotSetUp(NotSetUp.__doc__)
    return found


def inbox_of(connection: Connection) -> Inbox | None:
    """None: this kind of shop sends nothing by itself. Raises like `settings_of`."""
    make = connector_of(connection).inbox
    return None if make is None else _made(make, connection)


def reader_of(connection: Connection) -> Reader | None:
    """None: nothing can be read from this kind of shop. Raises like `settings_of`."""
    make = connector_of(connection).reader
    return None if make is None else _made(make, connection)


def writer_of(connection: Connection) -> Writer | None:
    """None: nothing can be done in this kind of shop. Raises like `settings_of`."""
    make = connector_of(connection).writer
    return None if make is None else _made(make, connection)


def notes_of(connection: Connection) -> NoteReader | None:
    """None: this kind of shop keeps no notes. Raises like `settings_of`."""
    make = connector_of(connection).notes
    return None if make is None else _made(make, connection)


def poller_of(connection: Connection) -> Poller | None:
    """None: this kind of shop is not asked for what changed. Raises like `settings_of`."""
    make = connector_of(connection).poller
    return None if make is None else _made(make, connection)


def _made(make: Callable[[Mapping[str, str]], Part], connection: Connection) -> Part:
    """Settings that fitted when they were saved may not fit this program, or this site."""
    settings = settings_of(connection)
    try:
        return make(settings)
    except ValueError as problem:
        raise NotSetUp(str(problem)) from problem
