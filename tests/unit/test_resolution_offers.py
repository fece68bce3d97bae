"""What a message offers, and that nothing is offered which policy can only deny."""

import copy
from itertools import chain, combinations

import pytest

from shopops.agents.facts import FactKind, Field, Pack, Scalar
from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.proposal import ActionKind
from shopops.agents.resolution import ResolutionAgent
from shopops.agents.resolution.codes import Outline
from shopops.agents.resolution.offers import OFFERS, offered, options

REMEDIES = (
    ActionKind.PROPOSE_RESHIP,
    ActionKind.PROPOSE_REFUND,
    ActionKind.PROPOSE_STORE_CREDIT,
)
EVERY_SET = list(chain.from_iterable(combinations(REMEDIES, size) for size in range(4)))


@pytest.mark.parametrize("proposed", EVERY_SET)
def test_a_message_offers_what_is_proposed_and_nothing_else(
    proposed: tuple[ActionKind, ...],
) -> None:
    assert offered(options(proposed)) == set(proposed)


def test_every_point_that_names_an_option_is_known_as_an_offer() -> None:
    named = {point for point in Outline if "option" in point or "refund_of" in point}
    assert named == OFFERS.keys()
    assert offered(["order_number", "status_delivered", "something_else"]) == set()


@pytest.fixture
def stalled() -> Pack:
    oms = FakeOms()
    return IntakeAgent(oms, now=lambda: oms.now).build("O-1001", "shop")


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("ship_to", FactKind.UNKNOWN, None),
        ("ship_to", FactKind.INFERENCE, "US"),
        ("ship_to", FactKind.FACT, ""),
        ("ship_to_complete", FactKind.UNKNOWN, None),
        ("ship_to_complete", FactKind.INFERENCE, True),
        ("ship_to_complete", FactKind.FACT, False),
    ],
)
def test_without_a_known_address_sending_again_is_not_offered_and_the_address_asked_for(
    stalled: Pack, name: str, kind: FactKind, value: Scalar
) -> None:
    before = ResolutionAgent().propose(copy.deepcopy(stalled))
    assert ActionKind.PROPOSE_RESHIP in {action.kind for action in before.actions}
    stalled.fields[name] = Field(kind=kind, value=value, evidence_ids=["oms:ship_to"])
    mail, *others = ResolutionAgent().propose(stalled).actions
    assert {action.kind for action in others} == {ActionKind.PROPOSE_REFUND}
    assert offered(mail.body_outline) == {ActionKind.PROPOSE_REFUND}
    assert Outline.CONFIRM_ADDRESS in mail.body_outline
    assert Outline.CONFIRM_ADDRESS not in before.actions[0].body_outline
