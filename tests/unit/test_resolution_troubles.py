"""Every cause is one kind of trouble."""

from datetime import UTC, datetime

import pytest

from shopops.agents.intake.tracking import SETTLED
from shopops.agents.proposal import GOODWILL
from shopops.agents.resolution.codes import Blocked, Cause
from shopops.agents.resolution.troubles import TROUBLES, Trouble, same_trouble, trouble_of
from shopops.agents.thresholds import LIKELIHOODS
from shopops.demo.northline import NORTHLINE
from shopops.demo.southline import SOUTHLINE
from tests.support.demo_cases import proposals_of

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
OF_A_PARCEL = {*LIKELIHOODS, *(reason for _, reason in SETTLED.values()), "no_data", "moving"}
FIELDS = ("language", "preferred_channel", "email_on_file", "opted_out", "any_other")


@pytest.mark.parametrize(
    "cause",
    [
        *Cause,
        *(code for code in Blocked if code is not Blocked.MISSING),
        *(f"{Blocked.MISSING}{name}" for name in FIELDS),
        *sorted(OF_A_PARCEL),
        GOODWILL,
    ],
)
def test_no_cause_lacks_its_trouble(cause: str) -> None:
    assert trouble_of(cause) in set(Trouble)


def test_no_cause_that_the_demo_orders_come_to_lacks_its_trouble() -> None:
    proposals = [one for shop in (NORTHLINE, SOUTHLINE) for one in proposals_of(shop, NOW)]
    causes = {action.cause for one in proposals for action in one.actions}
    causes |= {one.cause for one in proposals}
    assert len(causes) > 20
    assert {cause for cause in causes if trouble_of(cause) is None} == set()


def test_every_trouble_has_a_cause_and_every_reason_of_a_parcel_is_about_the_shipment() -> None:
    assert set(TROUBLES.values()) == set(Trouble)
    assert {trouble_of(reason) for reason in OF_A_PARCEL} == {Trouble.SHIPMENT}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("stalled", "stalled", True),
        ("pickup_late", "return_to_sender", True),
        ("stalled", "claimed_missing", True),
        ("missing:tracking", "failed", True),
        ("cancelled_not_returned", "conflict:money", True),
        ("stalled", "cancelled_not_returned", False),
        ("stalled", "goodwill", False),
        ("missing:language", "opted_out", True),
        ("missing:language", "missing:tracking", False),
        ("goodness", "stalled", True),
        ("stalled", "goodness", True),
        ("goodness", "badness", True),
    ],
)
def test_causes_of_one_trouble_are_one_and_what_nobody_knows_may_be_any(
    one: str, other: str, same: bool
) -> None:
    assert same_trouble(one, other) is same
