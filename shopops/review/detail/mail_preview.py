"""The mails of a proposal as they would go: what sends them writes them here too."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from shopops.agents.proposal import ActionKind
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.outreach.composing import Told, letter_of
from shopops.outreach.letter import Letter, Sentence
from shopops.outreach.settled import Choice
from shopops.proposals.models import Action, ExecutionStatus
from shopops.proposals.outline_text import Words
from shopops.review.words.actions import outline
from shopops.review.words.added import whose
from shopops.review.words.values import language as language_name


@dataclass(frozen=True, slots=True)
class MailPreview:
    """`goes`: it is chosen. `went`: it was sent from here. `language` and `wanted` by name.
    `unsaid`: points that the mail can't say, in words. `sentences`: each with whose words it is,
    which is empty for our own."""

    index: int
    goes: bool
    went: bool
    letter: Letter
    language: str
    wanted: str
    unsaid: list[str]
    sentences: list[tuple[Sentence, str]]


def mail_previews(
    told: Told,
    words: Mapping[str, Words],
    chosen: Collection[int],
    sent: Collection[int] = (),
) -> list[MailPreview]:
    """As they go when just the `chosen` actions are carried out; `sent`: those that went. `words`:
    what people wrote into them."""
    choice = Choice(offered=told.proposal.actions, indexes=chosen)
    return [
        _preview(index, letter_of(told, index, choice), choice, words, went=index in sent)
        for index, action in enumerate(told.proposal.actions)
        if action.kind is ActionKind.DRAFT_EMAIL
    ]


def mails_sent(actions: Sequence[Action]) -> set[int]:
    """Indexes of those that we sent; what a person said to have sent is worded as they wished."""
    done = {
        one.pk: one.index
        for one in actions
        if one.kind == ActionKind.DRAFT_EMAIL and one.execution_status == ExecutionStatus.SUCCEEDED
    }
    if not done:
        return set()
    sent = Effect.objects.of(actions[0].tenant_id).filter(action__in=done)
    sent = sent.filter(state=State.SUCCEEDED, settled_by=None)
    return {done[action] for action in sent.values_list("action", flat=True) if action}


def _preview(
    index: int, letter: Letter, choice: Choice, words: Mapping[str, Words], *, went: bool
) -> MailPreview:
    return MailPreview(
        index=index,
        goes=index in choice.indexes,
        went=went,
        letter=letter,
        language=language_name(letter.language),
        wanted=language_name(letter.wanted),
        unsaid=[_unsaid(point) for point in letter.unsaid],
        sentences=[
            (one, whose(words[one.point]) if one.point in words else "") for one in letter.sentences
        ],
    )


def _unsaid(point: str) -> str:
    return gettext("words that were erased") if point.startswith("text:") else outline([point])[0]
