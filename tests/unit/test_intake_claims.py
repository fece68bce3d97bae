"""Which parcel a claim is about."""

import pytest

from shopops.agents.facts import Pack
from shopops.agents.intake import pack_digest
from shopops.agents.records import Claim, ClaimKind
from tests.support.intake_cases import DESK, an_order, build

MISSING = ClaimKind.NOT_RECEIVED


def claimed(*claims: Claim) -> Pack:
    parcels = (DESK.parcel(None), DESK.parcel(None, id="s2"))
    return build(an_order(shipments=parcels, claims=claims))


def of_parcels(pack: Pack) -> dict[str, list[str]]:
    return {parcel.id: parcel.claim_ids for parcel in pack.parcels}


@pytest.mark.parametrize(
    ("claims", "first", "second"),
    [
        ((), [], []),
        ((Claim(id="k1", kind=MISSING),), ["claim:k1"], ["claim:k1"]),
        ((Claim(id="k1", kind=MISSING, shipment_id="s2"),), [], ["claim:k1"]),
        ((Claim(id="k1", kind=MISSING, shipment_id="s9"),), ["claim:k1"], ["claim:k1"]),
        ((Claim(id="k1", kind=ClaimKind.DAMAGED, shipment_id="s1"),), [], []),
        (
            (Claim(id="k1", kind=MISSING, shipment_id="s1"), Claim(id="k2", kind=MISSING)),
            ["claim:k1", "claim:k2"],
            ["claim:k2"],
        ),
    ],
)
def test_a_claim_is_about_the_parcel_that_it_names_and_else_about_any(
    claims: tuple[Claim, ...], first: list[str], second: list[str]
) -> None:
    pack = claimed(*claims)
    assert of_parcels(pack) == {"s1": first, "s2": second}
    assert {found for found in pack.evidence if found.startswith("claim:")} == {
        f"claim:{claim.id}" for claim in claims
    }


def test_twice_the_same_claim_id_stays_two_claims() -> None:
    again = Claim(id="k1", kind=MISSING, shipment_id="s2")
    pack = claimed(Claim(id="k1", kind=MISSING, shipment_id="s1"), again)
    assert of_parcels(pack) == {"s1": ["claim:k1"], "s2": ["claim:k1#2"]}


def test_another_parcel_claimed_is_another_pack() -> None:
    digests = {
        pack_digest(claimed(Claim(id="k1", kind=MISSING, shipment_id=parcel)))
        for parcel in (None, "s1", "s2")
    }
    assert len(digests) == 3
