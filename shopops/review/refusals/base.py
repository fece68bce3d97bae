"""What every refusal has: a stable code, an HTTP status, and a sentence that helps."""

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import ClassVar

from django.utils.translation import gettext


class DecisionRefused(Exception):
    """Nothing was decided."""

    code: ClassVar[str] = "refused"
    status: ClassVar[HTTPStatus] = HTTPStatus.UNPROCESSABLE_ENTITY
    title: ClassVar[str] = "Not decided"
    field: str = ""  # of the form that was sent, the one that it is about
    sentences: Sequence[str] = ()

    @property
    def wrong(self) -> Mapping[str, str]:
        """What is said beside which fields of the form that was sent."""
        return {self.field: " ".join(self.sentences) or str(self)} if self.field else {}

    @property
    def heading(self) -> str:
        """What a page says above it; machines read the title, which a code has for ever."""
        return self.title

    def __str__(self) -> str:
        """In the language that is active; the title stays English until it is shown."""
        return gettext(type(self).__doc__ or self.title)


def by_code() -> dict[str, type[DecisionRefused]]:
    """Every refusal, also of the rooms that have some of their own. Not kept: a room that is loaded
    later counts too."""
    return {one.code: one for one in _below(DecisionRefused)}


def title_of(code: str) -> str:
    """The code itself where no release of ours knows it any more."""
    known = by_code().get(code)
    return known.title if known else code


def _below(parent: type[DecisionRefused]) -> Iterator[type[DecisionRefused]]:
    for one in parent.__subclasses__():
        yield one
        yield from _below(one)
