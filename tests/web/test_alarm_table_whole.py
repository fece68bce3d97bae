"""No cell of the state table is without a test that goes through a real entrance."""

from collections import defaultdict
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmStatus
from shopops.alarms.table import refused
from shopops.ledger.kinds import ALARM_KINDS, EventKind
from tests.support.alarm_cells import Cell, Row, cells_tested

HERE = Path(__file__)
# No entrance asks for it: a report about a mail that told of nothing is only dropped.
ASKED_BY_NOBODY = {EventKind.UNDELIVERED}


@pytest.fixture(scope="module")
def tested() -> list[Cell]:
    files = sorted(HERE.parent.glob("test_alarm_table_*.py"))
    modules = [import_module(f"tests.web.{file.stem}") for file in files if file != HERE]
    return [cell for module in modules for cell in cells_tested(module)]


def test_every_kind_of_event_that_code_knows_is_a_row_of_the_table() -> None:
    assert {row.value for row in Row} >= {kind.value for kind in ALARM_KINDS}


def test_every_event_is_tested_in_every_state(tested: list[Cell]) -> None:
    missing = set(product(Row, AlarmStatus)) - {(cell.row, cell.before) for cell in tested}
    assert missing == set()


@pytest.mark.parametrize("kind", sorted(ALARM_KINDS - ASKED_BY_NOBODY))
def test_every_refusal_that_code_knows_is_seen_at_a_real_entrance(
    tested: list[Cell], kind: EventKind
) -> None:
    seen: dict[AlarmStatus, set[RefusalCode | None]] = defaultdict(set)
    for cell in tested:
        if cell.row.value == kind.value:
            seen[cell.before].add(cell.refused)
    for status in AlarmStatus:
        assert refused(kind, status) in seen[status], status
