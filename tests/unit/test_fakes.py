"""The shop from memory and its teaching cases."""

from datetime import timedelta

import msgspec
import pytest

from shopops.agents.fakes import FakeOms
from shopops.agents.intake import IntakeAgent
from shopops.agents.ports import OmsReader, TrackerReader
from shopops.agents.records import Order, Tracker
from shopops.agents.teaching.cases import teaching_cases
from tests.support.intake_cases import NOW, read

OMS = FakeOms(NOW)

REASONS = {
    "O-1001": "stalled",
    "O-1002": "moving",
    "O-1003": "moving",
    "O-1004": "attempted_twice",
    "O-1005": "pickup_late",
    "O-1006": "pre_transit_late",
    "O-1007": "delivered",
    "O-1008": "delivered",
    "O-1009": "returning",
    "O-1010": "failed",
    "O-1011": "cancelled",
    "O-1012": "no_data",
    "O-1013": "no_data_past_eta",
    "O-1019": "not_shipped",
}


@pytest.mark.parametrize(("order_id", "reason"), REASONS.items())
@pytest.mark.parametrize("weekday", range(7))
def test_each_answer_of_tracking_has_its_case_on_every_day_of_the_week(
    order_id: str, reason: str, weekday: int
) -> None:
    now = NOW + timedelta(days=weekday)
    pack = IntakeAgent(oms=FakeOms(now), now=lambda: now).build(order_id, "store_northline")
    assert pack.fields["exception_likely"].reason == reason


@pytest.mark.parametrize(
    ("order_id", "name", "said"),
    [
        ("O-1008", "claimed_missing", ("inference", True, 0.5, "customer_claim")),
        ("O-1014", "preferred_channel", ("unknown", None, None, "not_given")),
        ("O-1015", "opted_out", ("fact", True, None, "")),
        ("O-1016", "opted_out", ("unknown", None, None, "not_given")),
        ("O-1017", "preferred_channel", ("inference", "email", 0.5, "only_email_on_file")),
        ("O-1017", "language", ("inference", "pt", 0.5, "ship_to_country")),
        ("O-1018", "customer_id_known", ("unknown", None, None, "not_given")),
        ("O-1020", "chargeback_open", ("fact", True, None, "chargeback_open")),
        ("O-1021", "duplicate_of", ("inference", "O-1022", 0.9, "same_customer_lines_total")),
        ("O-1022", "duplicate_of", ("inference", "O-1021", 0.9, "same_customer_lines_total")),
        ("O-1023", "order_state", ("fact", "cancelled", None, "")),
        ("O-1034", "order_total", ("fact", 0, None, "")),
        ("O-1035", "digital_only", ("fact", True, None, "")),
        ("O-1036", "credit_consent", ("fact", True, None, "")),
    ],
)
def test_each_other_case_teaches_what_it_is_there_for(
    order_id: str, name: str, said: tuple[object, ...]
) -> None:
    pack = IntakeAgent(oms=OMS, now=lambda: NOW).build(order_id, "store_northline")
    assert read(pack.fields[name]) == said


@pytest.mark.parametrize(
    ("order_id", "remaining", "conflicts"),
    [
        ("O-1023", [0], []),
        ("O-1024", [6900], []),
        ("O-1025", [0], []),
        ("O-1026", [0], []),
        ("O-1027", [12900], ["lines_over_total"]),
        ("O-1028", [-100], ["refund_over_capture"]),
        ("O-1030", [5000, 7900], []),
        ("O-1031", [11900], []),
        ("O-1032", [9800], []),
        ("O-1033", [12500], []),
        ("O-1034", [], []),
    ],
)
def test_each_case_of_money_holds_what_it_says(
    order_id: str, remaining: list[int], conflicts: list[str]
) -> None:
    pack = IntakeAgent(oms=OMS, now=lambda: NOW).build(order_id, "store_northline")
    assert [money.remaining for money in pack.money] == remaining
    assert pack.money_conflicts == conflicts


def test_the_parcels_of_the_split_order_share_its_lines() -> None:
    pack = IntakeAgent(oms=OMS, now=lambda: NOW).build("O-1029", "store_northline")
    worth = [[line.minor for line in parcel.lines] for parcel in pack.parcels]
    assert worth == [[3333], [6667, 2900]]


def test_cases_without_a_double_have_none() -> None:
    agent = IntakeAgent(oms=OMS, now=lambda: NOW)
    doubled = [
        order_id
        for order_id in OMS.orders
        if agent.build(order_id, "store_northline").fields["duplicate_of"].value
    ]
    assert doubled == ["O-1021", "O-1022"]


def test_cases_are_numbered_without_gaps_and_say_what_they_teach() -> None:
    cases = teaching_cases(NOW)
    assert [case.order.id for case in cases] == [f"O-{1001 + n}" for n in range(36)]
    assert len({case.teaches for case in cases}) == len(cases)


@pytest.mark.parametrize("order_id", sorted(OMS.orders))
def test_every_case_is_valid_in_the_published_import_format(order_id: str) -> None:
    order = OMS.orders[order_id]
    assert msgspec.json.decode(msgspec.json.encode(order), type=Order) == order
    for sourced in OMS.trackers(order, "store_northline").values():
        tracker = sourced.tracker
        assert msgspec.json.decode(msgspec.json.encode(tracker), type=Tracker) == tracker


def test_the_dates_of_the_cases_follow_now() -> None:
    later = FakeOms(NOW + timedelta(days=400))
    for order_id, order in OMS.orders.items():
        assert order.placed_at is not None
        assert later.orders[order_id].placed_at == order.placed_at + timedelta(days=400)


def test_it_is_an_order_system_and_a_tracker_reader() -> None:
    oms: OmsReader = OMS
    assert isinstance(oms, TrackerReader)


def test_it_may_hold_other_orders_than_the_teaching_cases() -> None:
    empty = FakeOms(NOW, cases=())
    assert (empty.orders, empty.tracker_records) == ({}, {})
    empty.add(OMS.orders["O-1001"], OMS.tracker_records["trk-1001"])
    assert list(empty.trackers(empty.orders["O-1001"], "store_northline")) == ["trk-1001"]


def test_similar_orders_are_the_same_customers_within_ten_minutes() -> None:
    names = [order.id for order in OMS.similar_orders(OMS.orders["O-1021"], "store_northline")]
    assert names == ["O-1022"]
    assert OMS.similar_orders(OMS.orders["O-1018"], "store_northline") == []
