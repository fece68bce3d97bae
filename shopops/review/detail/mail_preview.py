"""The mails of a proposal as they would go: what sends them writes them here too."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext

from shopops.agents.proposal import ActionKind
from shopops.outreach.composing import Told, letter_of
from shopops.outreach.letter import Letter
from shopops.outreach.settled import Choice
from shopops.review.words.actions import outline
from shopops.review.words.values import language as language_name


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
        _preview(index, letter_of(told, index, choice), choice)
        for index, action in enumerate(told.proposal.actions)
        if action.kind is ActionKind.DRAFT_EMAIL
    ]


def _preview(index: int, letter: Letter, choice: Choice) -> MailPreview:
    return MailPreview(
        index=index,
        goes=index in choice.indexes,
        letter=letter,
        language=language_name(letter.language),
        wanted=language_name(letter.wanted),
        unsaid=[_unsaid(point) for point in letter.unsaid],
    )


def _unsaid(point: str) -> str:
    return gettext("words that were erased") if point.startswith("text:") else outline([point])[0]
