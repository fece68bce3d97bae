"""The EasyPost of our tests beside what was recorded from EasyPost, and real signatures."""

import base64
import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from urllib.request import Request, urlopen

import pytest
import yaml

from shopops.connectors.easypost.inbox import EasyPostInbox, signature
from shopops.connectors.easypost.polling import EasyPostPoller
from shopops.connectors.ports import NotProven
from tests.real.data import needs_real_data, path_of, read_json
from tests.support.easypost_double import KEY, EasyPostDouble, open_easypost

pytestmark = needs_real_data

NOW = datetime(2026, 3, 4, tzinfo=UTC)


def recorded(name: str) -> list[tuple[str, int, Any]]:
    """Address, status and answer of each call."""
    tape = yaml.safe_load(path_of(f"easypost_cassettes/{name}.yaml").read_text(encoding="utf-8"))
    return [
        (
            one["request"]["uri"],
            one["response"]["status"]["code"],
            json.loads(one["response"]["body"]["string"]),
        )
        for one in tape["interactions"]
    ]


def test_the_signature_of_a_real_event_proves_it() -> None:
    body = path_of("easypost_examples/event-body.json").read_bytes().rstrip(b"\n")
    said = read_json("easypost_examples/client-library-fixtures.json")["webhooks"]
    headers = {"x-hmac-signature": said["hmac_signature"]}
    inbox = EasyPostInbox({"webhook_secret": said["secret"]})
    delivered = inbox.open(headers=headers, body=body, now=NOW)
    assert (delivered.delivery_id, delivered.topic) == ("evt_1", "tracker.updated")
    assert delivered.occurred_at == datetime(2024, 8, 2, 19, 26, 51, tzinfo=UTC)
    with pytest.raises(NotProven):
        inbox.open(headers=headers, body=body.replace(b"614.4", b"614.40"), now=NOW)


def test_signatures_computed_elsewhere_are_ours() -> None:
    vectors = [
        one for one in read_json("derived/webhook_vectors.json") if one["scheme"] == "easypost"
    ]
    assert len(vectors) == 4
    for vector in vectors:
        body = bytes.fromhex(vector["body_hex"])
        assert signature(vector["secret"], body) == vector["signature"]


def test_pages_are_asked_for_and_answered_as_recorded() -> None:
    (first, _, page), (second, _, _) = recorded("test_tracker_get_next_page")
    with open_easypost() as double:
        for tracker in page["trackers"]:
            double.put(tracker)
        double.put({**page["trackers"][-1], "id": "trk_0", "created_at": "2025-01-01T00:00:00Z"})
        answered = ask(double, first)
        assert answered.keys() == page.keys()
        assert [one["id"] for one in answered["trackers"]] == [
            one["id"] for one in page["trackers"]
        ]
        assert answered["has_more"] is page["has_more"]
        assert [one["id"] for one in ask(double, second)["trackers"]] == ["trk_0"]


def test_recorded_trackers_come_in_by_polling() -> None:
    ((_, _, page),) = recorded("test_tracker_all")
    with open_easypost() as double:
        for tracker in page["trackers"]:
            double.put(tracker)
        poller = EasyPostPoller(double.settings, base=double.base)
        found = list(poller.changed(held_until=None, now=datetime(2025, 3, 10, tzinfo=UTC)))
    assert [json.loads(row) for one in found for row in one.rows] == page["trackers"]


def test_an_error_has_the_members_that_were_recorded() -> None:
    _, status, problem = recorded("test_event_retrieve_payload")[3]
    assert status == 404
    with open_easypost() as double:
        _, answered = double.listed({"page_size": "101", "start_datetime": ""})
    assert answered["error"].keys() == problem["error"].keys()


def ask(double: EasyPostDouble, recorded_address: str) -> Any:
    query = parse_qsl(urlsplit(recorded_address).query)
    wanted = "&".join(f"{name}={value}" for name, value in query)
    proof = base64.b64encode(f"{KEY}:".encode()).decode()
    request = Request(  # noqa: S310
        f"{double.base}/trackers?{wanted}", headers={"Authorization": f"Basic {proof}"}
    )
    with urlopen(request, timeout=5) as answer:  # noqa: S310
        return json.loads(answer.read())
