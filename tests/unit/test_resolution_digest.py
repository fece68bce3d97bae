"""The proposal digest changes with everything that a reviewer approves, and with nothing else."""

import copy
from collections.abc import Callable

import pytest

from shopops.agents.intake import FakeOms, IntakeAgent
from shopops.agents.proposal import Proposal
from shopops.agents.resolution import ResolutionAgent, Track, proposal_digest

OMS = FakeOms()


def digest_of(proposal: Proposal) -> bytes:
    return proposal_digest(proposal, pack_digest=b"")


@pytest.fixture
def proposal() -> Proposal:
    pack = IntakeAgent(OMS, now=lambda: OMS.now).build("O-1001", "shop")
    return ResolutionAgent().propose(pack)


def _more_money(proposal: Proposal) -> None:
    proposal.actions[2].amount_minor = 12901


def _other_payee(proposal: Proposal) -> None:
    proposal.actions[2].transaction_id = "t2"


def _other_currency(proposal: Proposal) -> None:
    proposal.actions[2].currency = "CAD"


def _less_evidence(proposal: Proposal) -> None:
    proposal.actions[0].evidence_ids.pop()


def _other_order_of_actions(proposal: Proposal) -> None:
    proposal.actions.reverse()


def _other_goods(proposal: Proposal) -> None:
    proposal.actions[1].line_ids.append("l2")


def _other_words(proposal: Proposal) -> None:
    proposal.actions[0].body_outline.append("goodwill_offer")


def _other_track(proposal: Proposal) -> None:
    proposal.track = Track.STANDARD


def _other_tenant(proposal: Proposal) -> None:
    proposal.tenant = "another"


def _other_order(proposal: Proposal) -> None:
    proposal.order_id = "O-1002"


def _a_reason(proposal: Proposal) -> None:
    proposal.blocked_reasons.append("opted_out")


def _other_language(proposal: Proposal) -> None:
    proposal.rationale[0] = "language_default:fr"


@pytest.mark.parametrize(
    "change",
    [
        _more_money,
        _other_payee,
        _other_currency,
        _less_evidence,
        _other_order_of_actions,
        _other_goods,
        _other_words,
        _other_track,
        _other_tenant,
        _other_order,
        _a_reason,
        _other_language,
    ],
)
def test_a_changed_proposal_has_another_digest(
    proposal: Proposal, change: Callable[[Proposal], None]
) -> None:
    changed = copy.deepcopy(proposal)
    change(changed)
    assert digest_of(changed) != digest_of(proposal)


def test_the_same_proposal_has_the_same_digest_of_32_bytes(proposal: Proposal) -> None:
    assert digest_of(copy.deepcopy(proposal)) == digest_of(proposal)
    assert len(digest_of(proposal)) == 32


def test_what_the_pack_knows_besides_is_not_bound(proposal: Proposal) -> None:
    changed = copy.deepcopy(proposal)
    changed.known_evidence_ids = frozenset()
    assert digest_of(changed) == digest_of(proposal)


def test_with_its_pack_the_digest_binds_what_stands_behind_the_cited_ids(
    proposal: Proposal,
) -> None:
    digests = {proposal_digest(proposal, pack_digest=pack) for pack in (b"", b"\0", b"\1")}
    assert len(digests) == 3
