"""Evidence: every id resolves, every hash is salted, every path points into the payload."""

import json
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from shopops.agents.canonical import canonical_json
from shopops.agents.facts import FactKind, Field, Pack
from shopops.agents.fakes import FakeOms
from shopops.agents.intake import IntakeAgent
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.ports import Provenance, SourcedOrder
from shopops.agents.records import Order, Scan, Tracker, TrackerStatus
from shopops.agents.teaching.parts import paid, refund
from shopops.agents.thresholds import Thresholds
from tests.support.intake_cases import DESK, NOW, an_order, build

OMS = FakeOms(NOW)
EVERY = sorted(OMS.orders)


def teaching_pack(order_id: str, oms: FakeOms = OMS) -> Pack:
    return IntakeAgent(oms=oms, now=lambda: NOW).build(order_id, "store_northline")


def cited_in(pack: Pack) -> set[str]:
    fields = [*pack.fields.values(), *(parcel.exception_likely for parcel in pack.parcels)]
    ids = [found for field in fields for found in field.evidence_ids]
    ids += [found for parcel in pack.parcels for found in parcel.evidence_ids]
    ids += [found for parcel in pack.parcels for found in parcel.ignored_ids]
    return {*ids, *(found for money in pack.money for found in money.evidence_ids)}


@pytest.mark.parametrize("order_id", EVERY)
def test_every_citation_resolves_in_the_pack(order_id: str) -> None:
    pack = teaching_pack(order_id)
    assert cited_in(pack) <= pack.evidence.keys()
    assert all(row.id == short_id for short_id, row in pack.evidence.items())


@pytest.mark.parametrize("order_id", EVERY)
def test_every_field_keeps_the_rules_of_its_kind(order_id: str) -> None:
    pack = teaching_pack(order_id)
    broken = [name for name, field in pack.fields.items() if not keeps_its_rules(field)]
    assert broken == []


def keeps_its_rules(field: Field) -> bool:
    if field.kind is FactKind.UNKNOWN:
        return field.value is None and field.confidence is None and field.reason != ""
    if field.kind is FactKind.INFERENCE:
        return 0 < (field.confidence or 0) < 1 and field.reason != ""
    return field.value is not None and field.confidence is None and field.evidence_ids != []


FIELDS = {
    *("order_total", "order_currency", "order_state", "placed_at", "preferred_channel"),
    *("email_on_file", "opted_out", "language", "ship_to", "ship_to_complete"),
    *("customer_id_known", "credit_consent", "exception_likely", "shipped", "digital_only"),
    *("claimed_missing", "chargeback_open", "duplicate_of", "requester_matched"),
}


@pytest.mark.parametrize("order_id", EVERY)
def test_every_pack_has_every_field(order_id: str) -> None:
    assert teaching_pack(order_id).fields.keys() == FIELDS


def at(payload: Any, path: str) -> Any:
    """The value at a JSON path such as `$.scans[3].at`."""
    for step in path.removeprefix("$").replace("[", ".").replace("]", "").split(".")[1:]:
        payload = payload[int(step) if isinstance(payload, list) else step]
    return payload


@pytest.mark.parametrize("order_id", EVERY)
def test_each_path_leads_to_the_value_that_was_hashed(order_id: str) -> None:
    """For records in our own format; `null` and default members are left out of the payload."""
    records: dict[str, Order | Tracker] = {
        f"order:shopops/{order.id}": order for order in OMS.orders.values()
    } | {f"tracker:shopops/{one.id}": one for one in OMS.tracker_records.values()}
    for row in teaching_pack(order_id).evidence.values():
        if row.id.startswith(("cfg:", "dup:")):
            continue
        payload = json.loads(canonical_json(records[row.source_object]))
        value = json.dumps(at(payload, row.json_path), sort_keys=True, separators=(",", ":"))
        salt = row.source_object.encode()
        assert row.value_sha256 == sha256(salt + value.encode()).hexdigest(), row.id
        whole = canonical_json(records[row.source_object])
        assert row.payload_sha256 == sha256(salt + whole).hexdigest()


def test_evidence_is_there_only_for_values_that_are_there() -> None:
    bare = replace(
        an_order(), customer=None, ship_to=None, placed_at=None, lines=(), transactions=()
    )
    assert build(bare).evidence.keys() == {
        *("oms:order_total", "oms:currency", "oms:state", "cfg:thresholds@1"),
    }


