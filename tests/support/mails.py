"""Mails as a shop's people send them, and the whole way from bytes to a decision."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from msgspec import Struct

from shopops.acknowledgments.answer import Item, RepliedTo
from shopops.acknowledgments.arrival import judge_arrival
from shopops.acknowledgments.decision import Decision, decide
from shopops.acknowledgments.domains import comparable
from shopops.acknowledgments.reading.codes_in_text import Codes, codes_in
from shopops.acknowledgments.reading.cut import cut
from shopops.acknowledgments.reading.message import read_message
from shopops.acknowledgments.reading.names import Names
from shopops.acknowledgments.roster import Person, Roster
from shopops.acknowledgments.sender import Trust

TYPED, OTHER = "7F3KQ2MD8N", "9T4WXBC61K"
SHOWN, OTHER_SHOWN = "7F3KQ-2MD8N", "9T4WX-BC61K"
MISTYPED = "7F3KQ-2MD8M"
LEGACY = "ALM-2019/0042"

SERVER = "mx.in.example"
TRUST = Trust(authserv_id=SERVER)
PASSED = f"{SERVER}; dkim=pass header.d=northline.example; dmarc=pass header.from=northline.example"
OUR_NAME = "ShopOps Alerts"
OWN_ADDRESSES = frozenset({"alerts@shopops.example"})

IDA = Person(key="1a" * 32, name="Ida Lund", addresses=("ida@northline.example",))
PER = Person(key="2b" * 32, name="Per Holm", addresses=("per@northline.example",))
DESK = Person(
    key="3c" * 32, name="Northline Orders", addresses=("orders@northline.example",), shared=True
)
ROSTER = Roster([IDA, PER, DESK])
NAMES = Names([*ROSTER.names, OUR_NAME])

ALERT = """Two open items need a person at Northline.

1. Order O-1001: shipment stalled
Code: [7F3KQ-2MD8N]
2. Order O-1042: refund waits for approval
Code: [9T4WX-BC61K]"""
QUOTED_ALERT = "\n".join(f"> {line}" for line in ALERT.splitlines())


def told(*people: Person, episode: int = 1, is_open: bool = True, pre_epoch: bool = False) -> Item:
    """An open item whose ring went to these people."""
    keys = frozenset(person.key for person in people)
    return Item(episode=episode, is_open=is_open, told=keys, pre_epoch=pre_epoch)


BOTH_OPEN = MappingProxyType({TYPED: told(IDA, PER), OTHER: told(IDA, PER)})
TAGS = MappingProxyType(
    {
        "ack+ida.k7@in.shopops.example": RepliedTo(IDA.key),
        "ack+per.x9@in.shopops.example": RepliedTo(PER.key),
        "ack+orders.q2@in.shopops.example": RepliedTo(DESK.key),
    }
)


class Shop(Struct, kw_only=True):
    """What is stored, by hand."""

    items: Mapping[str, Item] = BOTH_OPEN
    legacy: frozenset[str] = frozenset()
    tags: Mapping[str, RepliedTo] = TAGS

    def replied_to(self, recipients: Collection[str]) -> RepliedTo | None:
        return next((self.tags[address] for address in recipients if address in self.tags), None)

    def legacy_among(self, texts: Collection[str]) -> Collection[str]:
        return self.legacy.intersection(texts)

    def items_of(self, codes: Collection[str]) -> Mapping[str, Item]:
        return {code: self.items[code] for code in codes if code in self.items}


def a_mail(
    text: str | bytes = SHOWN,
    *headers: str,
    sender: str = "Ida Lund <ida@northline.example>",
    to: str = "ack+ida.k7@in.shopops.example",
    results: str = PASSED,
    kind: str = "text/plain; charset=utf-8",
) -> bytes:
    """A reply of Ida's to her own alert; `headers` come on top."""
    lines = [
        *headers,
        *([f"Authentication-Results: {results}"] if results else []),
        *([f"From: {sender}"] if sender else []),
        f"To: {to}",
        "Subject: Re: Northline: two open items",
        "Message-ID: <m1@northline.example>",
        "MIME-Version: 1.0",
        f"Content-Type: {kind}",
        "Content-Transfer-Encoding: 8bit",
    ]
    body = text if isinstance(text, bytes) else text.encode()
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body.replace(b"\n", b"\r\n")


def parts(*contents: str, subtype: str = "mixed") -> str:
    """The text of a multipart body with the boundary B; each content has its own headers."""
    return "".join(f"--B\n{content}\n" for content in contents) + "--B--\n"


def decided(
    raw: bytes,
    shop: Shop | None = None,
    *,
    trust: Trust = TRUST,
    roster: Roster = ROSTER,
    envelope_sender: str | None = None,
) -> Decision:
    read = read_message(raw)
    own = {str(comparable(address)) for address in OWN_ADDRESSES}
    arrival = judge_arrival(
        read, roster=roster, trust=trust, own_addresses=own, envelope_sender=envelope_sender
    )
    return decide(read, arrival, names=NAMES, stored=shop or Shop())


def codes_of_text(text: str, *, legacy: Collection[str] = (), wraps: bool = True) -> Codes:
    """Of a plain text, as it stands in a mail."""
    body = read_message(a_mail(text)).body
    lines = body.lines if body else ()
    return codes_in(cut(lines, NAMES, wraps=wraps), legacy=legacy)


def typed(text: str, *, legacy: Collection[str] = ()) -> list[str]:
    return [code.code for code in codes_of_text(text, legacy=legacy).typed]
