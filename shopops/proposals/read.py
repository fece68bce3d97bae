"""From rows back to packs, proposals and verdicts, and the proof that they still agree."""

from collections.abc import Iterable

import msgspec

from shopops.agents import facts, proposal
from shopops.policy import verdicts
from shopops.policy.decide import decide
from shopops.proposals.models import Action, Pack, Proposal, Verdict
from shopops.tenants import thresholds


class NotJudged(LookupError):
    """This proposal has no verdicts yet, so there is nothing to replay."""


def pack_of(row: Proposal) -> facts.Pack:
    return pack_from(row.pack)


def pack_from(row: Pack) -> facts.Pack:
    return msgspec.convert(row.body, facts.Pack)


def proposal_of(row: Proposal) -> proposal.Proposal:
    """What Resolution proposed, action by action."""
    return proposal_from(row, row.actions.all(), pack_of(row))


def proposal_from(row: Proposal, actions: Iterable[Action], pack: facts.Pack) -> proposal.Proposal:
    return proposal.Proposal(
        tenant=pack.tenant,
        order_id=row.order_id,
        track=proposal.Track(row.track),
        actions=[msgspec.convert(action.body, proposal.Action) for action in actions],
        blocked_reasons=list(row.blocked_reasons),
        cause=row.cause,
        rationale=list(row.rationale),
        known_evidence_ids=frozenset(pack.evidence),
    )


def verdicts_of(row: Proposal) -> list[verdicts.Verdict]:
    """The newest verdict of each action, in order; empty while the proposal is not judged."""
    return [_verdict(stored, action) for action, stored in _newest(row)]


def replay(row: Proposal) -> list[verdicts.Verdict]:
    """Judge the stored pack again, under the stored version and context.

    Equal to `verdicts_of(row)`, or a decision can't be explained any more. Raises `NotJudged`.
    """
    newest = _newest(row)
    if not newest:
        raise NotJudged(f"proposal {row.pk} is not judged yet")
    judged = newest[0][1]
    pack = pack_of(row)
    return decide(
        pack=pack,
        proposal=proposal_from(row, [action for action, _ in newest], pack),
        thresholds=thresholds.at(row.tenant_id, judged.thresholds_version),
        context=msgspec.convert(judged.context, verdicts.Context),
    )


def _newest(row: Proposal) -> list[tuple[Action, Verdict]]:
    """Each action with its newest verdict; both relations may be prefetched."""
    pairs = []
    for action in row.actions.all():
        stored = max(action.verdicts.all(), key=lambda verdict: verdict.pk, default=None)
        if stored is not None:
            pairs.append((action, stored))
    return pairs


def _verdict(stored: Verdict, action: Action) -> verdicts.Verdict:
    return verdicts.Verdict(
        action_index=action.index,
        outcome=verdicts.Outcome(stored.outcome),
        results=msgspec.convert(stored.results, list[verdicts.RuleResult]),
        thresholds_version=stored.thresholds_version,
    )