class Shopify(FakeOms):
    """Orders in another source's payload, with the connector's own paths."""

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        sourced = super().order(order_id, tenant)
        origin = Provenance(
            source_object="order:shopify/1",
            payload_sha256="a" * 64,
            received_at=NOW,
            salt=b"salt",
            paths={"total": "$.total_price", "transactions[0]": "$.transactions[7]"},
        )
        return SourcedOrder(sourced.order, origin)


def test_the_connectors_paths_are_used_where_it_gives_them() -> None:
    evidence = teaching_pack("O-1001", Shopify(NOW)).evidence
    assert evidence["oms:order_total"].json_path == "$.total_price"
    assert evidence["pay:t1"].json_path == "$.transactions[7]"
    assert evidence["cust:email"].json_path == "$.customer.email"
    assert evidence["cust:email"].source_object == "order:shopify/1"
    assert evidence["ship:s1:e4"].source_object == "tracker:shopops/trk-1001"
    assert evidence["ship:s1:e4"].json_path == "$.scans[3]"


def test_the_numbers_behind_a_judgement_are_evidence_too() -> None:
    row = build(an_order(), thresholds=Thresholds(version=7)).evidence["cfg:thresholds@7"]
    assert row.source_object == "cfg:thresholds@7"
    numbers = canonical_json(Thresholds(version=7))
    assert row.value_sha256 == sha256(numbers).hexdigest()


def test_an_id_with_a_colon_cannot_pass_for_another() -> None:
    order = an_order(
        transactions=(paid(1, id="a:b"), paid(2, id="a%3Ab")), refunds=(refund(1, id="x"),)
    )
    assert {"pay:a%3Ab", "pay:a%253Ab"} <= build(order).evidence.keys()


def test_a_long_id_is_shortened_without_becoming_another() -> None:
    first, second = id_part("x" * 254 + "1"), id_part("x" * 254 + "2")
    assert first != second
    assert len(first) == len(second) == 113
    assert id_part("x" * 120) == "x" * 120
    assert len(id_part("x" * 121)) == 113


def test_a_source_that_repeats_an_id_loses_no_evidence() -> None:
    shipments = (DESK.parcel(None), DESK.parcel(None, carrier="Another"))
    pack = build(an_order(shipments=shipments))
    assert [parcel.evidence_ids for parcel in pack.parcels] == [["ship:s1"], ["ship:s1#2"]]
    assert pack.evidence["ship:s1"].json_path == "$.shipments[0]"
    assert pack.evidence["ship:s1#2"].json_path == "$.shipments[1]"
    assert pack.evidence["ship:s1#2"].id == "ship:s1#2"


def test_citing_the_same_value_again_gives_the_same_id() -> None:
    book = EvidenceBook()
    origin = Provenance("order:x/1", "0" * 64, NOW)
    ids = [book.cite("oms:a", "a", value, origin) for value in (1, 2, 1, 2, 3)]
    assert ids == ["oms:a", "oms:a#2", "oms:a", "oms:a#2", "oms:a#3"]
    assert list(book.rows) == ["oms:a", "oms:a#2", "oms:a#3"]


def test_an_id_that_looks_like_a_repeated_one_takes_nothing_from_it() -> None:
    book = EvidenceBook()
    origin = Provenance("order:x/1", "0" * 64, NOW)
    named = ("a#2", "a", "a", "a")
    ids = [book.cite(name, f"m[{n}]", n, origin) for n, name in enumerate(named)]
    assert ids == ["a#2", "a", "a#3", "a#4"]


def test_a_thousand_scans_of_one_id_are_each_cited() -> None:
    scans = tuple(
        Scan(id="e", status=TrackerStatus.IN_TRANSIT, at=NOW + timedelta(minutes=minute))
        for minute in range(1, 1001)
    )
    tracker = replace(DESK.tracker("trk", TrackerStatus.IN_TRANSIT), scans=scans)
    pack = build(an_order(shipments=(DESK.parcel("trk"),)), tracker)
    assert len(set(pack.parcels[0].ignored_ids)) == 1000
    assert pack.parcels[0].ignored_ids[-1] == "ship:s1:e#1000"
