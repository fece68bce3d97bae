"""The negative probe: the shop's own records against the ledger."""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from shopops.connections.models import Connection
from shopops.connections.models import State as Connected
from shopops.outbox.models import Effect
from shopops.tenants.models import VaultName
from shopops.tenants.scope import tenant_scope
from shopops.writeback import audits
from shopops.writeback.audits import audit_all, audit_part, due_tenants, red
from shopops.writeback.findings import Code
from shopops.writeback.models import WritebackAudit
from tests.support.carrying import carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER
from tests.support.noting import Noting, noting

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Noting]:
    """One acknowledgment, and its note in the shop."""
    with noting(tmp_path, clock) as made:
        made.acknowledge()
        made.run()
        yield made


def found(shop: Noting) -> list[tuple[Code, str, str]]:
    report = audit_all(tenant=shop.alarms.tenant)
    return [(one.code, one.order, one.detail) for one in report.findings]


def code(shop: Noting) -> str:
    [only] = shop.on_record()
    return only


def test_records_and_ledger_that_agree_are_no_finding(shop: Noting) -> None:
    report = audit_all(tenant=shop.alarms.tenant)
    assert (report.clean, sorted(report.read), report.notes) == (True, ["O-1", "O-2"], 1)
    assert red() == []


def test_a_note_that_was_deleted_in_the_shop_is_missing(shop: Noting) -> None:
    shop.shop.books.taken_away.add(shop.effect().remote_id)
    assert found(shop) == [(Code.MISSING, "O-1", "")]
    assert red() == ["store_northline: missing 1"]


def test_a_note_that_was_forged_in_the_shop_is_found(shop: Noting) -> None:
    """Also on an order that nobody has acknowledged, and by somebody who knows how they look."""
    said = shop.on_record()[code(shop)]
    shop.put("O-2", "W-1", "7F3KQ-2MD8N-2", {**said, "By": "Per"})
    assert found(shop) == [(Code.FORGED, "O-2", "")]


@pytest.mark.parametrize("line", ["By", "At", "Ledger_entry", "Ledger_leaf", "Identity_key"])
def test_a_note_that_was_changed_in_the_shop_differs(shop: Noting, line: str) -> None:
    shop.change(**{line: "7"})
    assert found(shop) == [(Code.DIFFERS, "O-1", line.replace("_", " "))]


def test_a_code_twice_on_the_record_is_found(shop: Noting) -> None:
    shop.put("O-1", "W-1", code(shop), shop.on_record()[code(shop)])
    assert found(shop) == [(Code.TWICE, "O-1", "2 times")]


def test_a_name_erased_after_it_was_written_is_found_and_not_kept(shop: Noting) -> None:
    with tenant_scope(shop.alarms.tenant.pk):
        VaultName.objects.filter(membership=shop.alarms.person()).delete()
    assert found(shop) == [(Code.NAME_ERASED, "O-1", "")]
    assert "Maya" not in json.dumps(WritebackAudit.objects.get().findings)
    shop.change(By="erased")
    assert found(shop) == []


def test_an_acknowledgment_that_nobody_wrote_down_for_the_shop_is_missing(shop: Noting) -> None:
    """The ledger is asked, not the outbox: it stands there, and no effect knows of it."""
    shop.acknowledge("O-2")
    Effect.objects.of(shop.alarms.tenant.pk).filter(order_id="O-2").update(next_at=None)
    assert found(shop) == []
    shop.clock.move(hours=2)
    assert found(shop) == [(Code.MISSING, "O-2", "")]


def test_a_note_on_its_way_is_not_missing_yet(shop: Noting) -> None:
    shop.acknowledge("O-2")
    shop.clock.move(minutes=59)
    assert found(shop) == []


def test_decisions_that_were_taken_back_are_not_missed(tmp_path: Path, clock: Clock) -> None:
    with carrying([ORDER], folder=tmp_path, clock=clock, notes=True) as shop:
        shop.deciding(ORDER).reject()
        shop.deciding(ORDER).undo()
        shop.clock.move(hours=2)
        shop.run()
        assert audit_all(tenant=shop.room.shop).clean
        room = shop.room
        room.now = clock.now
        shop.deciding(ORDER).reject()
        shop.clock.move(hours=2)
        [missing] = audit_all(tenant=room.shop).findings
        assert (missing.code, missing.order) == (Code.MISSING, ORDER)
        shop.run()
        assert audit_all(tenant=room.shop).clean


