"""The same evidence has the same digest; anything that the pack says changes it."""

import dataclasses
from collections.abc import Callable
from datetime import timedelta

import pytest
from msgspec.structs import replace

from shopops.agents.facts import FactKind, Pack
from shopops.agents.fakes import FakeOms
from shopops.agents.intake import IntakeAgent, pack_digest
from shopops.agents.ports import SourcedOrder
from shopops.agents.records import TrackerStatus
from shopops.agents.thresholds import Thresholds
from tests.support.intake_cases import DESK, NOW, SECOND, an_order, build

SCANS = (TrackerStatus.IN_TRANSIT, 4)
ORDER = an_order(shipments=(DESK.parcel("trk"),))
TRACKER = DESK.tracker("trk", TrackerStatus.IN_TRANSIT, SCANS)
TURNS = NOW + timedelta(days=1)


def a_pack() -> Pack:
    return build(ORDER, TRACKER)


def test_building_again_gives_the_same_pack_and_digest() -> None:
    assert a_pack() == a_pack()
    assert pack_digest(a_pack()) == pack_digest(a_pack())
    assert len(pack_digest(a_pack())) == 32


def test_time_alone_changes_nothing_until_a_judgement_turns() -> None:
    first = pack_digest(a_pack())
    assert pack_digest(build(ORDER, TRACKER, now=TURNS - SECOND)) == first
    assert pack_digest(build(ORDER, TRACKER, now=TURNS)) != first


class ReceivedAgain(FakeOms):
    """The same orders in a payload with other bytes, an hour later."""

    def order(self, order_id: str, tenant: str) -> SourcedOrder:
        sourced = super().order(order_id, tenant)
        again = dataclasses.replace(
            sourced.provenance,
            payload_sha256="f" * 64,
            received_at=self.now + timedelta(hours=1),
        )
        return SourcedOrder(sourced.order, again)


def test_receiving_the_same_again_changes_nothing() -> None:
    packs = [
        IntakeAgent(oms=oms, now=lambda: NOW).build("O-1001", "store_northline")
        for oms in (FakeOms(NOW), ReceivedAgain(NOW))
    ]
    assert packs[0] != packs[1]
    assert pack_digest(packs[0]) == pack_digest(packs[1])


def spoil_field(pack: Pack) -> None:
    pack.fields["opted_out"].value = True


def spoil_kind(pack: Pack) -> None:
    pack.fields["opted_out"].kind = FactKind.INFERENCE


def spoil_reason(pack: Pack) -> None:
    pack.fields["opted_out"].reason = "heard so"


def spoil_citation(pack: Pack) -> None:
    pack.fields["opted_out"].evidence_ids.append("cust:id")


def spoil_parcel(pack: Pack) -> None:
    pack.parcels[0].returning = True


def spoil_line(pack: Pack) -> None:
    pack.lines[0] = replace(pack.lines[0], minor=1)


def spoil_money(pack: Pack) -> None:
    pack.money[0] = replace(pack.money[0], reserved=1)


def spoil_conflicts(pack: Pack) -> None:
    pack.money_conflicts.append("currency")


def spoil_value(pack: Pack) -> None:
    pack.evidence["cust:id"] = replace(pack.evidence["cust:id"], value_sha256="0" * 64)


def spoil_path(pack: Pack) -> None:
    pack.evidence["cust:id"] = replace(pack.evidence["cust:id"], json_path="$")


def spoil_evidence(pack: Pack) -> None:
    del pack.evidence["cust:id"]


def spoil_version(pack: Pack) -> None:
    pack.thresholds_version += 1


def spoil_tenant(pack: Pack) -> None:
    pack.tenant = "another"


@pytest.mark.parametrize(
    "spoil",
    [
        *(spoil_field, spoil_kind, spoil_reason, spoil_citation, spoil_parcel, spoil_line),
        *(spoil_money, spoil_conflicts, spoil_value, spoil_path, spoil_evidence),
        *(spoil_version, spoil_tenant),
    ],
)
def test_whatever_the_pack_says_is_in_its_digest(spoil: Callable[[Pack], None]) -> None:
    pack = a_pack()
    spoil(pack)
    assert pack_digest(pack) != pack_digest(a_pack())


def test_other_numbers_of_the_tenant_are_another_pack() -> None:
    same = pack_digest(build(ORDER, TRACKER, thresholds=Thresholds()))
    assert same == pack_digest(a_pack())
    other = Thresholds(version=2)
    assert pack_digest(build(ORDER, TRACKER, thresholds=other)) != same


def test_fields_in_another_order_are_the_same_pack() -> None:
    pack = a_pack()
    pack.fields = dict(reversed(pack.fields.items()))
    assert pack_digest(pack) == pack_digest(a_pack())
