"""A mail's whole way from what was read to what it acknowledges. What is stored is asked for."""

from collections.abc import Collection, Mapping
from typing import Protocol

from msgspec import Struct

from shopops.acknowledgments.answer import (
    Answer,
    Item,
    RepliedTo,
    judge_codes,
    own_text,
    refuse_mail,
)
from shopops.acknowledgments.arrival import Arrival
from shopops.acknowledgments.outcomes import Outcome
from shopops.acknowledgments.reading.body import Body
from shopops.acknowledgments.reading.codes_in_text import codes_in, lone_texts
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.roster import Person


class Stored(Protocol):
    """What the shop knows, asked for only on behalf of a person who is verified."""

    def replied_to(self, recipients: Collection[str]) -> RepliedTo | None:
        """What our reply address among the recipients says, if one is signed by us."""

    def legacy_among(self, texts: Collection[str]) -> Collection[str]:
        """Those of the texts that are codes of an older system, verbatim."""

    def items_of(self, codes: Collection[str]) -> Mapping[str, Item]:
        """The items that these codes belong to."""


class Decision(Struct, frozen=True, kw_only=True):
    """`answer` is there for every person who is verified."""

    outcome: Outcome
    arrival: Arrival
    answer: Answer | None = None


def decide(read: Read, arrival: Arrival, *, names: Names, stored: Stored) -> Decision:
    """`names`: the roster's and our own sender name."""
    if arrival.person is None:
        return Decision(outcome=arrival.outcome, arrival=arrival)
    tag = stored.replied_to(read.recipients)
    refusal = refuse_mail(arrival.person, tag, read.body)
    if refusal or read.body is None:
        answer = Answer(outcome=Outcome.REFUSE, reason=refusal)
    else:
        answer = _answer(read.body, names, arrival.person, tag, stored)
    return Decision(outcome=answer.outcome, arrival=arrival, answer=answer)


def _answer(
    body: Body, names: Names, person: Person, tag: RepliedTo | None, stored: Stored
) -> Answer:
    text = own_text(body, names)
    codes = codes_in(text, legacy=stored.legacy_among(lone_texts(text)))
    typed = [code.code for code in codes.typed if not code.legacy]
    return judge_codes(codes, person=person, tag=tag, items=stored.items_of(typed))