def test_a_shop_that_can_t_be_read_is_a_finding_and_hides_none(shop: Noting) -> None:
    shop.shop.books.taken_away.add(shop.effect().remote_id)
    audit_all(tenant=shop.alarms.tenant)
    tell = shop.shop.answer_notes
    shop.shop.answer_notes = lambda asked: (403, {"title": "?"})  # type: ignore[method-assign]
    assert {one for one, *_ in found(shop)} == {Code.UNREADABLE}
    shop.shop.answer_notes = tell  # type: ignore[method-assign]
    assert found(shop) == [(Code.MISSING, "O-1", "")]


def test_an_order_that_the_shop_has_no_more_is_counted_and_no_finding(shop: Noting) -> None:
    gone = {"title": "?", "code": "unknown_order"}
    shop.shop.answer_notes = lambda asked: (404, gone)  # type: ignore[method-assign]
    report = audit_all(tenant=shop.alarms.tenant)
    assert (report.findings, report.gone, report.mute) == ([], 2, [])


def test_a_shop_that_shows_no_notes_is_no_finding_and_is_said(shop: Noting) -> None:
    shop.shop.answer_notes = lambda asked: (404, {"title": "?"})  # type: ignore[method-assign]
    out = StringIO()
    call_command("writeback_audit", "--tenant", "store_northline", stdout=out)
    assert "Own shop shows no notes, so nothing was compared there." in out.getvalue()
    assert "say the same" not in out.getvalue()
    assert WritebackAudit.objects.get().mute == ["Own shop"]


def test_what_is_no_longer_connected_is_not_compared(shop: Noting) -> None:
    Connection.objects.filter(pk=shop.connection.pk).update(state=Connected.PAUSED)
    out = StringIO()
    call_command("writeback_audit", "--tenant", "store_northline", stdout=out)
    assert "nothing was compared" in out.getvalue()


def test_parts_go_round_and_keep_what_they_did_not_look_at(
    shop: Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audits, "PART", 1)
    tenant = shop.alarms.tenant
    shop.shop.books.taken_away.add(shop.effect().remote_id)
    steps: list[Callable[[], Any]] = [
        lambda: audit_part(tenant=tenant).read,
        lambda: WritebackAudit.objects.get().last,
        lambda: WritebackAudit.objects.get().finding_counts,
    ]
    assert [step() for step in steps] == [["O-1"], "O-1", {"missing": 1}]
    assert WritebackAudit.objects.get().whole_at is None
    assert [step() for step in steps] == [["O-2"], "O-2", {"missing": 1}]
    assert [step() for step in steps] == [[], "", {"missing": 1}]
    assert WritebackAudit.objects.get().whole_at is not None
    shop.shop.books.taken_away.clear()
    assert [step() for step in steps] == [["O-1"], "O-1", {}]


def test_beat_asks_every_shop_that_is_written_to_in_time(shop: Noting) -> None:
    tenant_id = shop.alarms.tenant.pk
    assert due_tenants() == [tenant_id]
    audit_part(tenant=shop.alarms.tenant)
    assert due_tenants() == []
    shop.clock.move(minutes=16)
    assert due_tenants() == [tenant_id]
    shop.clock.move(minutes=60)
    assert [one.partition(":")[2].split(" since")[0] for one in red()] == [" not compared"]


def test_the_command_says_what_it_found_and_fails(shop: Noting) -> None:
    shop.change(By="Per")
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("writeback_audit", "--tenant", "store_northline", "--json", stdout=out)
    assert ended.value.code == 1
    told = json.loads(out.getvalue())
    assert (told["tenant"], told["clean"], told["orders"]) == ("store_northline", False, 2)
    assert told["findings"] == [
        {"code": "differs", "order": "O-1", "note": code(shop), "detail": "By"}
    ]
    with pytest.raises(CommandError) as unknown:
        call_command("writeback_audit", "--tenant", "nobody")
    assert unknown.value.returncode == 2


def test_the_health_signal_is_red_while_something_is_found(shop: Noting) -> None:
    audit_all(tenant=shop.alarms.tenant)
    answer = Client().get("/healthz/write-back")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
    shop.change(At="yesterday")
    audit_all(tenant=shop.alarms.tenant)
    answer = Client().get("/healthz/write-back")
    assert (answer.status_code, answer.json()) == (503, {"ok": False})
