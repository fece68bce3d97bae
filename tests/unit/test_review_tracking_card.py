"""Each parcel's way, drawn from its scans and told beside them."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from shopops.agents.intake import FakeOms
from shopops.agents.records import TrackerStatus
from shopops.review.detail.tracking import ParcelPicture, last_places, tracking
from tests.support.intake_cases import NOW as CASES_NOW
from tests.support.intake_cases import tracked
from tests.support.known import NOW, known


def test_a_silent_parcel_ends_in_a_gap_up_to_today() -> None:
    oms = FakeOms(now=NOW)
    pack, _ = known("O-1001")
    [picture] = tracking(pack, oms.orders["O-1001"], oms.tracker_records, NOW)
    assert picture.silent == "6 days silent"
    assert [point.kind for point in picture.points] == ["seen", "seen", "seen", "last", "open"]
    assert picture.points[-1].day == "today"
    assert picture.gap_from == picture.points[-2].x
    assert picture.description.endswith("6 days silent")


def test_a_delivered_parcel_has_no_gap() -> None:
    oms = FakeOms(now=NOW)
    pack, _ = known("O-1008")
    [picture] = tracking(pack, oms.orders["O-1008"], oms.tracker_records, NOW)
    assert (picture.silent, picture.gap_from) == ("", None)


def test_scans_that_came_after_the_pack_are_not_drawn() -> None:
    oms = FakeOms(now=NOW)
    pack, _ = known("O-1001", NOW - timedelta(days=7, hours=12))
    [picture] = tracking(pack, oms.orders["O-1001"], oms.tracker_records, NOW)
    assert len(picture.points) < 5


def test_without_records_there_is_still_a_picture_of_nothing() -> None:
    pack, _ = known("O-1001")
    [picture] = tracking(pack, None, {}, NOW)
    assert (picture.points, picture.description) == ([], "No scans, in transit")
    assert last_places(pack, None, {}) == {}


def _picture(order_id: str, **tracker: object) -> ParcelPicture:
    """Of a teaching case whose tracker says something else as well."""
    oms = FakeOms(now=NOW)
    pack, _ = known(order_id)
    order = oms.orders[order_id]
    trackers = {key: replace(one, **tracker) for key, one in oms.tracker_records.items()}
    [picture] = tracking(pack, order, trackers, NOW)
    return picture


def test_silence_is_a_reproach_only_when_it_is_the_trouble() -> None:
    late = _picture("O-1001")
    assert (late.late, late.silent) == (True, "6 days silent")
    calm = _picture("O-1002")
    assert (calm.late, calm.silent) == (False, "last scan 1 day ago")


def test_the_first_scan_after_the_label_means_that_the_carrier_has_it() -> None:
    picture = _picture("O-1001")
    assert [point.words for point in picture.points[:3]] == ["label", "accepted", "in transit"]


def test_a_scan_is_told_with_the_carrier_s_own_words_and_its_place() -> None:
    oms = FakeOms(now=NOW)
    scans = oms.tracker_records["trk-1001"].scans
    spoken = replace(scans[-1], message="Arrived at the hub", place="Memphis")
    picture = _picture("O-1001", scans=(*scans[:-1], spoken))
    assert (picture.scans[-1].words, picture.scans[-1].place) == ("Arrived at the hub", "Memphis")
    assert picture.points[-2].words == "Memphis"
    placeless = replace(spoken, place=None)
    assert _picture("O-1001", scans=(*scans[:-1], placeless)).points[-2].words == (
        "Arrived at the hub"
    )


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (TrackerStatus.FAILURE, "delivery failed"),
        (TrackerStatus.RETURNED, "back at the sender"),
        (TrackerStatus.RETURN_TO_SENDER, "on its way back"),
    ],
)
def test_a_settled_status_is_said_once(status: TrackerStatus, said: str) -> None:
    pack, _ = known("O-1001")
    pack.parcels = [tracked(status, (status, CASES_NOW))]
    [picture] = tracking(pack, None, {}, NOW)
    assert (picture.status, picture.judgement) == (said, "")
