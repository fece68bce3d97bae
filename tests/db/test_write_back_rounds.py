"""Rounds through the records go on whatever happens, one at a time, and say when they do not."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from shopops.connections.models import Connection
from shopops.connections.models import State as Connected
from shopops.connections.settings import notes_of
from shopops.connectors.ports import Noted, NoteReader
from shopops.writeback import audit as looking
from shopops.writeback import audits
from shopops.writeback.audits import audit_all, audit_part, claim, due_tenants, red, signals
from shopops.writeback.findings import Code
from shopops.writeback.models import WritebackAudit
from shopops.writeback.tasks import audit_one
from tests.support.clock import Clock
from tests.support.noting import Noting, noting

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Noting]:
    """One acknowledgment, and its note in the shop."""
    with noting(tmp_path, clock) as made:
        made.acknowledge()
        made.run()
        yield made


def read_by(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[str, NoteReader], list[Noted]]
) -> None:
    """A connector that does something before it reads, or that breaks."""

    class Reads:
        def __init__(self, reader: NoteReader) -> None:
            self.reader = reader

        def notes(self, order_id: str) -> list[Noted]:
            return read(order_id, self.reader)

    def reads(connection: Connection) -> NoteReader:
        reader = notes_of(connection)
        assert reader is not None
        return Reads(reader)

    monkeypatch.setattr(looking, "notes_of", reads)


def test_a_shop_that_was_never_compared_turns_red_in_time(shop: Noting) -> None:
    assert red() == []
    shop.clock.move(minutes=61)
    [said] = red()
    assert said.startswith("store_northline: not compared since")
    assert claim(tenant=shop.alarms.tenant)  # begun, and never finished
    assert red() == [said]


def test_a_part_that_takes_long_is_not_begun_again_until_its_process_counts_as_dead(
    shop: Noting,
) -> None:
    tenant = shop.alarms.tenant
    assert [claim(tenant=tenant) for _ in range(2)] == [True, False]
    assert due_tenants() == []
    shop.clock.move(minutes=46)
    assert due_tenants() == [tenant.pk]
    assert [claim(tenant=tenant) for _ in range(2)] == [True, False]
    audit_one(tenant.pk)
    assert WritebackAudit.objects.get().finished_at is None
    audit_part(tenant=tenant)
    shop.clock.move(minutes=15)
    audit_one(tenant.pk)
    assert WritebackAudit.objects.get().finished_at == shop.clock.now


def test_what_is_found_turns_nothing_red_once_its_shop_is_left(shop: Noting) -> None:
    shop.shop.books.taken_away.add(shop.effect().remote_id)
    assert len(audit_all(tenant=shop.alarms.tenant).findings) == 1
    Connection.objects.filter(pk=shop.connection.pk).update(state=Connected.PAUSED)
    assert (red(), signals()["missing"]) == ([], 0)
    assert audit_all(tenant=shop.alarms.tenant).clean
    assert WritebackAudit.objects.get().finding_count == 0


def test_what_is_found_is_dropped_where_the_shop_shows_no_notes_any_more(shop: Noting) -> None:
    shop.shop.books.taken_away.add(shop.effect().remote_id)
    assert len(audit_all(tenant=shop.alarms.tenant).findings) == 1
    shop.shop.answer_notes = lambda asked: (404, {"title": "?"})  # type: ignore[method-assign]
    assert audit_all(tenant=shop.alarms.tenant).clean
    assert WritebackAudit.objects.get().finding_count == 0


def test_a_shop_that_shows_no_notes_is_said_in_every_part_of_the_round(
    shop: Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audits, "PART", 1)
    tell = shop.shop.answer_notes
    shop.shop.answer_notes = lambda asked: (404, {"title": "?"})  # type: ignore[method-assign]
    audit_part(tenant=shop.alarms.tenant)
    shop.shop.answer_notes = tell  # type: ignore[method-assign]
    audit_part(tenant=shop.alarms.tenant)
    assert WritebackAudit.objects.get().mute == ["Own shop"]
    for _ in range(2):
        audit_part(tenant=shop.alarms.tenant)
    assert WritebackAudit.objects.get().mute == []


def test_what_is_acknowledged_between_the_two_looks_is_no_finding(
    shop: Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def acknowledged(order_id: str, reader: NoteReader) -> list[Noted]:
        if order_id == "O-2":
            shop.acknowledge("O-2")
            shop.run()
        return reader.notes(order_id)

    read_by(monkeypatch, acknowledged)
    report = audit_all(tenant=shop.alarms.tenant)
    assert (report.findings, report.notes) == ([], 2)


def test_a_reader_that_breaks_keeps_no_other_order_from_being_compared(
    shop: Noting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(order_id: str, reader: NoteReader) -> list[Noted]:
        if order_id == "O-1":
            raise RuntimeError(order_id)
        return reader.notes(order_id)

    read_by(monkeypatch, breaks)
    report = audit_all(tenant=shop.alarms.tenant)
    [broken] = report.findings
    assert (broken.code, broken.order, broken.detail) == (Code.UNREADABLE, "O-1", "reader_failed")
    assert report.read == ["O-2"]
    assert "Order O-1 of store_northline was not compared" in caplog.text
