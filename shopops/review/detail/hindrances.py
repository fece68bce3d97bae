"""Why somebody can't decide this: each reason with its code and a sentence that leads on."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

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
    NotConfirmedAgain,
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
    """What decides who may decide, besides the proposal. `stake`: of what is chosen on the page,
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
    asking: Collection[RuleId]  # the rules that ask for a person for what is chosen
    judged_with: str = ""  # by which it takes two people, where it is more than what is chosen
    only_mail: bool = False  # and it is only a mail for which it takes two
    by_token: bool = False
    mail_closed: bool = False
    nothing_else: bool = False
    forbidden: str = ""  # why, where policy forbids every step
    asked_again: bool = False  # it is a while since the person at the page proved who they are

    @property
    def two_people(self) -> bool:
        return RuleId.APR_3 in self.asking


def hindrances(proposal: Proposal, member: Membership, around: Around) -> list[Hindrance]:
    """Empty: this person may approve what is chosen."""
    if proposal.review_status == ReviewStatus.CHANGES_REQUESTED:
        return [Hindrance(WaitsForAnswer.code, _("A question is open. Take it back to decide."))]
    if proposal.review_status != ReviewStatus.PENDING:
        return []
    if not allows(member, Role.REVIEWER):
        said = _("Your role, {role}, may read but not decide.")
        return [Hindrance(NotReviewer.code, said.format(role=_(Role(member.role).label)))]
    if around.forbidden:
        return [*_claimed(member, around), _forbidden(around.forbidden)]
    return [
        *_claimed(member, around),
        *_eyes(member, around),
        *_limited(around),
        *_unproven(member, around),
        *_asked_again(around),
        *_closed(around),
    ]


def _forbidden(why: str) -> Hindrance:
    said = _("Policy forbids every step. {why} You may change it, or reject it.")
    return Hindrance(PolicyDenies.code, said.format(why=why))


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
    name = claim.holder.display_name
    has = _("{name} has it.").format(name=name)
    if claim.lease_until:
        until = short_moment(claim.lease_until)
        has = _("{name} has it until {when}.").format(name=name, when=until)
    leads_on = (
        _("Take it from {name} above, or decide all the same, on record.").format(name=name)
        if allows(member, Role.ADMIN)
        else _("Ask them to release it, or an administrator to assign it to you.")
    )
    yield Hindrance(NotAssignee.code, f"{has} {leads_on}")


def _eyes(member: Membership, around: Around) -> Iterator[Hindrance]:
    if not (around.two_people or around.approvals or around.void):
        return
    if any(one.membership_id == member.pk for one in around.approvals):
        yield Hindrance(FourEyes.code, _("You have approved it. Now a second person must."))
    elif any(one.membership_id == member.pk for one in around.void):
        yield Hindrance(
            FourEyes.code,
            _(
                "You have approved it, but your approval counts no longer: its token was revoked, "
                "or somebody whose word it rested on may not decide any more. Two others must "
                "approve it."
            ),
        )
    elif member.pk in around.edited:
        yield Hindrance(
            FourEyes.code,
            _(
                "You changed this proposal, or a token that you granted did, and above the second "
                "cap only people who did not may approve it. You may reject it."
            ),
        )
    elif {*around.edited, *_first(around)} & set(around.mine):
        yield Hindrance(
            FourEyes.code,
            _(
                "Your approval would rest on the same person as the first one, or as a change: on "
                "a limit that was lent or a token that was granted. Somebody else must approve it."
            ),
        )
    elif not around.approvals:
        yield Hindrance(FourEyes.code, _second(around), blocks=False)


def _second(around: Around) -> str:
    if not around.judged_with:
        return _("The amount needs two people: after your approval it waits for a second one.")
    said = (
        _(
            "The mail needs two people: it is judged with {amount}, the most that it could offer, "
            "not with what is chosen. After your approval it waits for a second one; without the "
            "mail one person is enough."
        )
        if around.only_mail
        else _(
            "The amount needs two people: it is judged with {amount}, the most that the proposal "
            "could give, not with what is chosen. After your approval it waits for a second one."
        )
    )
    return said.format(amount=around.judged_with)


def _first(around: Around) -> set[int]:
    """Whose word the first approval is."""
    return {person for one in around.approvals for person in behind_decision(one)}


def _limited(around: Around) -> Iterator[Hindrance]:
    for currency, minor in around.stake.items():
        limit = around.limits[currency]
        if not limit.covers(minor):
            leads_on = _("Choose or change to less, or ask somebody with a higher limit.")
            said = f"{sentence(minor, limit, currency)} {leads_on}"
            yield Hindrance(OverLimit.code, said, blocks=False)
    if len(lenders(around.limits.values())) > 1:
        yield Hindrance(OverLimit.code, _(TWO_LENDERS), blocks=False)


def _unproven(member: Membership, around: Around) -> Iterator[Hindrance]:
    asked = "" if around.by_token else factor_asked(around.config, around.stake)
    if asked and not has_second_factor(member.user_id):
        said = _("Such an amount takes a second factor, and you have none.")
        leads_on = _("Set it up under Your account, in the menu with your initials.")
        yield Hindrance(SecondFactorMissing.code, f"{said} {asked} {leads_on}", blocks=False)


def _asked_again(around: Around) -> Iterator[Hindrance]:
    if around.two_people and around.asked_again:
        yield Hindrance(
            NotConfirmedAgain.code,
            _(
                "It is a while since you signed in: above the second cap you are asked once more "
                "who you are before your approval counts."
            ),
            blocks=False,
        )


def _closed(around: Around) -> Iterator[Hindrance]:
    if not around.mail_closed:
        return
    said = _(
        "The customer’s address is on the suppression list now, so the mail can’t be approved."
    )
    alone = around.nothing_else
    leads_on = _("Reject it.") if alone else _("Approve the rest without it, or reject.")
    yield Hindrance(PolicyDenies.code, f"{said} {leads_on}", blocks=alone)
