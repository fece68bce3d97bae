"""An order of a hundred parcels, each with its payment: more evidence than a ledger row holds."""

import json
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from shopops import ledger
from shopops.agents.canonical import canonical_json
from shopops.agents.intake import FakeOms
from shopops.agents.records import Amount, Order, Shipment, ShipmentLine, TrackerStatus, Transaction
from shopops.ledger.body import MAX_BYTES
from shopops.ledger.verify import verify
from shopops.proposals import events
from shopops.proposals.models import ReviewStatus
from shopops.proposals.read import proposal_of
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.pipeline import NOON, newest, open_shop, resolve_fakes

pytestmark = pytest.mark.django_db
PARCELS = 100  # as many as the import takes, with ids as long as it takes
LONG = "é" * 200
EACH = Amount(minor=100, currency="USD")


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


def _with_a_big_order() -> FakeOms:
    oms = FakeOms(now=NOON)
    model = oms.orders["O-1001"]
    tracker = oms.tracker_records[model.shipments[0].tracker_id or ""]
    numbers = range(PARCELS)
    big = msgspec.structs.replace(
        model,
        id="BIG",
        number="BIG",
        total=Amount(minor=PARCELS * EACH.minor, currency=EACH.currency),
        lines=tuple(
            msgspec.structs.replace(model.lines[0], id=f"l{n}{LONG}", quantity=1, total=EACH)
            for n in numbers
        ),
        transactions=tuple(_payment(model.transactions[0], n) for n in numbers),
        shipments=tuple(_parcel(model, n) for n in numbers),
    )
    stuck = [
        msgspec.structs.replace(
            tracker, id=f"k{n}{LONG}", order_id="BIG", status=TrackerStatus.RETURNED
        )
        for n in numbers
    ]
    oms.add(big, *stuck)
    return oms


def _payment(model: Transaction, n: int) -> Transaction:
    return msgspec.structs.replace(model, id=f"t{n}{LONG}", amount=EACH)


def _parcel(model: Order, n: int) -> Shipment:
    return msgspec.structs.replace(
        model.shipments[0],
        id=f"s{n}{LONG}",
        tracker_id=f"k{n}{LONG}",
        lines=(ShipmentLine(line_id=f"l{n}{LONG}", quantity=1),),
    )


def _told(shop: Tenant, kind: str) -> dict[str, Any]:
    with tenant_scope(shop.pk):
        [entry] = [one for one in ledger.timeline(shop.pk, "BIG") if one.kind == kind]
    return dict(entry.body)


def test_it_is_proposed_and_judged_like_any_other(shop: Tenant) -> None:
    batch = resolve_fakes(shop, ["O-1001", "BIG"], oms=_with_a_big_order())
    assert batch.failed == []
    assert newest(shop, "BIG").review_status == ReviewStatus.PENDING
    assert newest(shop, "BIG").actions.count() > PARCELS
    with tenant_scope(shop.pk):
        assert verify(shop.pk).findings == []


def test_the_ledger_keeps_the_hash_of_the_evidence_that_it_has_no_room_for(shop: Tenant) -> None:
    resolve_fakes(shop, ["BIG"], oms=_with_a_big_order())
    body = _told(shop, "proposal")
    actions = proposal_of(newest(shop, "BIG")).actions
    in_full = [
        {
            "kind": action.kind,
            "amount_minor": action.amount_minor,
            "currency": action.currency,
            "evidence": action.evidence_ids,
        }
        for action in actions
    ]
    assert len(json.dumps(in_full)) > MAX_BYTES
    assert body["actions_sha256"] == sha256(canonical_json(in_full)).hexdigest()
    assert [one["kind"] for one in body["actions"]] == [str(one.kind) for one in actions]
    assert not any("evidence" in one for one in body["actions"])


def test_what_fits_is_told_in_full(shop: Tenant) -> None:
    oms = _with_a_big_order()
    oms.orders["BIG"] = msgspec.structs.replace(oms.orders["O-1001"], id="BIG")
    resolve_fakes(shop, ["BIG"], oms=oms)
    assert "actions_sha256" not in _told(shop, "proposal")
    assert all(one["evidence"] for one in _told(shop, "proposal")["actions"])


def test_an_order_that_the_ledger_refuses_fails_alone(
    shop: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "MOST_BYTES_OF_A_LIST", 10**9)
    batch = resolve_fakes(shop, ["O-1001", "BIG"], oms=_with_a_big_order())
    assert batch.failed == ["BIG"]
    assert newest(shop, "O-1001").review_status == ReviewStatus.PENDING
