"""One golden case through Intake, Resolution and Policy."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from shopops.agents.facts import Pack
from shopops.agents.gate import passes
from shopops.agents.intake import IntakeAgent
from shopops.agents.proposal import Proposal
from shopops.agents.resolution import ResolutionAgent
from shopops.orchestrator.evaluation.cases import Base, Case
from shopops.orchestrator.evaluation.compare import Row, compare, same
from shopops.orchestrator.evaluation.patching import merge_patch
from shopops.orchestrator.evaluation.shop import CaseShop
from shopops.policy import decide
from shopops.policy.verdicts import Context

TENANT = "golden"
Made = TypeVar("Made", Pack, Proposal)


class Result(Struct, frozen=True):
    name: str
    rows: list[Row]

    @property
    def ok(self) -> bool:
        return all(row.ok for row in self.rows)


def run_case(case: Case, base: Base) -> Result:
    """What the case expects against what comes out, and whether the evidence gate agrees."""
    thresholds = case.numbers()
    shop = CaseShop(case, base)
    intake = IntakeAgent(shop, thresholds=thresholds, now=lambda: case.now)
    pack = _changed(intake.build(shop.order_id, TENANT), case.pack)
    proposal = _changed(ResolutionAgent(thresholds).propose(pack), case.proposal)
    verdicts = decide(
        pack=pack, proposal=proposal, thresholds=thresholds, context=_context(case, pack)
    )
    gate = same("gate", case.expect.can_proceed, passes(proposal, pack))
    return Result(case.name, [*compare(case.expect, pack, proposal, verdicts), gate])


def _changed(made: Made, patch: dict[str, Any]) -> Made:
    if not patch:
        return made
    return msgspec.convert(merge_patch(msgspec.to_builtins(made), patch), type(made))


def _context(case: Case, pack: Pack) -> Context:
    usual = {"now": case.now.isoformat(), "resolvable_evidence_ids": list(pack.evidence)}
    return msgspec.convert({**usual, **case.context}, Context)
