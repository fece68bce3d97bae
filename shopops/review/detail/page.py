"""Everything that the page of one proposal shows, read in a constant number of statements."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

import msgspec
from django.utils.timezone import get_current_timezone

from shopops import ledger
from shopops.agents import proposal as agents
from shopops.agents.facts import FactKind, Pack
from shopops.agents.thresholds import Thresholds
from shopops.outreach.composing import Told
from shopops.outreach.links import links_shown
from shopops.policy.verdicts import Outcome, Verdict
from shopops.proposals.models import Action, Proposal, ReviewStatus
from shopops.proposals.outline_text import Words, told, words_in
from shopops.proposals.read import pack_of, proposal_from, verdicts_of
from shopops.review import settings
from shopops.review.config import ReviewConfig
from shopops.review.counted import counted
from shopops.review.decisions import waits_for_person
from shopops.review.detail import history, timeline
from shopops.review.detail.approvals import Approvals, approvals
from shopops.review.detail.customer_said import CustomerSaid, customer_said
from shopops.review.detail.earlier import EarlierDecisions, earlier_decisions
from shopops.review.detail.edited import amounts_edited
from shopops.review.detail.evidence_table import EvidenceTable, evidence_table
from shopops.review.detail.head import Approved, Head, approved, head
from shopops.review.detail.mail_preview import MailPreview, mail_previews, mails_sent
from shopops.review.detail.money_box import LooseRefund, Payment, loose_refunds, money_box
from shopops.review.detail.people import names_of
from shopops.review.detail.policy_card import PolicyCard, policy_card
from shopops.review.detail.proposed import (
    Proposed,
    as_chosen,
    as_said,
    marked,
    only,
    proposed,
)
from shopops.review.detail.reading import find_proposal, records_of
from shopops.review.detail.suppressed import as_by_now, closed_mails, no_more_mail_since
from shopops.review.detail.tracking import ParcelPicture, last_places, tracking
from shopops.review.detail.undated import undated
from shopops.review.expiry import is_over
from shopops.review.models import Decision, DecisionKind
from shopops.review.statuses import UNSETTLED
from shopops.review.words.headlines import headline
from shopops.review.words.notes import notes
from shopops.review.words.people import people_in
from shopops.review.words.why import Seen, why
from shopops.tenants import thresholds


@dataclass(frozen=True, slots=True)
class Detail:
    """`over`: it waited for too long by the clock, whether or not that is marked yet. `plan`: what
    is proposed, as an agent has it; `words`: what people wrote into its messages; `closed`: mails
    that the suppression list forbids by now, though the verdicts do not."""

    config: ReviewConfig
    over: bool
    proposal: Proposal
    pack: Pack
    plan: agents.Proposal
    words: dict[str, Words]
    closed: frozenset[int]
    headline: str
    head: Head
    why: str
    notes: list[str]
    proposed: Proposed
    evidence: EvidenceTable
    policy: PolicyCard
    parcels: list[ParcelPicture]
    payments: list[Payment]
    loose_refunds: list[LooseRefund]
    timeline: list[timeline.Line]
    revisions: list[history.Revision]
    decisions: list[Decision]
    approvals: Approvals | None
    actions: list[Action]
    approved: list[Approved]
    earlier: EarlierDecisions
    told: Told
    customer: list[CustomerSaid]
    no_more_mail_since: datetime | None

    @property
    def pending(self) -> bool:
        return self.proposal.review_status == ReviewStatus.PENDING and not self.over

    @property
    def waits(self) -> bool:
        """For a decision, or for the answer to a question."""
        return self.proposal.review_status in UNSETTLED and not self.over

    @property
    def expired(self) -> bool:
        return self.over or self.proposal.review_status == ReviewStatus.EXPIRED

    @property
    def mails(self) -> list[MailPreview]:
        """As they go with what is chosen, or was approved."""
        return mail_previews(self.told, self.words, self.proposed.chosen, mails_sent(self.actions))

    def choosing(self, values: Collection[str]) -> "Detail":
        """With what somebody chose on the page; `values`: as the form sends them."""
        actions = _in_words(self.plan, self.words).actions
        return replace(self, proposed=as_said(as_chosen(self.proposed, values), actions, self.pack))

    @property
    def settled(self) -> list[Decision]:
        """The decisions of this round that settle it, and the first of two approvals."""
        return [one for one in self.decisions if one.counts_in(self.proposal.round)]

    @property
    def given(self) -> list[Decision]:
        """The approvals of this round that count."""
        return counted(_approvals(self.proposal, self.decisions))

    @property
    def void(self) -> list[Decision]:
        """Those of this round that count no longer."""
        counting = self.given
        return [one for one in _approvals(self.proposal, self.decisions) if one not in counting]

    @property
    def approvable(self) -> bool:
        """Whether any step is there that somebody may approve."""
        return self.proposal.can_proceed and self.proposed.approvable

    @property
    def first_approval(self) -> Decision | None:
        """Of two, while the second is awaited."""
        return next(iter(self.given), None) if self.pending else None

    @property
    def for_person(self) -> bool:
        return waits_for_person(self.proposal.track, [action.kind for action in self.actions])


def detail_of(tenant_id: int, proposal_id: int, now: datetime) -> Detail:
    """Raises `Http404` for a proposal of another shop as for one that does not exist."""
    row = find_proposal(tenant_id, proposal_id)
    pack, verdicts, actions = pack_of(row), verdicts_of(row), list(row.actions.all())
    plan = proposal_from(row, actions, pack)
    words = _words(row, plan)
    source = _in_words(plan, words)
    order, trackers = records_of(tenant_id, pack)
    numbers = thresholds.at(tenant_id, pack.thresholds_version)
    entries = ledger.timeline(tenant_id, row.order_id)
    earlier = earlier_decisions(row)
    decided = history.decisions(row)
    parcels = tracking(pack, order, trackers, numbers, now)
    config = settings.current(tenant_id)
    moved = history.refunds_from_here(row, pack)
    unsettled = row.review_status in UNSETTLED
    closed = closed_mails(tenant_id, plan, verdicts, order) if unsettled else frozenset()
    return Detail(
        config=config,
        over=is_over(row, config.expire_hours, now, decided),
        proposal=row,
        pack=pack,
        plan=plan,
        words=words,
        closed=closed,
        headline=headline(row.cause, row.blocked_reasons, pack.parcels, now),
        head=head(row, pack, parcels, order, now),
        why=why(_seen(numbers, pack, source, verdicts, last_places(pack, order, trackers), now)),
        notes=[*_notes(row, pack, source), *undated(row, actions, order, trackers)],
        proposed=_proposed(row, source, as_by_now(verdicts, closed), pack, decided),
        evidence=evidence_table(pack, source),
        policy=policy_card(source.actions, verdicts),
        parcels=parcels,
        payments=money_box(pack, moved.held, moved.done),
        loose_refunds=loose_refunds(pack, order),
        timeline=_timeline(tenant_id, entries, earlier),
        revisions=history.revisions(row),
        decisions=decided,
        approvals=approvals(counted(_approvals(row, decided))),
        actions=actions,
        approved=approved(actions),
        earlier=earlier,
        customer=customer_said(tenant_id, pack),
        no_more_mail_since=no_more_mail_since(tenant_id, order),
        told=Told(
            shop=row.tenant.name,
            pack=pack,
            proposal=plan,
            order=order,
            trackers=trackers,
            numbers=numbers,
            words={point: one.text for point, one in words.items()},
            zone=get_current_timezone(),
            links=links_shown(),
        ),
    )


def _timeline(
    tenant_id: int, entries: list[ledger.Entry], earlier: EarlierDecisions
) -> list[timeline.Line]:
    names = names_of(tenant_id, people_in(entries))
    return timeline.timeline(entries, names, earlier.receipts)


def _words(row: Proposal, source: agents.Proposal) -> dict[str, Words]:
    """What people wrote into its messages."""
    return words_in(row, [action.body_outline for action in source.actions])


def _in_words(source: agents.Proposal, words: dict[str, Words]) -> agents.Proposal:
    """With what a person wrote into a message in place of its hash."""
    said = [
        msgspec.structs.replace(action, body_outline=told(action.body_outline, words))
        for action in source.actions
    ]
    return msgspec.structs.replace(source, actions=said)


def _seen(
    numbers: Thresholds,
    pack: Pack,
    source: agents.Proposal,
    verdicts: list[Verdict],
    places: dict[str, str],
    now: datetime,
) -> Seen:
    denied = {one.action_index for one in verdicts if one.outcome is Outcome.DENY}
    return Seen(pack, source, numbers, places, now, frozenset(denied))


def _notes(row: Proposal, pack: Pack, source: agents.Proposal) -> list[str]:
    guessed = pack.fields["language"].kind is FactKind.INFERENCE
    return list(notes(row.rationale, source.actions, guessed_language=guessed))


def _proposed(
    row: Proposal,
    source: agents.Proposal,
    verdicts: list[Verdict],
    pack: Pack,
    decided: list[Decision],
) -> Proposed:
    by_index = {verdict.action_index: verdict for verdict in verdicts}
    offered = proposed(source.actions, by_index, pack, amounts_edited(row, source, pack))
    given = counted(_approvals(row, decided))
    if given:
        settle = only if row.review_status == ReviewStatus.PENDING else marked
        offered = settle(offered, given[0].action_indexes)
    return as_said(offered, source.actions, pack)


def _approvals(row: Proposal, decided: list[Decision]) -> list[Decision]:
    """Of this round, whether they count or not."""
    return [one for one in decided if one.kind == DecisionKind.APPROVE and one.round == row.round]
