"""What a parcel's lines are worth: whole minor units that add up."""

from hypothesis import given
from hypothesis import strategies as st

from shopops.agents.intake.shares import parcel_lines
from shopops.agents.records import Shipment, ShipmentLine
from shopops.agents.teaching.parts import line
from tests.support.intake_cases import an_order


def shares(total: int, quantity: int, *parcels: Shipment, currency: str = "USD") -> list[list[int]]:
    order = an_order(lines=(line(total, "Candle", currency, quantity=quantity),), shipments=parcels)
    return [[item.minor for item in lines] for lines in parcel_lines(order)]


def holding(*quantities: int, cancelled: bool = False) -> Shipment:
    lines = tuple(ShipmentLine(line_id="l1", quantity=one) for one in quantities)
    return Shipment(id="s", lines=lines, cancelled=cancelled)


def test_what_does_not_divide_is_left_to_the_later_units() -> None:
    assert shares(10000, 3, holding(1), holding(1), holding(1)) == [[3333], [3333], [3334]]
    assert shares(10000, 3, holding(1), holding(2)) == [[3333], [6667]]
    assert shares(100, 3, holding(2), holding(1), currency="JPY") == [[66], [34]]
    assert shares(2, 3, holding(1), holding(1), holding(1)) == [[0], [1], [1]]


def test_a_line_named_twice_in_one_parcel_is_counted_together() -> None:
    assert shares(10000, 3, holding(1, 2)) == [[10000]]


def test_goods_sent_again_are_worth_what_they_were_worth_before() -> None:
    assert shares(10000, 3, holding(3), holding(3)) == [[10000], [10000]]
    assert shares(10000, 3, holding(2), holding(1), holding(2)) == [[6666], [3334], [6666]]


def test_a_cancelled_parcel_takes_nothing_from_the_others() -> None:
    assert shares(10000, 3, holding(3, cancelled=True), holding(3)) == [[10000], [10000]]


def test_a_parcel_is_never_worth_more_than_the_line() -> None:
    assert shares(10000, 3, holding(7)) == [[10000]]


def test_a_parcel_that_does_not_say_what_is_inside_has_no_lines() -> None:
    assert shares(10000, 3, Shipment(id="s")) == [[]]


@given(
    st.integers(min_value=0, max_value=10**15),
    st.lists(st.integers(min_value=1, max_value=50), min_size=1, max_size=20),
)
def test_all_parcels_together_are_the_line_exactly(total: int, quantities: list[int]) -> None:
    quantity = sum(quantities)
    found = shares(total, quantity, *(holding(one) for one in quantities))
    assert sum(minor for (minor,) in found) == total
    for (minor,), one in zip(found, quantities, strict=True):
        assert abs(minor * quantity - total * one) < quantity
