"""From what was decided to the letter: what is previewed and what is sent come from here. Pure."""

from collections.abc import Mapping
from datetime import tzinfo

from msgspec import Struct

from shopops.agents.facts import Pack
from shopops.agents.proposal import Proposal
from shopops.agents.records import Order, Tracker
from shopops.agents.resolution.reading import language
from shopops.agents.thresholds import Thresholds
from shopops.outreach.facts import Known, facts_of
from shopops.outreach.letter import NO_LINKS, Letter, Links, write
from shopops.outreach.settled import Choice, settled


class Told(Struct, frozen=True, kw_only=True):
    """What a letter is made of. `proposal` with its outlines as they are stored; `words`: what
    people wrote, by the point that stands for it."""

    shop: str
    pack: Pack
    proposal: Proposal
    order: Order | None
    trackers: Mapping[str, Tracker]
    numbers: Thresholds
    words: Mapping[str, str]
    zone: tzinfo
    links: Links = NO_LINKS


def letter_of(told: Told, index: int, choice: Choice) -> Letter:
    """The mail at that index, as it goes when just what is chosen is carried out."""
    mail = told.proposal.actions[index]
    known = Known(
        shop=told.shop,
        pack=told.pack,
        order=told.order,
        trackers=dict(told.trackers),
        zone=told.zone,
    )
    return write(
        facts=facts_of(known, mail, choice.spoken_of),
        cause=mail.cause,
        outline=settled(mail.body_outline, choice, told.pack.money),
        language=language(told.pack) or told.numbers.default_language,
        words=told.words,
        links=told.links,
        otherwise=told.numbers.default_language,
    )
