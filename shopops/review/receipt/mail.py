"""The customer's mail in words, as what was approved makes it: composed as what sends it does."""

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from shopops.agents.facts import Pack
from shopops.agents.proposal import ActionKind
from shopops.agents.proposal import Proposal as Proposed
from shopops.outreach.composing import Told, letter_of
from shopops.outreach.letter import Letter
from shopops.outreach.settled import Choice
from shopops.proposals.models import Action, Proposal
from shopops.proposals.outline_text import is_text, words_in
from shopops.proposals.read import proposal_from
from shopops.review.detail.reading import records_of
from shopops.review.models import Decision, DecisionKind
from shopops.review.receipt.contents import Mail
from shopops.tenants import thresholds
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
    told = _told(shop, decision.proposal, pack, proposed)
    return [_mail(letter_of(told, index, choice)) for index in chosen]


def _told(shop: Tenant, row: Proposal, pack: Pack, proposed: Proposed) -> Told:
    order, trackers = records_of(shop.pk, pack)
    return Told(
        shop=shop.name,
        pack=pack,
        proposal=proposed,
        order=order,
        trackers=trackers,
        numbers=thresholds.at(shop.pk, pack.thresholds_version),
        words=_words(row, proposed),
        zone=ZoneInfo(shop.timezone),
    )


def _words(row: Proposal, proposed: Proposed) -> Mapping[str, str]:
    found = words_in(row, [one.body_outline for one in proposed.actions])
    return {point: words.text for point, words in found.items()}


def _mail(letter: Letter) -> Mail:
    return Mail(
        to=letter.to or "",
        language=letter.language,
        subject=letter.subject,
        text=letter.text,
        erased=any(is_text(point) for point in letter.unsaid),
    )
