"""Resolution's one entry: blockers, then a track, then what it offers."""

from shopops.agents.facts import Pack
from shopops.agents.proposal import Proposal, Track
from shopops.agents.resolution.blockers import blocked, hand_over
from shopops.agents.resolution.exceptional import exception_plan
from shopops.agents.resolution.plan import Plan
from shopops.agents.resolution.rationale import of_pack
from shopops.agents.resolution.standard import status_message
from shopops.agents.resolution.tracks import choose
from shopops.agents.thresholds import Thresholds


class ResolutionAgent:
    """Proposes; it cannot do. The same pack and thresholds give the same proposal."""

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        self.thresholds = thresholds or Thresholds()

    def propose(self, pack: Pack) -> Proposal:
        reasons = blocked(pack, self.thresholds)
        if reasons:
            plan = Plan([hand_over(pack, self.thresholds, reasons)])
            return _proposal(pack, Track.ESCALATE, plan.actions[0].cause, plan, list(reasons))
        track, cause = choose(pack, self.thresholds)
        plan = self._plan(pack, track, cause)
        why = [*of_pack(pack, self.thresholds), *plan.why]
        return _proposal(pack, track, cause, Plan(plan.actions, why), [])

    def _plan(self, pack: Pack, track: Track, cause: str) -> Plan:
        if track is Track.STANDARD:
            return Plan([status_message(pack, self.thresholds, cause)])
        return exception_plan(pack, self.thresholds, cause)


def _proposal(
    pack: Pack, track: Track, cause: str, plan: Plan, blocked_reasons: list[str]
) -> Proposal:
    return Proposal(
        tenant=pack.tenant,
        order_id=pack.order_id,
        track=track,
        actions=plan.actions,
        blocked_reasons=[str(reason) for reason in blocked_reasons],
        cause=str(cause),
        rationale=[str(code) for code in plan.why],
        known_evidence_ids=frozenset(pack.evidence),
    )
