"""What each kind of connected shop consists of, and how it is set up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shopops.connectors.ports import Inbox, NoteReader, Poller, Reader, Writer


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that a person fills in. `secret`: sealed, and never shown again. `place`: where the
    secrets go; what is kept for one place is never sent to another."""

    name: str
    label: str
    help: str
    secret: bool = False
    place: bool = False
    required: bool = True
    choices: tuple[tuple[str, str], ...] = ()
    default: str = ""


@dataclass(frozen=True, slots=True)
class Connector:
    """`sources`: records of which sources it serves. Each part is made from the settings; None
    where this kind of shop has no such part."""

    name: str
    title: str
    sources: frozenset[str]
    settings: tuple[Setting, ...]
    inbox: Callable[[Mapping[str, str]], Inbox] | None = None
    reader: Callable[[Mapping[str, str]], Reader] | None = None
    writer: Callable[[Mapping[str, str]], Writer] | None = None
    poller: Callable[[Mapping[str, str]], Poller] | None = None
    notes: Callable[[Mapping[str, str]], NoteReader] | None = None
