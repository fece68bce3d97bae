"""What each kind of connected shop consists of, and how it is set up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from shopops.connectors.ports import Inbox, NoteReader, Poller, Reader, Writer

LEAST_PROOF = 16  # characters of a secret that proves what a shop sends


class Made(StrEnum):
    """How a secret looks that its owner invents here and writes into the shop."""

    NOT_HERE = ""
    WHSEC = "whsec"  # as Standard Webhooks has it
    HEX = "hex"


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that a person fills in. `secret`: sealed, and never shown again. `place`: where the
    secrets go; what is kept for one place is never sent to another. `least`: characters of it.
    `instead`: not required by itself, but one of several of which one must be there."""

    name: str
    label: str
    help: str
    secret: bool = False
    place: bool = False
    required: bool = True
    choices: tuple[tuple[str, str], ...] = ()
    default: str = ""
    least: int = 0
    made: Made = Made.NOT_HERE
    instead: bool = False

    @property
    def is_optional(self) -> bool:
        return not (self.required or self.instead or self.choices)


def none_wrong(settings: Mapping[str, str]) -> dict[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Connector:
    """`sources`: records of which sources it serves. `guide`: names the one that says how it is set
    up. `wrong`: by the name of the setting, what can't be right about it; asks nobody, and
    repeats no secret. `counts_alike`: two shops of this kind give their orders the same ids. Each
    part is made from the settings; None where this kind of shop has no such part."""

    name: str
    title: str
    sources: frozenset[str]
    settings: tuple[Setting, ...]
    guide: str = ""
    wrong: Callable[[Mapping[str, str]], dict[str, str]] = none_wrong
    counts_alike: bool = False
    inbox: Callable[[Mapping[str, str]], Inbox] | None = None
    reader: Callable[[Mapping[str, str]], Reader] | None = None
    writer: Callable[[Mapping[str, str]], Writer] | None = None
    poller: Callable[[Mapping[str, str]], Poller] | None = None
    notes: Callable[[Mapping[str, str]], NoteReader] | None = None
