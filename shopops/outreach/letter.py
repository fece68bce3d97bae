"""From an outline to the mail that goes. Pure: the same facts give the same bytes.

Every sentence is a fixed wording of its language with facts put in. Words that a person added go
as they were written. Nothing else ever gets into a mail.
"""

from collections.abc import Iterator, Mapping, Sequence

from babel.dates import format_date
from msgspec import Struct

from shopops.agents.proposal import ActionKind
from shopops.agents.records import ClaimKind
from shopops.agents.resolution.codes import Outline
from shopops.agents.resolution.offers import offered
from shopops.money import format_minor
from shopops.outreach.facts import Facts, Sum
from shopops.outreach.languages import LANGUAGES, is_spoken, spoken
from shopops.outreach.phrases import OTHER, Phrases

PERSON = "text:"
CHOICES = {
    ClaimKind.CHOICE_RESHIP: ActionKind.PROPOSE_RESHIP,
    ClaimKind.CHOICE_REFUND: ActionKind.PROPOSE_REFUND,
}
PARTS = (str(Outline.DELIVERED), str(Outline.ON_ITS_WAY))
# A point that only says something with its amount.
NEEDS_SUM = frozenset({str(Outline.GOODWILL)})


class Sentence(Struct, frozen=True, kw_only=True):
    """`by_person`: not a wording of ours, but the text that `point` of the outline stands for.
    `evidence_ids`: what its facts come from."""

    text: str
    evidence_ids: list[str] = []
    point: str = ""

    @property
    def by_person(self) -> bool:
        return bool(self.point)


class Links(Struct, frozen=True, kw_only=True):
    """Addresses in a mail, where it offers a choice and where it makes an offer that may be
    unwelcome. Empty: none."""

    choose: str = ""
    leave: str = ""


NO_LINKS = Links()


class Letter(Struct, frozen=True, kw_only=True):
    """`language` is the one it is written in, `wanted` the one that it should be. `unsaid`: points
    of the outline that could not be said: a wording, an amount or an erased text is missing.
    `choices`: what its reader may choose between. `advertises`: it offers what nobody is owed, so
    its reader may want no other."""

    to: str | None
    language: str
    wanted: str
    subject: str
    hello: str
    sentences: list[Sentence]
    goodbye: str
    unsaid: list[str]
    choices: list[ClaimKind]
    advertises: bool

    @property
    def fell_back(self) -> bool:
        return not is_spoken(self.wanted)

    @property
    def text(self) -> str:
        """The plain text of the body, as it goes."""
        return "\n\n".join([self.hello, *(one.text for one in self.sentences), self.goodbye])


def write(
    *,
    facts: Facts,
    cause: str,
    outline: Sequence[str],
    language: str,
    words: Mapping[str, str],
    links: Links = NO_LINKS,
    otherwise: str = "",
) -> Letter:
    """`words`: what people wrote, by the point that stands for it in the outline. `otherwise`: the
    shop's own language, for whoever wants one that there is no wording in."""
    written = spoken(language, otherwise)
    said = LANGUAGES[written]
    sentences = [Sentence(text=said.about.format(number=facts.number))]
    if not is_spoken(language):
        sentences.append(Sentence(text=said.fallback))
    unsaid: list[str] = []
    for point in _merged(outline):
        found = list(_say(point, facts, said, words))
        sentences += found
        if not found and point != Outline.ORDER_NUMBER:
            unsaid.append(point)
    choices = _choices(outline)
    advertises = Outline.GOODWILL in outline and Outline.GOODWILL not in unsaid
    sentences += _linked(said, links, choices=bool(choices), advertises=advertises)
    hello = said.hello.format(name=facts.name) if facts.name else said.hello_nobody
    return Letter(
        to=facts.to,
        language=written,
        wanted=language,
        subject=_subject(cause, outline, said).format(number=facts.number),
        hello=hello,
        sentences=sentences,
        goodbye=f"{said.goodbye}\n{facts.shop}",
        unsaid=unsaid,
        choices=choices,
        advertises=advertises,
    )


def _choices(outline: Sequence[str]) -> list[ClaimKind]:
    """What the outline still offers, and a customer can say that they want."""
    kinds = offered(point for point in outline if point != Outline.REFUND_OF_REMAINDER)
    return [choice for choice, kind in CHOICES.items() if kind in kinds]


def _linked(said: Phrases, links: Links, *, choices: bool, advertises: bool) -> Iterator[Sentence]:
    if choices and links.choose:
        yield Sentence(text=f"{said.choose}\n{links.choose}")
    if advertises and links.leave:
        yield Sentence(text=f"{said.leave}\n{links.leave}")


def _merged(outline: Sequence[str]) -> list[str]:
    """Of an order in parts, what arrived and what is on its way is one sentence."""
    if not set(PARTS) <= set(outline):
        return list(outline)
    first = min(outline.index(part) for part in PARTS)
    rest = [point for point in outline if point not in PARTS]
    return [*rest[:first], "+".join(PARTS), *rest[first:]]


def _say(point: str, facts: Facts, said: Phrases, words: Mapping[str, str]) -> Iterator[Sentence]:
    if point.startswith(PERSON):
        if point in words:
            yield Sentence(text=words[point], point=point)
    elif point.endswith(Outline.APOLOGY):
        cause = point.removesuffix(Outline.APOLOGY)
        yield Sentence(text=said.apologies.get(cause, said.apologies[OTHER]))
        yield from _last_scan(facts, said)
    elif point in said.points:
        amount = facts.sums.get(point)
        if amount is None and point in NEEDS_SUM:
            return
        yield Sentence(text=said.points[point])
        if amount is not None and point in said.sums:
            text = said.sums[point].format(amount=money(amount, said))
            yield Sentence(text=text, evidence_ids=amount.evidence_ids)


def _last_scan(facts: Facts, said: Phrases) -> Iterator[Sentence]:
    scanned = facts.scanned
    if scanned is None:
        return
    local = scanned.at.astimezone(facts.zone).date()
    date = format_date(local, said.date, locale=said.locale)
    wording = said.last_scan if scanned.carrier else said.last_scan_nobody
    text = wording.format(carrier=scanned.carrier, date=date)
    yield Sentence(text=text, evidence_ids=scanned.evidence_ids)


def money(amount: Sum, said: Phrases) -> str:
    """Exact, with the separators of the language and the ISO code: "1.290,00 USD"."""
    thousands, decimals = said.separators
    plain = format_minor(amount.minor, amount.currency)
    return plain.translate({ord(","): thousands, ord("."): decimals})


def _subject(cause: str, outline: Sequence[str], said: Phrases) -> str:
    if cause in said.subjects:
        return said.subjects[cause]
    apologises = any(point.endswith(Outline.APOLOGY) for point in outline)
    return said.subject_parcel if apologises else said.subject
