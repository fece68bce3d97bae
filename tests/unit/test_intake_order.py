"""What the pack says of the order: state, lines, claims, disputes, doubles."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from shopops.agents.facts import Field
from shopops.agents.fakes import FakeOms
from shopops.agents.intake.duplicates import duplicate_of
from shopops.agents.intake.evidence import EvidenceBook
from shopops.agents.records import Chargeback, Claim, ClaimKind, Order, OrderState
from shopops.agents.teaching.parts import INES, line
from shopops.agents.thresholds import Thresholds
from tests.support.intake_cases import DESK, NOW, SECOND, an_order, build, read

NONE_ON_RECORD = ("inference", False, 0.9, "none_on_record")
NO_TWIN = ("inference", None, 0.9, "none_on_record")
TWIN = ("inference", "O-2002", 0.9, "same_customer_lines_total")


def field_of(name: str, **of_order: Any) -> Field:
    return build(an_order(**of_order)).fields[name]


def test_total_currency_state_and_date_are_facts() -> None:
    pack = build(an_order(placed_at=NOW - SECOND))
    said = {name: (read(pack.fields[name])[:2], pack.fields[name].evidence_ids) for name in KNOWN}
    assert said == KNOWN


KNOWN = {
    "order_total": (("fact", 12900), ["oms:order_total"]),
    "order_currency": (("fact", "USD"), ["oms:currency"]),
    "order_state": (("fact", "open"), ["oms:state"]),
    "placed_at": (("fact", "2026-06-10T11:59:59+00:00"), ["oms:placed_at"]),
}


def test_a_date_that_the_source_does_not_give_is_unknown() -> None:
    pack = build(an_order(placed_at=None))
    assert read(pack.fields["placed_at"]) == ("unknown", None, None, "not_given")
    assert "oms:placed_at" not in pack.evidence


@pytest.mark.parametrize(
    ("digital", "only"), [((True, True), True), ((True, False), False), ((False, False), False)]
)
def test_an_order_is_digital_when_every_line_is(digital: tuple[bool, bool], only: bool) -> None:
    lines = tuple(line(100, "Pattern", id=str(n), digital=d) for n, d in enumerate(digital))
    assert read(field_of("digital_only", lines=lines)) == ("fact", only, None, "")


def test_an_order_without_lines_may_be_anything() -> None:
    assert read(field_of("digital_only", lines=())) == ("unknown", None, None, "no_lines")


def test_a_parcel_means_shipped_unless_it_was_cancelled() -> None:
    sent, cancelled = DESK.parcel(None), DESK.parcel(None, id="s2", cancelled=True)
    shipped = field_of("shipped", shipments=(cancelled, sent))
    assert (read(shipped), shipped.evidence_ids) == (("fact", True, None, ""), ["ship:s1"])
    assert read(field_of("shipped", shipments=(cancelled,))) == NONE_ON_RECORD
    assert read(field_of("shipped", shipments=())) == NONE_ON_RECORD


@pytest.mark.parametrize("kind", list(ClaimKind))
def test_only_a_claim_of_not_having_received_says_missing(kind: ClaimKind) -> None:
    pack = build(an_order(claims=(Claim(id="k1", kind=kind),)))
    missing = kind is ClaimKind.NOT_RECEIVED
    claimed = ("inference", True, 0.5, "customer_claim")
    assert read(pack.fields["claimed_missing"]) == (claimed if missing else NONE_ON_RECORD)
    assert pack.fields["claimed_missing"].evidence_ids == (["claim:k1"] if missing else [])
    assert "claim:k1" in pack.evidence


def test_who_asks_is_inferred_from_a_claim_on_a_customers_order() -> None:
    claims = (Claim(id="k1", kind=ClaimKind.DAMAGED),)
    matched = field_of("requester_matched", claims=claims)
    assert read(matched) == ("inference", True, 0.8, "claim_on_order")
    assert matched.evidence_ids == ["claim:k1", "cust:id"]
    guest = field_of("requester_matched", claims=claims, customer=replace(INES, id=None))
    assert read(guest) == ("unknown", None, None, "requester_unknown")
    assert read(field_of("requester_matched")) == ("unknown", None, None, "no_request")


@pytest.mark.parametrize(
    ("states", "expected", "cited"),
    [
        ((), NONE_ON_RECORD, []),
        ((False,), ("fact", False, None, "chargeback_closed"), ["chargeback:c0"]),
        ((False, True), ("fact", True, None, "chargeback_open"), ["chargeback:c1"]),
    ],
)
def test_one_open_dispute_is_enough(
    states: tuple[bool, ...], expected: tuple[object, ...], cited: list[str]
) -> None:
    disputes = tuple(Chargeback(id=f"c{n}", open=is_open) for n, is_open in enumerate(states))
    found = field_of("chargeback_open", chargebacks=disputes)
    assert (read(found), found.evidence_ids) == (expected, cited)


def twin(**more: Any) -> Order:
    return replace(an_order(), id="O-2002", **more)


def doubled(*beside: Order, numbers: Thresholds | None = None, **of_order: Any) -> Field:
    pack = build(an_order(**of_order), beside=beside, thresholds=numbers)
    return pack.fields["duplicate_of"]


@pytest.mark.parametrize("minutes", [-10, 0, 10])
def test_an_equal_order_within_ten_minutes_is_a_double(minutes: int) -> None:
    placed = an_order().placed_at
    assert placed is not None
    other = twin(placed_at=placed + timedelta(minutes=minutes))
    found = doubled(other)
    assert (read(found), found.evidence_ids) == (TWIN, ["dup:O-2002"])


@pytest.mark.parametrize("away", [timedelta(minutes=10) + SECOND, -timedelta(minutes=10) - SECOND])
def test_a_second_past_ten_minutes_it_is_another_order(away: timedelta) -> None:
    placed = an_order().placed_at
    assert placed is not None
    assert read(doubled(twin(placed_at=placed + away))) == NO_TWIN


def test_the_tenant_may_narrow_the_minutes() -> None:
    placed = an_order().placed_at
    assert placed is not None
    five = Thresholds(duplicate_minutes=5)
    apart = timedelta(minutes=5)
    assert read(doubled(twin(placed_at=placed + apart), numbers=five)) == TWIN
    assert read(doubled(twin(placed_at=placed + apart + SECOND), numbers=five)) == NO_TWIN


@pytest.mark.parametrize(
    "change",
    [
        {"total": DESK.order("O-1", 12901).total},
        {"lines": (line(12900, "Tin lantern"),)},
        {"lines": (line(12900, "Wool blanket", quantity=2),)},
        {"lines": (line(12900, "Wool blanket", sku="WB-2"),)},
        {"customer": replace(INES, id="C-202")},
        {"customer": None},
        {"state": OrderState.CANCELLED},
        {"placed_at": None},
    ],
    ids=str,
)
def test_an_order_that_differs_or_is_cancelled_is_no_double(change: dict[str, Any]) -> None:
    assert read(doubled(twin(**change))) == NO_TWIN


@pytest.mark.parametrize("change", [{"customer": replace(INES, id="C-202")}, {"placed_at": None}])
def test_a_reader_that_offers_too_much_is_not_believed(change: dict[str, Any]) -> None:
    sourced = FakeOms(NOW).order("O-1001", "store_northline")
    other = replace(sourced.order, id="O-2002", **change)
    book = EvidenceBook()
    found = duplicate_of(sourced, [sourced.order, other], book, Thresholds(), NOW)
    assert (read(found), book.rows) == (NO_TWIN, {})


def test_line_ids_and_their_order_do_not_make_a_difference() -> None:
    a, b = line(6450, "Candle", id="1"), line(6450, "Tin lantern", id="2")
    other = twin(lines=(replace(b, id="8"), replace(a, id="9")))
    assert read(doubled(other, lines=(a, b))) == TWIN


def test_of_several_doubles_the_earliest_is_named() -> None:
    placed = an_order().placed_at
    assert placed is not None
    later = replace(twin(), id="O-2000", placed_at=placed + SECOND)
    assert read(doubled(later, twin())) == TWIN


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"customer": None}, ("unknown", None, None, "not_comparable")),
        ({"customer": replace(INES, id=None)}, ("unknown", None, None, "not_comparable")),
        ({"placed_at": None}, ("unknown", None, None, "not_comparable")),
        ({"state": OrderState.CANCELLED}, NO_TWIN),
    ],
)
def test_without_customer_or_date_doubles_cannot_be_told(
    change: dict[str, Any], expected: tuple[object, ...]
) -> None:
    assert read(doubled(twin(), **change)) == expected
