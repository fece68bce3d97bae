"""The mails of a proposal as they would go: the same renderer that sends them writes them here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind, Proposal
from shopops.agents.records import Order, Tracker
from shopops.agents.resolution.reading import language
from shopops.agents.thresholds import Thresholds
from shopops.outreach.facts import Known, facts_of
from shopops.outreach.letter import Letter, write
from shopops.outreach.settled import Choice, settled
from shopops.proposals.outline_text import Words
from shopops.review.words.actions import outline
from shopops.review.words.values import language as language_name


@dataclass(frozen=True, slots=True)
class Told:
    """What a preview is made of. `proposal` with its outlines as they are stored."""

    shop: str
    pack: Pack
    proposal: Proposal
    order: Order | None
    trackers: Mapping[str, Tracker]
    numbers: Thresholds
    words: Mapping[str, Words]


@dataclass(frozen=True, slots=True)
class MailPreview:
    """`goes`: it is chosen. `language` and `wanted` by name. `unsaid`: points that the mail can't
    say, in words."""

    index: int
    goes: bool
    letter: Letter
    language: str
    wanted: str
    unsaid: list[str]


def mail_previews(told: Told, chosen: Collection[int]) -> list[MailPreview]:
    """As they go when just the `chosen` actions are carried out."""
    choice = Choice(offered=told.proposal.actions, indexes=chosen)
    return [
        _preview(told, index, action, choice)
        for index, action in enumerate(told.proposal.actions)
        if action.kind is ActionKind.DRAFT_EMAIL
    ]


def _preview(told: Told, index: int, mail: Action, choice: Choice) -> MailPreview:
    letter = write(
        facts=facts_of(_known(told), mail, choice.actions),
        cause=mail.cause,
        outline=settled(mail.body_outline, choice, told.pack.money),
        language=language(told.pack) or told.numbers.default_language,
        words={point: words.text for point, words in told.words.items()},
    )
    return MailPreview(
        index=index,
        goes=index in choice.indexes,
        letter=letter,
        language=language_name(letter.language),
        wanted=language_name(letter.wanted),
        unsaid=[_unsaid(point) for point in letter.unsaid],
    )


def _known(told: Told) -> Known:
    return Known(
        shop=told.shop,
        pack=told.pack,
        order=told.order,
        trackers=dict(told.trackers),
        zone=timezone.get_current_timezone(),
    )


def _unsaid(point: str) -> str:
    return gettext("words that were erased") if point.startswith("text:") else outline([point])[0]
