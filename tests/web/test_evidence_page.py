"""A cited piece of evidence opens its source, with the cited place marked."""

import re

import pytest

from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.review.source_view import marked_lines, parse_path
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing_now

ORDER = "O-1001"
MARK = re.compile(r"<mark>(.*?)</mark>")


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER])


def _address(room: Reviewing, short_id: str) -> str:
    return f"{room.page_of(ORDER)}evidence/?id={short_id}"


@pytest.mark.django_db
def test_every_cited_id_on_the_page_opens(room: Reviewing) -> None:
    client = room.client()
    page = client.get(room.page_of(ORDER)).content.decode()
    addresses = set(re.findall(r'class="cite" href="([^"]+)"', page))
    assert len(addresses) > 10
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "Erased" not in text_of(answer), address


@pytest.mark.django_db
def test_the_value_at_the_path_is_marked_and_nothing_else(room: Reviewing) -> None:
    page = room.client().get(_address(room, "oms:channel_pref"))
    assert "order:shopops/O-1001 at $.customer.preferred_channel" in text_of(page)
    assert MARK.findall(page.content.decode()) == [
        "    &quot;preferred_channel&quot;: &quot;email&quot;"
    ]


@pytest.mark.django_db
def test_the_shop_s_numbers_are_a_source_too(room: Reviewing) -> None:
    words = text_of(room.client().get(_address(room, "cfg:thresholds@1")))
    assert '"approval_above_cents"' in words


@pytest.mark.django_db
def test_an_erased_payload_says_what_stays(room: Reviewing) -> None:
    SourceRecord.objects.filter(external_id=ORDER).delete()
    SourcePayload.objects.filter(external_id=ORDER).delete()
    client = room.client()
    page = client.get(_address(room, "oms:order_total"))
    assert "The payload is gone, so nobody can read it any more." in text_of(page)
    assert b"Ines" not in page.content
    assert client.get(room.page_of(ORDER)).status_code == 200


@pytest.mark.django_db
def test_a_newer_payload_does_not_take_the_place_of_the_one_that_was_judged(
    room: Reviewing,
) -> None:
    address = _address(room, "oms:order_total")
    before = room.client().get(address).content
    room.change(ORDER, number="1001-B")
    assert b"1001-B" not in room.client().get(address).content
    assert MARK.findall(before.decode()) == MARK.findall(
        room.client().get(address).content.decode()
    )


@pytest.mark.django_db
@pytest.mark.parametrize("short_id", ["", "oms:nothing", "../../ledger", "ship:s1:e999"])
def test_an_id_that_the_pack_does_not_hold_is_not_found(room: Reviewing, short_id: str) -> None:
    assert room.client().get(_address(room, short_id)).status_code == 404


@pytest.mark.django_db
def test_htmx_gets_what_goes_into_the_dialog(room: Reviewing) -> None:
    part = room.client().get(_address(room, "oms:state"), headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    assert b'method="dialog"' in part.content


def _marked(payload: object, path: str) -> list[str]:
    return [line.text.strip() for line in marked_lines(payload, parse_path(path)) if line.marked]


def test_paths_lead_through_members_and_lists() -> None:
    payload = {"lines": [{"total": 1}, {"total": {"minor": 5}}], "total": 7}
    assert _marked(payload, "$.lines[0].total") == ['"total": 1']
    assert _marked(payload, "$.lines[1].total") == ['"total": {', '"minor": 5', "}"]
    assert _marked(payload, "$.total") == ['"total": 7']
    assert _marked([{"id": 1}, {"id": 2}], "$[1].id") == ['"id": 2']


@pytest.mark.parametrize("path", ["$", "$.nothing", "$.total.more", "$.lines[9]", "", "total"])
def test_a_path_to_nothing_or_to_everything_marks_nothing(path: str) -> None:
    assert _marked({"total": 7, "lines": []}, path) == []


def test_the_payload_is_shown_whole_and_unchanged() -> None:
    payload: dict[str, object] = {
        "name": "Zoë </script>",
        "empty": {},
        "none": None,
        "list": [],
        "n": [1, [2]],
    }
    shown = "".join(line.text.strip() for line in marked_lines(payload, ()))
    assert shown == ('{"name": "Zoë </script>","empty": {},"none": null,"list": [],"n": [1,[2]]}')
