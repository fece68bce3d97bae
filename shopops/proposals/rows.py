"""What is stored for one order, as the JSON that `statements` unpacks; the way back is `read`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from msgspec import Struct

from shopops.agents import facts
from shopops.agents.intake import pack_digest
from shopops.agents.proposal import Action as ProposedAction
from shopops.agents.proposal import Proposal as Proposed
from shopops.agents.resolution import proposal_digest
from shopops.policy.verdicts import Context, RuleResult


class PackRow(Struct, kw_only=True):
    """`digest` in hex, here and below: JSON has no bytes."""

    order_id: str
    digest: str
    body: facts.Pack


class ProposalRow(Struct, kw_only=True):
    """The amount is the largest of an action. `pack_id` is known once the pack is stored;
    `edit_of_id` and `editor_id` are there when a person changed what stood before. Actions are
    stored with their proposal."""

    order_id: str
    order_number: str
    digest: str
    track: str
    cause: str
    blocked_reasons: list[str]
    rationale: list[str]
    can_proceed: bool
    thresholds_version: int
    currency: str
    amount_minor: int | None
    actions: list["ActionRow"]
    revision: int = 1
    waiting_since: datetime | None = None
    pack_id: int = 0
    edit_of_id: int | None = None
    editor_id: int | None = None


class ActionRow(Struct, kw_only=True):
    index: int
    kind: str
    cause: str
    alternative: str
    currency: str
    amount_minor: int | None
    requires_approval: bool
    body: ProposedAction


class VerdictRow(Struct, kw_only=True):
    action_id: int
    outcome: str
    thresholds_version: int
    results: Sequence[RuleResult]


class JudgedRow(Struct, kw_only=True):
    """All verdicts of one proposal, `id`, share the context in which they were given."""

    id: int
    pack_id: int
    review_status: str
    rule_ids: list[str]
    context: Context
    verdicts: list[VerdictRow]


@dataclass(frozen=True, slots=True)
class Draft:
    """What one order gets when its evidence is new. Evidence and links follow from it in SQL."""

    pack: PackRow
    proposal: ProposalRow

    def follow(self, revision: int, waiting_since: datetime | None) -> None:
        """Be the next one. An order keeps its place in the queue when its evidence changes."""
        self.proposal.revision = revision + 1
        self.proposal.waiting_since = waiting_since


def draft_of(pack: facts.Pack, proposed: Proposed) -> Draft:
    """For an order without a proposal; `follow` makes it the next of several."""
    digest = pack_digest(pack)
    return Draft(
        pack=PackRow(order_id=pack.order_id, digest=digest.hex(), body=pack),
        proposal=_proposal(pack, digest, proposed),
    )


def _proposal(pack: facts.Pack, digest: bytes, proposed: Proposed) -> ProposalRow:
    currency, minor = _largest_stake(proposed.actions)
    return ProposalRow(
        order_id=pack.order_id,
        order_number=pack.order_number,
        digest=proposal_digest(proposed, pack_digest=digest).hex(),
        track=proposed.track,
        cause=proposed.cause,
        blocked_reasons=proposed.blocked_reasons,
        rationale=proposed.rationale,
        can_proceed=proposed.can_proceed,
        thresholds_version=pack.thresholds_version,
        currency=currency,
        amount_minor=minor,
        actions=[_action(index, action) for index, action in enumerate(proposed.actions)],
    )


def _action(index: int, action: ProposedAction) -> ActionRow:
    currency, minor = _money(action)
    return ActionRow(
        index=index,
        kind=action.kind,
        cause=action.cause,
        alternative=action.alternative or "",
        currency=currency,
        amount_minor=minor,
        requires_approval=action.requires_approval,
        body=action,
    )


def _money(action: ProposedAction) -> tuple[str, int | None]:
    """Both or neither: an amount without a currency is no money, and the body keeps it."""
    if action.amount_minor is None or not action.currency:
        return "", None
    return action.currency, action.amount_minor


def _largest_stake(actions: list[ProposedAction]) -> tuple[str, int | None]:
    stakes = (_money(action) for action in actions)
    return max(stakes, key=lambda stake: -1 if stake[1] is None else stake[1], default=("", None))
