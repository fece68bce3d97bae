"""Each parcel's way, drawn in time from its scans and told beside them."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from msgspec.structs import replace

from shopops.agents.intake import FakeOms
from shopops.agents.records import TrackerStatus
from shopops.agents.thresholds import Thresholds
from shopops.review.detail.track_line import APART, Around, Seen, TrackLine, track_line
from shopops.review.detail.tracking import ParcelPicture, last_places, tracking
from tests.support.intake_cases import NOW as CASES_NOW
from tests.support.intake_cases import tracked
from tests.support.known import NOW, known

NUMBERS = Thresholds()
DAY = timedelta(days=1)


def _picture(order_id: str, at: datetime = NOW, **tracker: object) -> ParcelPicture:
    """Of a teaching case whose tracker says something else as well."""
    oms = FakeOms(now=NOW)
    pack, _ = known(order_id, at)
    trackers = {key: replace(one, **tracker) for key, one in oms.tracker_records.items()}
    [picture] = tracking(pack, oms.orders[order_id], trackers, NUMBERS, NOW)
    return picture


def _line(picture: ParcelPicture) -> TrackLine:
    assert picture.line is not None
    return picture.line


def _kinds(picture: ParcelPicture) -> list[str]:
    return [dot.kind for dot in _line(picture).dots]


def _percent(x: str) -> float:
    return float(x.removesuffix("%"))


def test_a_silent_parcel_ends_in_a_gap_up_to_today() -> None:
    picture = _picture("O-1001")
    assert picture.silent == "6 days silent"
    assert _kinds(picture)[:5] == ["seen", "seen", "seen", "last", "open"]
    assert _line(picture).stretches[-1].kind == "silent"
    assert _line(picture).stretches[-1].title == "6 days without a scan"
    assert _line(picture).labels[-1].day == "today"
    assert picture.description.endswith("6 days silent")


def test_the_limit_that_made_the_judgement_stands_where_it_was_passed() -> None:
    picture = _picture("O-1001")
    assert picture.limit is not None
    assert picture.limit.passed
    assert picture.limit.at == picture.scans[-1].at + 5 * DAY
    assert picture.limit.words == "no carrier scan for too long"
    dots = {dot.kind: _percent(dot.x) for dot in _line(picture).dots}
    assert dots["last"] < dots["limit"] < dots["open"]


def test_a_parcel_that_moves_shows_the_limit_still_to_come() -> None:
    picture = _picture("O-1002")
    assert picture.limit is not None
    assert not picture.limit.passed
    assert picture.limit.at > NOW


def test_the_limit_is_the_one_that_intake_judged_by() -> None:
    """At its instant the judgement turns, and a second before it has not."""
    limit = _picture("O-1001").limit
    assert limit is not None
    reasons = [
        known("O-1001", at)[0].parcels[0].exception_likely.reason
        for at in (limit.at - timedelta(seconds=1), limit.at)
    ]
    assert reasons == ["moving", "stalled"]


def test_a_delivered_parcel_has_neither_gap_nor_limit() -> None:
    picture = _picture("O-1008")
    assert (picture.silent, picture.limit) == ("", None)
    assert {"open", "limit"} & set(_kinds(picture)) == set()


def test_scans_that_came_after_the_pack_are_not_drawn() -> None:
    earlier = _picture("O-1001", NOW - timedelta(days=7, hours=12))
    assert len(earlier.scans) < len(_picture("O-1001").scans)
    assert len(_line(earlier).dots) < len(_line(_picture("O-1001")).dots)


def test_without_records_there_is_still_a_picture_of_nothing() -> None:
    pack, _ = known("O-1001")
    [picture] = tracking(pack, None, {}, NUMBERS, NOW)
    assert (picture.line, picture.limit) == (None, None)
    assert picture.description == "No scans, in transit"
    assert last_places(pack, None, {}) == {}


def test_silence_is_a_reproach_only_when_it_is_the_trouble() -> None:
    late = _picture("O-1001")
    assert (late.late, late.silent) == (True, "6 days silent")
    calm = _picture("O-1002")
    assert (calm.late, calm.silent) == (False, "last scan 1 day ago")


def test_the_first_scan_after_the_label_means_that_the_carrier_has_it() -> None:
    assert [scan.words for scan in _picture("O-1001").scans[:3]] == [
        "label",
        "accepted",
        "in transit",
    ]


def test_a_scan_is_told_with_the_carrier_s_own_words_and_its_place() -> None:
    scans = FakeOms(now=NOW).tracker_records["trk-1001"].scans
    spoken = replace(scans[-1], message="Arrived at the hub", place="Memphis")
    picture = _picture("O-1001", scans=(*scans[:-1], spoken))
    assert (picture.scans[-1].words, picture.scans[-1].place) == ("Arrived at the hub", "Memphis")
    assert "Memphis" in [label.words for label in _line(picture).labels]
    placeless = replace(spoken, place=None)
    labels = _line(_picture("O-1001", scans=(*scans[:-1], placeless))).labels
    assert "Arrived at…" in [label.words for label in labels]


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
    [picture] = tracking(pack, None, {}, NUMBERS, NOW)
    assert (picture.status, picture.judgement) == (said, "")


START = datetime(2026, 3, 2, 12, tzinfo=UTC)


def _of(*after: float, until: float | None = None, limit: float | None = None) -> TrackLine:
    """Scans so many days after the start."""

    def at(number: float | None) -> datetime | None:
        return None if number is None else START + number * DAY

    seen = [Seen(START + number * DAY, "seen") for number in after]
    line = track_line(seen, Around(at(until), at(limit), None))
    assert line is not None
    return line


def test_places_on_the_line_are_in_proportion_to_time() -> None:
    assert [dot.x for dot in _of(0, 1, 4, until=8).dots] == ["3.0%", "14.8%", "50.0%", "97.0%"]


def test_days_without_a_scan_are_drawn_as_a_gap_and_counted() -> None:
    stretches = _of(0, 1, 4).stretches
    assert [part.kind for part in stretches] == ["moving", "quiet"]
    assert stretches[1].title == "3 days without a scan"


def test_labels_never_stand_on_each_other() -> None:
    line = _of(*(number / 4 for number in range(40)), until=12)
    places = [_percent(label.x) for label in line.labels]
    assert len(places) >= 3
    assert all(right - left >= APART for left, right in pairwise(places))


def test_a_limit_far_ahead_does_not_squeeze_what_happened() -> None:
    near, far = _of(0, 1, until=3, limit=4), _of(0, 1, until=3, limit=60)
    assert near.limit is not None
    assert far.limit is None
    assert far.dots[-1].x == "97.0%"


def test_a_single_scan_is_a_dot_at_the_start() -> None:
    line = _of(0)
    assert ([dot.x for dot in line.dots], line.stretches) == (["3.0%"], [])
    assert line.labels[0].anchor == "start"
