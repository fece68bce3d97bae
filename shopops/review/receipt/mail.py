"""The customer's mail in words, as what was approved makes it: composed as what sends it does."""

from collections.abc import Iterator, Mapping, Sequence

from shopops.agents.facts import Pack
from shopops.agents.proposal import ActionKind
from shopops.outreach.composing import letter_of
from shopops.outreach.letter import Letter
from shopops.outreach.settled import Choice
from shopops.proposals.models import Action
from shopops.proposals.outline_text import Words, is_text, words_in
from shopops.proposals.read import proposal_from
from shopops.review.detail.telling import told_of
from shopops.review.models import Decision, DecisionKind
from shopops.review.receipt.contents import Added, Mail
from shopops.review.receipt.people import person
from shopops.review.words.added import whose
from shopops.tenants.models import Tenant


def mails(shop: Tenant, decision: Decision, pack: Pack, actions: Sequence[Action]) -> list[Mail]:
    """Of an approval, those that it chose. Asks nothing where it chose none."""
    if decision.kind != DecisionKind.APPROVE:
        return []
    proposed = proposal_from(decision.proposal, actions, pack)
    choice = Choice(offered=proposed.actions, indexes=decision.action_indexes)
    chosen = [
        index
        for index, one in enumerate(proposed.actions)
        if one.kind is ActionKind.DRAFT_EMAIL and index in choice.indexes
    ]
    if not chosen:
        return []
    told = told_of(shop, decision.proposal, pack, proposed)
    words = words_in(decision.proposal, [one.body_outline for one in proposed.actions])
    return [_mail(letter_of(told, index, choice), words) for index in chosen]


def _mail(letter: Letter, words: Mapping[str, Words]) -> Mail:
    return Mail(
        to=letter.to or "",
        language=letter.language,
        subject=letter.subject,
        text=letter.text,
        erased=any(is_text(point) for point in letter.unsaid),
        added=list(_added(letter, words)),
    )


def _added(letter: Letter, words: Mapping[str, Words]) -> Iterator[Added]:
    for one in letter.sentences:
        if one.point in words:
            said = words[one.point]
            yield Added(
                text=said.text,
                by=person(said.author) if said.author else None,
                drafted_by=said.drafted.model if said.drafted else None,
                changed=said.drafted.changed if said.drafted else None,
                sentence=whose(said),
            )
