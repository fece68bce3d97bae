"""The state table, a raise of an older system: whatever its order's own item does, no answer to it
settles anything, and every door says so by name."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from shopops.alarms.codes import bracketed
from shopops.alarms.models import AlarmItem
from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import OPEN, AlarmStatus
from tests.support.alarm_cells import Cell, Row, each
from tests.support.alarm_journey import OF_AGENT, Journey, agents_item
from tests.support.clock import Clock
from tests.support.inbound import words_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
R, S, C = Row, AlarmStatus, RefusalCode
OLD_CODE = "ALM-2019/0042"


def _unchanged(status: AlarmStatus) -> Cell:
    return Cell(R.PRE_EPOCH, status, status, mails=("answer to Maya",), refused=C.PRE_EPOCH)


BESIDE = {
    "beside an item that nobody observed": _unchanged(S.NONE),
    "beside an item that nobody was told of": _unchanged(S.DUE_NEW),
    "beside an item that rings": _unchanged(S.RINGING),
    "beside an item that is snoozed": _unchanged(S.SNOOZED),
    "beside an item that is handed off": _unchanged(S.HANDED_OFF),
    "beside an item that is due again": _unchanged(S.DUE_AGAIN),
    "beside an item that is resolved": _unchanged(S.RESOLVED),
}


@pytest.fixture
def alarm(clock: Clock) -> Iterator[Journey]:
    with agents_item(clock) as found:
        yield found


@pytest.fixture
def old(alarm: Journey, tmp_path: Path) -> AlarmItem:
    """An alert about no order of ours, out of the older system's file."""
    row = {
        "item": "row 1",
        "code": OLD_CODE,
        "kind": "raised",
        "at": "2025-11-02T08:00:00+01:00",
        "order": "X-77",
        "key_version": 1,
    }
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps(row))
    call_command("import_legacy_ledger", str(file), tenant=alarm.tenant.slug, stdout=StringIO())
    return AlarmItem.objects.of(alarm.tenant.pk).get(code=OLD_CODE)


@each(BESIDE)
def test_an_answer_by_mail_is_refused_and_told_what_is_open(
    alarm: Journey, old: AlarmItem, cell: Cell
) -> None:
    alarm.reach(cell.before)
    alarm.assert_came(cell, alarm.mail("Maya", f"{OLD_CODE}\n"))
    assert alarm.rows(old) == ("raised",)
    said = words_of(alarm.sink.mails[-1].mail)
    assert "This alert is from an older system" in said
    is_told = cell.before in OPEN - {S.DUE_NEW}
    assert (bracketed(alarm.item.code) in said) == is_told


@each(BESIDE)
def test_no_button_of_its_page_settles_it(alarm: Journey, old: AlarmItem, cell: Cell) -> None:
    alarm.reach(cell.before)
    answers = [
        alarm.page("acknowledge", item=old),
        alarm.hand_to("Ida", item=old),
        alarm.page("resolve", item=old, reason="Old"),
    ]
    assert answers == [C.PRE_EPOCH] * 3
    assert alarm.refusals()[-3:] == [C.PRE_EPOCH] * 3
    assert alarm.rows(old) == ("raised",)
    assert alarm.mails()[alarm.seen[1] :] == ()
    assert alarm.rows()[alarm.seen[0] :] == ()
    if cell.before is not S.NONE:
        assert alarm.state.status is cell.before


def test_an_old_raise_of_the_same_order_is_no_raise_of_its_item(
    alarm: Journey, tmp_path: Path
) -> None:
    """Nobody was told of today's item, whatever an older system told."""
    row = {"item": "row 2", "code": "ALM-2", "kind": "raised", "at": "2025-11-02T08:00:00Z"}
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps(row | {"order": OF_AGENT, "key_version": 1}))
    alarm.reach(S.DUE_NEW)
    ours = alarm.item
    call_command("import_legacy_ledger", str(file), tenant=alarm.tenant.slug, stdout=StringIO())
    assert alarm.page("resolve", item=ours, reason="Old") == C.NO_RAISE
    assert alarm.page("acknowledge", item=ours) == C.NO_RAISE
    assert alarm.rows(ours) == ("observed",)
