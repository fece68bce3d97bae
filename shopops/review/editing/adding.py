"""What a person adds to a message: points in their words, some of which a model may have begun."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from shopops.proposals.outline_text import Drafted, Words, new_words
from shopops.review.editing.refusals import EditUnreadable, NotInEvidence
from shopops.review.editing.wording import unproven
from shopops.review.reasons import clean

LONGEST_POINT = 300


@dataclass(frozen=True, slots=True)
class TypedDraft:
    """`text`: as it is now. `token`: what says that a model drafted it; empty: nothing does."""

    text: str
    token: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A text and the field that it stands in."""

    text: str
    field: str
    drafted: Drafted | None = None


@dataclass(frozen=True, slots=True)
class Added:
    """`field`: the one for what is wrong with all of it. `known` learns the texts."""

    typed: Sequence[Typed]
    field: str
    known: dict[str, Words]
    facts: Collection[str]

    def points(self) -> Iterator[str]:
        for one in self.typed:
            text = one_line(one.text)
            if text:
                self._refuse(text, one.field)
                words = new_words(text, one.drafted)
                self.known[words.point] = words
                yield words.point

    def _refuse(self, text: str, field: str) -> None:
        if len(text) > LONGEST_POINT:
            said = _("A point has at most {number} characters.").format(number=LONGEST_POINT)
            raise EditUnreadable(said, field)
        if piece := unproven(text, self.facts):
            raise NotInEvidence(piece, field)


def one_line(typed: str) -> str:
    """A text as it is kept: without what no page shows, on one line."""
    return " ".join(clean(typed).split())
