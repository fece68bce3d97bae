"""The cells of the state table, as tests of real entrances name them."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from types import ModuleType
from typing import NamedTuple

import pytest
from _pytest.mark.structures import ParameterSet

from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind


class Row(StrEnum):
    """A row of the table. Those of a kind of event bear its name."""

    OBSERVED = EventKind.OBSERVED
    RAISED = EventKind.RAISED
    RING_FAILED = "ring_failed"
    UNDELIVERED = EventKind.UNDELIVERED
    ACKNOWLEDGED = EventKind.ACKNOWLEDGED
    TIME_IS_UP = "time_is_up"
    UNACKNOWLEDGED = EventKind.UNACKNOWLEDGED
    HANDED_OFF = EventKind.HANDED_OFF
    RESOLVED = EventKind.RESOLVED
    WITHDRAWN = EventKind.WITHDRAWN
    PRE_EPOCH = "pre_epoch"


class Cell(NamedTuple):
    """What an event does to an item in that state: the state after it, what the ledger gets
    ("acknowledged by Maya (mail)"), who is mailed ("alert to Per"), and the refusal."""

    row: Row
    before: AlarmStatus
    after: AlarmStatus
    rows: tuple[str, ...] = ()
    mails: tuple[str, ...] = ()
    refused: RefusalCode | None = None


def each(cells: Mapping[str, Cell]) -> pytest.MarkDecorator:
    """A test for each, called by its sentence."""
    named = [pytest.param(cell, id=sentence) for sentence, cell in cells.items()]
    return pytest.mark.parametrize("cell", named)


def cells_tested(module: ModuleType) -> Iterator[Cell]:
    """Those that a test of the module is called with, not those that are only written down."""
    for name, test in vars(module).items():
        if name.startswith("test_"):
            for mark in getattr(test, "pytestmark", ()):
                if mark.name == "parametrize":
                    yield from _cells(list(mark.args[1]))


def _cells(values: list[object]) -> Iterator[Cell]:
    for value in values:
        together = value.values if isinstance(value, ParameterSet) else value
        if isinstance(together, Cell) or not isinstance(together, tuple):
            together = (together,)
        yield from (one for one in together if isinstance(one, Cell))
