"""Where a proposal stands for who looks at it: what they may do, and what not and why."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from shopops.accounts.freshness import is_recent
from shopops.agents.supplied import FactName
from shopops.orchestrator.context import live_remedies
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import Outcome, RuleResult
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.proposals.read import verdicts_of
from shopops.review.authority import behind, behind_decision, behind_edits
from shopops.review.claims import claim_of
from shopops.review.config import ReviewConfig
from shopops.review.detail.edit_form import EditForm, edit_form
from shopops.review.detail.edited import EditCard, edit_card
from shopops.review.detail.hindrances import Around, Hindrance, bypassable, hindrances
from shopops.review.detail.page import Detail
from shopops.review.detail.twice import look_twice_at
from shopops.review.editors import editors_of
from shopops.review.expiry import expires_at
from shopops.review.limits import gives, lenders, limits_of, whole_stake
from shopops.review.models import Claim, Decision, DecisionKind
from shopops.review.proof import AtPage
from shopops.review.refusals import OverLimit, PolicyDenies, SecondFactorMissing
from shopops.review.statuses import DECIDED
from shopops.review.supplying import missing_facts
from shopops.review.undo import may_undo
from shopops.review.words.times import span
from shopops.review.words.values import money
from shopops.tenants.access import allows
from shopops.tenants.models import ApiToken, Membership, Role

REFUSED_SO = frozenset({OverLimit.code, SecondFactorMissing.code, PolicyDenies.code})


@dataclass(frozen=True, slots=True)
class UndoOffer:
    until: datetime
    left: str


@dataclass(frozen=True, slots=True)
class Standing:
    """`hindrances` empty: this person may approve what is chosen. `look_twice`: what is said before
    a single key approves it; empty: nothing. `bypass`: the codes that they may set aside.
    `can_renew`: it expired, and nothing newer stands."""

    config: ReviewConfig
    claim: Claim | None
    hindrances: list[Hindrance]
    look_twice: str
    bypass: list[str]
    undo: UndoOffer | None
    question: Decision | None
    edit: EditCard | None
    expires_at: datetime | None
    can_renew: bool
    form: EditForm | None = None
    missing: list[FactName] = field(default_factory=list)

    @property
    def needs_handle(self) -> bool:
        return self.undo is not None or self.can_renew

    def may_edit(self, member: Membership) -> bool:
        """This person may change the proposal now: it waits, and nobody else works on it."""
        return bool(self.form) and (self.claim is None or self.claim.holder_id == member.pk)

    @property
    def blocked(self) -> bool:
        """Nothing can be approved by this person."""
        return any(one.blocks for one in self.hindrances)

    @property
    def refused_so(self) -> bool:
        """With what is chosen an approval is refused, so it is not what a page leads to."""
        return self.blocked or any(one.code in REFUSED_SO for one in self.hindrances)


def standing(
    detail: Detail,
    member: Membership,
    now: datetime,
    token: ApiToken | None = None,
    page: AtPage | None = None,
) -> Standing:
    """Inside the shop's scope, in a constant number of statements. `token`: the one that acts for
    `member`; `page`: it is their own page."""
    row = detail.proposal
    config = detail.config
    claim = claim_of(row.tenant_id, row.order_id, now)
    this_round = [one for one in detail.decisions if one.round == row.round]
    found: list[Hindrance] = []
    look_twice = ""
    if detail.waits:
        around = _around(detail, member, now, claim, token)
        found = hindrances(row, member, replace(around, asked_again=_asked_again(page, now)))
        look_twice = look_twice_at(around.stake, around.asking, edited=row.edit_of_id is not None)
    decides = allows(member, Role.REVIEWER)
    return Standing(
        config=config,
        claim=claim,
        hindrances=found,
        look_twice=look_twice,
        bypass=bypassable(found, row, member),
        undo=_undo(row, this_round, member, now) if decides else None,
        question=_question(row, this_round),
        edit=edit_card(row, detail.actions, editors_of(row)),
        expires_at=_expires_at(detail),
        can_renew=decides and detail.expired and row.superseded_by_id is None,
        form=edit_form(detail.plan, detail.pack, detail.words)
        if decides and detail.pending
        else None,
        missing=missing_facts(row) if decides and detail.waits else [],
    )


def _expires_at(detail: Detail) -> datetime | None:
    if not (detail.waits or detail.over):
        return None
    return expires_at(detail.proposal, detail.config.expire_hours, detail.decisions)


def _asked_again(page: AtPage | None, now: datetime) -> bool:
    return page is not None and not is_recent(page.proven_at, now)


def _around(
    detail: Detail, member: Membership, now: datetime, claim: Claim | None, token: ApiToken | None
) -> Around:
    row, config, stake = detail.proposal, detail.config, _stake(detail)
    edited = behind_edits(row)
    limits = limits_of(
        config,
        member,
        stake,
        now,
        behind=lambda: edited.union(*map(behind_decision, detail.given)),
    )
    return Around(
        config=config,
        claim=claim,
        approvals=detail.given,
        void=detail.void,
        stake=stake,
        limits=limits,
        mine=behind(member.pk, token) | lenders(limits.values()),
        edited=edited,
        asking=_asking(detail),
        judged_with=_judged_with(detail, stake),
        only_mail=_only_mail(detail),
        by_token=token is not None,
        mail_closed=bool(detail.closed),
        nothing_else=not detail.approvable,
        forbidden=_forbidden(detail),
    )


def _forbidden(detail: Detail) -> str:
    """Why, where policy forbids every step that could be approved; a mail that only the suppression
    list closed is told of by itself."""
    offered = detail.proposed.offered
    if detail.closed or not offered or not detail.proposal.can_proceed or detail.approvable:
        return ""
    denied = (one.sentence for one in detail.policy.lines if one.outcome == Outcome.DENY)
    return next(denied, "")


def _asking(detail: Detail) -> frozenset[RuleId]:
    """The rules that ask for a person for one of the chosen steps. Policy judges each step by
    itself, whatever else is chosen."""
    return frozenset(result.rule for _action, result in _asked(detail))


def _judged_with(detail: Detail, stake: Counter[str]) -> str:
    """The amount for which it takes two people, where what is chosen gives less; else empty. A mail
    is judged with all that it may offer, a remedy with the dearest of its alternatives."""
    totals = {
        (action.currency, int(result.numbers.get("total") or 0))
        for action, result in _asked(detail)
        if result.rule is RuleId.APR_3
    }
    more = [(minor, currency) for currency, minor in totals if minor > stake[currency]]
    return money(*max(more)) if more and len(more) == len(totals) else ""


def _only_mail(detail: Detail) -> bool:
    """And something is chosen besides it."""
    for_two = {action.index for action, result in _asked(detail) if result.rule is RuleId.APR_3}
    gives_some = any(gives(one) for one in detail.actions if one.index in for_two)
    return not gives_some and bool(set(detail.proposed.checked) - for_two)


def _asked(detail: Detail) -> Iterator[tuple[Action, RuleResult]]:
    """Chosen steps, each with what asks for a person for it."""
    actions = {action.index: action for action in detail.actions}
    for verdict in verdicts_of(detail.proposal):
        if verdict.action_index in detail.proposed.checked:
            for result in verdict.results:
                if result.outcome is Outcome.NEEDS_APPROVAL:
                    yield actions[verdict.action_index], result


def _stake(detail: Detail) -> Counter[str]:
    """Of what is chosen, with what the order has been given already."""
    row, chosen = detail.proposal, detail.proposed.checked
    return whole_stake(detail.actions, chosen, live_remedies(row.tenant_id, [row])[row.pk])


def _undo(
    row: Proposal, this_round: list[Decision], member: Membership, now: datetime
) -> UndoOffer | None:
    final = next((one for one in this_round if one.final), None)
    if row.review_status not in DECIDED or final is None or final.undo_until is None:
        return None
    if not may_undo(final, member, now):
        return None
    return UndoOffer(final.undo_until, span(final.undo_until - now))


def _question(row: Proposal, this_round: list[Decision]) -> Decision | None:
    """The one that is open."""
    if row.review_status != ReviewStatus.CHANGES_REQUESTED:
        return None
    asked = [one for one in this_round if one.kind == DecisionKind.RESPOND]
    return asked[-1] if asked else None
