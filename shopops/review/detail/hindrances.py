"""Why somebody can't decide this: each reason with its code and a sentence that leads on."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from shopops.accounts.second_factor import has_second_factor
from shopops.policy.rules import RuleId
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.authority import behind_decision
from shopops.review.bypass import BYPASSABLE
from shopops.review.config import ReviewConfig
from shopops.review.limits import TWO_LENDERS, Limit, lenders, sentence
from shopops.review.models import Claim, Decision
from shopops.review.proof import factor_asked
from shopops.review.refusals import (
    FourEyes,
    NotAssignee,
    NotReviewer,
    OverLimit,
    PolicyDenies,
    SecondFactorMissing,
    WaitsForAnswer,
)
from shopops.review.words.times import short_moment
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

BARS_ALL = frozenset({NotAssignee.code, NotReviewer.code, WaitsForAnswer.code})


@dataclass(frozen=True, slots=True)
class Hindrance:
    """`blocks`: nothing can be approved; False: not all of it, or not alone."""

    code: str
    sentence: str
    blocks: bool = True

    @property
    def cannot(self) -> str:
        """What is out of the question, where something is: also to reject, or only to approve."""
        if not self.blocks:
            return ""
        return "decide" if self.code in BARS_ALL else "approve"


@dataclass(frozen=True, slots=True)
class Around:
    """What decides who may decide, besides the proposal. `stake`: of what the page has preselected,
    as the command counts it (`limits.whole_stake`); `limits`: of this person, by its currencies.
    `mine`: whose word an approval here would be; `edited`: whose word its edits are (`authority`).
    `by_token`: a program asks, not a page. `mail_closed`: the suppression list forbids a mail since
    it was judged; `nothing_else`: besides it nothing could be approved."""

    config: ReviewConfig
    claim: Claim | None
    approvals: Sequence[Decision]  # of this round
    void: Sequence[Decision]  # and those that count no longer
    stake: Mapping[str, int]
    limits: Mapping[str, Limit]
    mine: Collection[int]
    edited: Collection[int]
    by_token: bool = False
    mail_closed: bool = False
    nothing_else: bool = False


def hindrances(proposal: Proposal, member: Membership, around: Around) -> list[Hindrance]:
    """Empty: this person may approve what is preselected."""
    if proposal.review_status == ReviewStatus.CHANGES_REQUESTED:
        return [Hindrance(WaitsForAnswer.code, "A question is open. Take it back to decide.")]
    if proposal.review_status != ReviewStatus.PENDING:
        return []
    if not allows(member, Role.REVIEWER):
        said = f"Your role, {Role(member.role).label}, may read but not decide."
        return [Hindrance(NotReviewer.code, said)]
    return [
        *_claimed(member, around),
        *_eyes(proposal, member, around),
        *_limited(around),
        *_unproven(member, around),
        *_closed(around),
    ]


def bypassable(found: Sequence[Hindrance], proposal: Proposal, member: Membership) -> list[str]:
    """The codes that this person may set aside; the second person too, before the first came."""
    if not allows(member, Role.ADMIN) or proposal.review_status != ReviewStatus.PENDING:
        return []
    codes = [one.code for one in found if one.code in BYPASSABLE]
    barred = any(one.code == FourEyes.code and one.blocks for one in found)
    return [] if barred else list(dict.fromkeys(codes))


def _claimed(member: Membership, around: Around) -> Iterator[Hindrance]:
    claim = around.claim
    if claim is None or claim.holder_id == member.pk:
        return
    until = f" until {short_moment(claim.lease_until)}" if claim.lease_until else ""
    name = claim.holder.display_name
    leads_on = (
        f"Take it from {name} above, or decide all the same, on record."
        if allows(member, Role.ADMIN)
        else "Ask them to release it, or an administrator to assign it to you."
    )
    yield Hindrance(NotAssignee.code, f"{name} has it{until}. {leads_on}")


def _eyes(proposal: Proposal, member: Membership, around: Around) -> Iterator[Hindrance]:
    if RuleId.APR_3 not in proposal.rule_ids:
        return
    if any(one.membership_id == member.pk for one in around.approvals):
        yield Hindrance(FourEyes.code, "You have approved it. Now a second person must.")
    elif any(one.membership_id == member.pk for one in around.void):
        yield Hindrance(
            FourEyes.code,
            "You have approved it, but your approval counts no longer: its token was revoked, or "
            "somebody whose word it rested on may not decide any more. Two others must approve it.",
        )
    elif member.pk in around.edited:
        yield Hindrance(
            FourEyes.code,
            "You changed this proposal, or a token that you granted did, and above the second cap "
            "only people who did not may approve it. You may reject it.",
        )
    elif {*around.edited, *_first(around)} & set(around.mine):
        yield Hindrance(
            FourEyes.code,
            "Your approval would rest on the same person as the first one, or as a change: on a "
            "limit that was lent or a token that was granted. Somebody else must approve it.",
        )
    elif not around.approvals:
        yield Hindrance(
            FourEyes.code,
            "The amount needs two people: after your approval it waits for a second one.",
            blocks=False,
        )


def _first(around: Around) -> set[int]:
    """Whose word the first approval is."""
    return {person for one in around.approvals for person in behind_decision(one)}


def _limited(around: Around) -> Iterator[Hindrance]:
    for currency, minor in around.stake.items():
        limit = around.limits[currency]
        if not limit.covers(minor):
            yield Hindrance(
                OverLimit.code,
                f"{sentence(minor, limit.minor or 0, currency)} Choose or change to less, or ask "
                "somebody with a higher limit.",
                blocks=False,
            )
    if len(lenders(around.limits.values())) > 1:
        yield Hindrance(OverLimit.code, TWO_LENDERS, blocks=False)


def _unproven(member: Membership, around: Around) -> Iterator[Hindrance]:
    asked = "" if around.by_token else factor_asked(around.config, around.stake)
    if asked and not has_second_factor(member.user_id):
        yield Hindrance(
            SecondFactorMissing.code,
            f"Such an amount takes a second factor, and you have none. {asked} Set it up under "
            "Your account, in the menu with your initials.",
            blocks=False,
        )


def _closed(around: Around) -> Iterator[Hindrance]:
    if not around.mail_closed:
        return
    leads_on = "Reject it." if around.nothing_else else "Approve the rest without it, or reject."
    yield Hindrance(
        PolicyDenies.code,
        "The customer’s address is on the suppression list now, so the mail can’t be approved. "
        f"{leads_on}",
        blocks=around.nothing_else,
    )
