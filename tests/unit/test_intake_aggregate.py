"""One answer for the order from the answers for its parcels."""

import pytest

from shopops.agents.facts import FactKind, Pack
from shopops.agents.records import TrackerStatus as S
from shopops.agents.thresholds import Thresholds
from tests.support.intake_cases import DESK, an_order, build, read

NO_DATA = ("unknown", None, None, "no_data")
MOVING = ("inference", False, 0.6, "moving")
DELIVERED = ("fact", False, None, "delivered")
STALLED = ("inference", True, 0.7, "stalled")
FAILED = ("inference", True, 0.9, "failed")
WEAK = Thresholds(likelihood_percent={"stalled": 59, "failed": 58})

STATES: dict[str, tuple[S, *tuple[tuple[S, float], ...]]] = {
    "moving": (S.IN_TRANSIT, (S.IN_TRANSIT, 1)),
    "stalled": (S.IN_TRANSIT, (S.IN_TRANSIT, 6)),
    "delivered": (S.DELIVERED, (S.DELIVERED, 1)),
    "failed": (S.FAILURE, (S.FAILURE, 1)),
    "no_data": (S.UNKNOWN,),
    "cancelled": (S.CANCELLED,),
}


def order_of(*states: str, thresholds: Thresholds | None = None) -> Pack:
    parcels = [DESK.parcel(f"trk{n}", id=f"s{n}") for n, _ in enumerate(states, start=1)]
    trackers = [DESK.tracker(f"trk{n}", *STATES[state]) for n, state in enumerate(states, start=1)]
    return build(an_order(shipments=tuple(parcels)), *trackers, thresholds=thresholds)


@pytest.mark.parametrize(
    ("states", "answer"),
    [
        ((), ("unknown", None, None, "not_shipped")),
        (("cancelled",), ("unknown", None, None, "cancelled")),
        (("moving", "delivered"), MOVING),
        (("delivered", "delivered"), DELIVERED),
        (("cancelled", "delivered"), DELIVERED),
        (("cancelled", "stalled"), STALLED),
        (("moving", "stalled", "failed"), FAILED),
        (("failed", "stalled"), FAILED),
        (("delivered", "no_data"), NO_DATA),
        (("moving", "no_data"), NO_DATA),
        (("no_data", "stalled"), STALLED),
    ],
)
def test_the_order_takes_the_answer_that_matters_most(
    states: tuple[str, ...], answer: tuple[object, ...]
) -> None:
    assert read(order_of(*states).fields["exception_likely"]) == answer


@pytest.mark.parametrize(
    ("at", "answer"),
    [
        (58, ("inference", True, 0.59, "stalled")),
        (59, ("inference", True, 0.59, "stalled")),
        (60, NO_DATA),
    ],
)
def test_the_unknown_hides_a_suspicion_only_below_the_tenants_bar(
    at: int, answer: tuple[object, ...]
) -> None:
    numbers = Thresholds(exception_at_percent=at, likelihood_percent={"stalled": 59})
    pack = order_of("no_data", "stalled", thresholds=numbers)
    assert read(pack.fields["exception_likely"]) == answer


@pytest.mark.parametrize("percent", range(1, 100))
def test_a_suspicion_exactly_at_the_bar_is_over_it(percent: int) -> None:
    """0.57 * 100 is less than 57 in binary fractions: the bar is divided, not the suspicion."""
    numbers = Thresholds(exception_at_percent=percent, likelihood_percent={"stalled": percent})
    pack = order_of("no_data", "stalled", thresholds=numbers)
    assert pack.fields["exception_likely"].value is True


def test_a_suspicion_below_the_bar_still_beats_no_suspicion() -> None:
    pack = order_of("delivered", "moving", "stalled", "failed", thresholds=WEAK)
    assert read(pack.fields["exception_likely"]) == ("inference", True, 0.59, "stalled")


def test_the_order_cites_the_parcel_in_trouble_or_all_of_those_that_are_fine() -> None:
    trouble = order_of("moving", "stalled").fields["exception_likely"]
    assert trouble.evidence_ids == ["ship:s2", "ship:s2:status", "ship:s2:e1"]
    fine = order_of("delivered", "moving").fields["exception_likely"]
    assert fine.evidence_ids == [
        *("ship:s1", "ship:s1:status", "ship:s1:e1"),
        *("ship:s2", "ship:s2:status", "ship:s2:e1"),
    ]


def test_changing_the_orders_answer_leaves_its_parcels_alone() -> None:
    pack = order_of("stalled")
    field = pack.fields["exception_likely"]
    field.kind, field.value = FactKind.UNKNOWN, None
    field.evidence_ids.clear()
    assert read(pack.parcels[0].exception_likely) == STALLED
    assert pack.parcels[0].exception_likely.evidence_ids[0] == "ship:s1"


@pytest.mark.parametrize("status", list(S))
def test_every_status_has_an_answer_and_says_where_the_parcel_is(status: S) -> None:
    pack = build(
        an_order(shipments=(DESK.parcel("trk"),)), DESK.tracker("trk", status, (status, 1))
    )
    parcel = pack.parcels[0]
    assert parcel.status == status.value
    assert parcel.exception_likely.reason
    assert parcel.returning is (status in (S.RETURN_TO_SENDER, S.RETURNED))
    assert parcel.delivered is (status is S.DELIVERED)
    assert parcel.cancelled is (status is S.CANCELLED)


def test_a_shipment_whose_tracker_is_not_there_has_no_data() -> None:
    for shipment in (DESK.parcel(None), DESK.parcel("never heard of")):
        parcel = build(an_order(shipments=(shipment,))).parcels[0]
        assert (parcel.status, read(parcel.exception_likely)) == ("none", NO_DATA)
        assert parcel.exception_likely.evidence_ids == []


def test_a_shipment_that_the_shop_cancelled_is_not_judged_by_its_tracker() -> None:
    order = an_order(shipments=(DESK.parcel("trk", cancelled=True),))
    parcel = build(order, DESK.tracker("trk", *STATES["stalled"])).parcels[0]
    assert parcel.cancelled
    assert read(parcel.exception_likely) == ("unknown", None, None, "cancelled")


def test_a_tracker_is_found_by_its_id_and_never_by_its_code() -> None:
    """Carriers use codes again: the old parcel of the same code was delivered."""
    order = an_order(shipments=(DESK.parcel("new", tracking_code="FP1"),))
    old = DESK.tracker("old", *STATES["delivered"], code="FP1")
    new = DESK.tracker("new", *STATES["moving"], code="FP1")
    assert read(build(order, old, new).parcels[0].exception_likely) == MOVING
