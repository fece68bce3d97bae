"""How many parcels of an order are in trouble, and what the shop's limit was."""

from datetime import datetime, timedelta

import pytest
from msgspec.structs import replace

from shopops.agents.facts import FactKind, Field, Pack, Parcel
from shopops.agents.resolution import ResolutionAgent
from shopops.agents.thresholds import Thresholds
from shopops.review.words.headlines import headline
from shopops.review.words.why import Seen, why
from tests.support.known import NOW, known

SIX = NOW - timedelta(days=6)


def _parcel(reason: str, seen: datetime | None = NOW, status: str = "in_transit") -> Parcel:
    likely = Field(kind=FactKind.INFERENCE, value=True, confidence=0.7, reason=reason)
    returning = reason == "returning"
    return Parcel(
        id="s1", exception_likely=likely, status=status, returning=returning, last_scan_at=seen
    )


def test_a_headline_counts_the_days_and_the_parcels() -> None:
    stalled, fine = _parcel("stalled", SIX), _parcel("moving")
    assert headline("stalled", [], [stalled], NOW) == "Parcel stalled 6 days"
    assert headline("stalled", [], [stalled, fine], NOW) == "1 of 2 parcels stalled 6 days"
    both = [stalled, _parcel("stalled", NOW - timedelta(days=9))]
    assert headline("stalled", [], both, NOW) == "Both parcels stalled 9 days"
    assert headline("stalled", [], [*both, stalled], NOW) == "All 3 parcels stalled 9 days"
    assert headline("stalled", [], [_parcel("stalled", None)], NOW) == "Parcel stalled"


@pytest.mark.parametrize(
    ("cause", "alone", "of_two"),
    [
        ("failed", "Delivery failed", "Delivery failed for 1 of 2 parcels"),
        (
            "attempted_twice",
            "Two delivery attempts failed",
            "Two delivery attempts failed for 1 of 2 parcels",
        ),
        (
            "no_data_past_eta",
            "No tracking data, delivery date passed",
            "No tracking data for 1 of 2 parcels, delivery date passed",
        ),
        (
            "pre_transit_late",
            "Label made, parcel not handed over",
            "1 of 2 parcels not handed over",
        ),
    ],
)
def test_of_several_parcels_a_headline_says_how_many(cause: str, alone: str, of_two: str) -> None:
    assert headline(cause, [], [_parcel(cause)], NOW) == alone
    assert headline(cause, [], [_parcel(cause), _parcel("moving")], NOW) == of_two


def test_a_cause_that_is_no_parcel_s_counts_none() -> None:
    parcels = [_parcel("delivered"), _parcel("delivered")]
    assert headline("claimed_missing", [], parcels, NOW) == "Delivered, customer says missing"


def test_a_parcel_that_is_back_is_not_on_its_way() -> None:
    cause, back = "return_to_sender", _parcel("returning", status="returned")
    coming = _parcel("returning", status="return_to_sender")
    assert headline(cause, [], [back], NOW) == "Parcel back at the sender"
    assert headline(cause, [], [coming], NOW) == "Parcel on its way back"
    assert headline(cause, [], [back, back], NOW) == "Both parcels back at the sender"
    assert headline(cause, [], [back, coming], NOW) == "Both parcels on its way back"


def _why(pack: Pack) -> str:
    return why(Seen(pack, ResolutionAgent().propose(pack), Thresholds(), {}, NOW))


@pytest.mark.parametrize(
    ("abroad", "said"),
    [
        (False, "The shop's limit for domestic parcels is 5 days without a scan."),
        (True, "The shop's limit for cross-border parcels is 10 days without a scan."),
        (None, "The shop's limit for parcels of unknown route is 10 days without a scan."),
    ],
)
def test_the_limit_of_a_stall_is_the_one_that_counted(abroad: bool | None, said: str) -> None:
    pack, _ = known("O-1001")
    [parcel] = pack.parcels
    pack.parcels = [replace(parcel, cross_border=abroad, due_at=None)]
    assert said in _why(pack)


def test_a_parcel_that_is_late_by_its_date_alone_says_so() -> None:
    pack, _ = known("O-1001")
    [parcel] = pack.parcels
    recent, due = pack.built_at - timedelta(days=2), pack.built_at - timedelta(days=4)
    pack.parcels = [replace(parcel, cross_border=False, last_scan_at=recent, due_at=due)]
    assert "The shop's limit is 3 days past that date." in _why(pack)
