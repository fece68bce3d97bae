"""What the model is told. Pure.

Nothing of the order goes out: no name, address, number, code, amount or date, and nothing that a
customer, a carrier or a colleague ever wrote. `said` are sentences of our own, word for word, which
hold no such thing (tests/unit/test_narrative_asking.py); so no one who writes to the shop has a way
to tell the model anything.
"""

from collections.abc import Sequence

from babel import Locale
from msgspec import Struct

from shopops.agents.cause_words import CAUSES
from shopops.narrative.model import Message

RULES = """\
You help an online shop to word one short addition to a mail to a customer. A person of the shop \
reads your words before anything is done with them.

Write two or three plain sentences in {language}, at most {most} characters in all, and nothing \
else: no greeting, no signature, no heading, no list, no quotation marks, no placeholder.
The mail's other sentences are given below. Do not repeat them: add understanding and a kind word \
about the situation.
Make no promise and offer nothing. Do not say what happens next, or when. Use no number, neither \
in digits nor in words, and no date, weekday, amount, code, link, address, or name of a person or \
company.
Write for a customer who is a stranger: friendly, calm, not effusive."""
SITUATION = "What happened: {cause}."
SENTENCES = "What the mail says already:"
NOTHING = "(nothing)"
UNKNOWN = "Something about the order"


class Asked(Struct, frozen=True, kw_only=True):
    """`cause`: a code of ours; one that is not known is not passed on."""

    language: str
    cause: str
    said: Sequence[str]
    most_chars: int


def messages(asked: Asked) -> list[Message]:
    rules = RULES.format(language=_name(asked.language), most=asked.most_chars)
    lines = [f"- {one}" for one in asked.said] or [NOTHING]
    situation = SITUATION.format(cause=CAUSES.get(asked.cause, UNKNOWN))
    return [
        Message(role="system", content=rules),
        Message(role="user", content="\n".join([situation, SENTENCES, *lines])),
    ]


def _name(language: str) -> str:
    return str(Locale.parse(language).get_language_name("en"))
