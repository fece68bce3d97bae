"""Real EasyPost trackers through their own format. Expectations are by hand."""

import contextlib
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command

from shopops.connectors.models import SourcePayload, SourceRecord
from tests.real.data import FOLDER, needs_real_data, read_json
from tests.support.pipeline import open_shop

pytestmark = [*needs_real_data, pytest.mark.django_db]

Run = Callable[[bytes], str]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    open_shop("real")

    def imported(content: bytes) -> str:
        file, out = tmp_path / "rows", io.StringIO()
        file.write_bytes(content)
        with contextlib.suppress(SystemExit):
            call_command("import_trackers", str(file), tenant="real", format="easypost", stdout=out)
        return out.getvalue().strip()

    return imported


def lines(payloads: list[Any]) -> bytes:
    return "".join(json.dumps(payload) + "\n" for payload in payloads).encode()


def test_the_sixteen_trackers_are_taken_and_again_change_nothing(run: Run) -> None:
    trackers = lines([item["tracker"] for item in read_json("derived/easypost_trackers.json")])
    assert run(trackers) == "16 rows: 16 created, 0 updated, 0 unchanged, 0 older, 0 refused."
    assert run(trackers) == "16 rows: 0 created, 0 updated, 16 unchanged, 0 older, 0 refused."
    bodies = list(SourceRecord.objects.values_list("body", flat=True))
    assert Counter(body["status"] for body in bodies) == {"pre_transit": 11, "unknown": 5}
    assert Counter(len(body.get("scans", [])) for body in bodies) == {2: 11, 0: 5}
    assert Counter(body["code"] for body in bodies)["EZ1000000001"] == 3
    assert all(row.authored_at is not None for row in SourceRecord.objects.all())


def test_one_tracker_in_full(run: Run) -> None:
    run(lines([item["tracker"] for item in read_json("derived/easypost_trackers.json")]))
    body = SourceRecord.objects.get(external_id="trk_d60c22ff15a9476e932b86162d25a191").body
    assert body == {
        "id": "trk_d60c22ff15a9476e932b86162d25a191",
        "status": "pre_transit",
        "carrier": "USPS",
        "code": "EZ1000000001",
        "created_at": "2024-09-27T17:59:00Z",
        "updated_at": "2024-09-27T17:59:00Z",
        "est_delivery_at": "2024-09-27T17:59:00Z",
        "scans": [
            {
                "id": "1",
                "status": "pre_transit",
                "at": "2024-08-27T17:59:00Z",
                "message": "Pre-Shipment Info Sent to USPS",
            },
            {
                "id": "2",
                "status": "pre_transit",
                "at": "2024-08-28T06:36:00Z",
                "message": "Shipping Label Created",
                "place": "HOUSTON, TX",
            },
        ],
        "source": "easypost",
    }


def test_a_page_of_trackers_and_an_event_are_taken_as_the_api_sends_them(run: Run) -> None:
    page = (FOLDER / "easypost_examples" / "trackers-list.json").read_bytes()
    assert run(page) == "1 row: 1 created, 0 updated, 0 unchanged, 0 older, 0 refused."
    event = (FOLDER / "easypost_examples" / "event-body.json").read_bytes()
    assert run(event) == "1 row: 1 created, 0 updated, 0 unchanged, 0 older, 0 refused."
    row = SourceRecord.objects.get(external_id="trk_1")
    assert (row.body["status"], row.body["origin_country"]) == ("in_transit", "US")
    assert len(row.body["scans"]) == 7
    assert row.paths["scans[6]"] == "$.result.tracking_details[6]"


def test_the_recorded_answers_of_the_api_hold_the_same_sixteen_trackers(run: Run) -> None:
    """Shorter and longer forms of one tracker at one instant follow each other in the recordings,
    and one of them comes back after it was replaced."""
    summary = run(lines(list(trackers_in_the_cassettes())))
    assert summary == "33 rows: 16 created, 9 updated, 7 unchanged, 1 older, 0 refused."
    wanted = {item["tracker"]["id"] for item in read_json("derived/easypost_trackers.json")}
    assert set(SourceRecord.objects.values_list("external_id", flat=True)) == wanted
    assert SourcePayload.objects.count() == 16 + 9


def trackers_in_the_cassettes() -> Iterator[Any]:
    """Every tracker object in every recorded answer, however deep."""
    for file in sorted((FOLDER / "easypost_cassettes").glob("*.yaml")):
        recorded = yaml.safe_load(file.read_text(encoding="utf-8"))
        for interaction in recorded["interactions"]:
            body = interaction["response"]["body"]["string"]
            with contextlib.suppress(json.JSONDecodeError):
                yield from _trackers(json.loads(body))


def _trackers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        if value.get("object") == "Tracker":
            yield value
        for member in value.values():
            yield from _trackers(member)
    elif isinstance(value, list):
        for item in value:
            yield from _trackers(item)
