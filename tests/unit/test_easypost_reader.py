"""Asking EasyPost for what changed, and trying the connection."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from shopops.connectors.easypost.polling import OVERLAP, EasyPostPoller
from shopops.connectors.easypost.reader import EasyPostReader
from shopops.connectors.easypost.trackers import parse
from shopops.connectors.ports import CannotRead
from tests.support.easypost_double import KEY, EasyPostDouble, open_easypost
from tests.support.import_cases import easypost_tracker

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def double() -> Iterator[EasyPostDouble]:
    with open_easypost() as opened:
        yield opened


def changed(double: EasyPostDouble, held_until: datetime | None) -> list[str]:
    poller = EasyPostPoller(double.settings, base=double.base)
    pages = poller.changed(held_until=held_until, now=NOW)
    return [json.loads(row)["id"] for page in pages for row in page.rows]


def put(double: EasyPostDouble, name: str, *, made: str, updated: str) -> None:
    double.put(easypost_tracker(id=name, created_at=made, updated_at=updated))


def test_all_pages_are_read_and_each_tracker_comes_once(double: EasyPostDouble) -> None:
    for number in range(230):
        put(double, f"trk_{number:03}", made="2026-03-01T12:00:00Z", updated="2026-03-02T12:00:00Z")
    found = changed(double, None)
    assert (len(found), len(set(found))) == (230, 230)
    assert [query.get("before_id") for query in double.asked] == [None, "trk_130", "trk_030"]


def test_only_what_changed_since_comes_with_some_days_before(double: EasyPostDouble) -> None:
    """Which trackers changed EasyPost does not tell, only which were made."""
    put(double, "trk_new", made="2026-01-20T00:00:00Z", updated="2026-03-10T00:00:00Z")
    put(double, "trk_old", made="2026-01-20T00:00:00Z", updated="2026-03-01T00:00:00Z")
    put(double, "trk_edge", made="2026-03-01T00:00:00Z", updated="2026-03-07T00:00:00Z")
    put(double, "trk_gone", made="2025-12-01T00:00:00Z", updated="2026-03-10T00:00:00Z")
    assert sorted(changed(double, None)) == ["trk_edge", "trk_new", "trk_old"]
    held = datetime(2026, 3, 7, tzinfo=UTC) + OVERLAP
    assert sorted(changed(double, held)) == ["trk_edge", "trk_new"]
    assert changed(double, held + timedelta(seconds=1)) == ["trk_new"]
    assert sorted(changed(double, NOW + timedelta(days=99))) == ["trk_new"]


def test_what_comes_is_what_the_format_reads(double: EasyPostDouble) -> None:
    put(double, "trk_1", made="2026-03-01T12:00:00Z", updated="2026-03-02T12:00:00Z")
    reader = EasyPostReader(double.settings, base=double.base)
    (page,) = reader.changed(made_since=NOW - timedelta(days=60), since=None)
    (row,) = page.rows
    assert parse(json.loads(row)).record.id == "trk_1"
    assert page.source_format.name == "easypost"


def test_too_many_questions_wait_as_long_as_easypost_says(double: EasyPostDouble) -> None:
    double.busy.append(9)
    with pytest.raises(CannotRead) as problem:
        changed(double, None)
    assert (problem.value.code, problem.value.after_seconds) == ("busy", 9)


def test_the_test_of_a_connection_says_what_it_found(double: EasyPostDouble) -> None:
    tested = EasyPostReader(double.settings, base=double.base).test()
    assert (tested.works, tested.says) == (True, "Connected to EasyPost.")
    tested = EasyPostReader({"api_key": "EZTKother"}, base=double.base).test()
    assert not tested.works
    assert "does not accept the key. It says: This api key is no longer active." in tested.says


def test_a_place_that_is_not_easypost_is_no_list(double: EasyPostDouble) -> None:
    with pytest.raises(CannotRead) as problem:
        changed(EasyPostDouble(base=f"{double.base}/trackers/x"), None)
    assert problem.value.code == "refused"


def test_easypost_has_no_orders() -> None:
    with pytest.raises(CannotRead):
        EasyPostReader({"api_key": KEY}).order("O-1")
    with pytest.raises(ValueError, match="missing"):
        EasyPostReader({})
