"""What a connected shop is asked, and what it may answer. Pure: shapes only.

An ask names everything that the shop needs to know and carries the key by which the shop can be
searched for what came of it. The same ask gives the same request, byte for byte.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from math import ceil
from typing import Protocol, Self

from msgspec import Struct

from shopops.connectors.formats import Format


class EffectKind(StrEnum):
    """What can be done outside of this program."""

    REFUND = "refund"
    RESHIP = "reship"
    CREDIT = "credit"
    MAIL = "mail"
    NOTE = "note"


class Ask(Struct, frozen=True, kw_only=True, tag=True):
    """`key`: 64 lower-case hex digits, the same for every try. Ids are the source's own."""

    key: str
    order_id: str
    order_number: str


class RefundAsk(Ask, frozen=True, kw_only=True):
    """`reason`: the stable code of the trouble that it answers. `method`: of the payment, as its
    source names it; empty where that is not known."""

    transaction_id: str
    amount_minor: int
    currency: str
    reason: str
    method: str = ""


class ReshipLine(Struct, frozen=True, kw_only=True):
    line_id: str
    quantity: int


class ReshipAsk(Ask, frozen=True, kw_only=True):
    """Without lines: the whole order. `document`: the order as its source told it last, the bytes
    that are held of it; for shops where sending again means making a copy of it."""

    reason: str
    lines: list[ReshipLine] = []
    document: bytes = b""


class CreditAsk(Ask, frozen=True, kw_only=True):
    customer_id: str
    amount_minor: int
    currency: str
    reason: str


class NoteAsk(Ask, frozen=True, kw_only=True):
    """A line for the order's own record. `code`: of the alarm item, or the decision's name; one
    note for each. `said`: what it says, by name, in the order in which it is to be read."""

    code: str
    said: dict[str, str]


class MailAsk(Ask, frozen=True, kw_only=True):
    """A mail to the customer, as bytes. `sender`: where reports about it go. No shop sends it: the
    mail server does."""

    sender: str
    recipient: str
    message_id: str
    message: bytes


AnyAsk = RefundAsk | ReshipAsk | CreditAsk | NoteAsk | MailAsk
DRAFT = "draft:"  # before the name of what a person completes there
NO_MAILS = "No connected shop sends mails; they go out by the mail server."


class Request(Struct, frozen=True, kw_only=True):
    """What goes over the line, without the secrets that `send` adds."""

    method: str
    url: str
    headers: dict[str, str] = {}
    body: bytes = b""


class Done(Struct, frozen=True, kw_only=True):
    """It happened, once. `remote_id`: the source's own id of it, after `DRAFT` where what was made
    waits there for a person."""

    remote_id: str
    at: datetime | None = None


class Refused(Struct, frozen=True, kw_only=True):
    """The source promises that nothing happened. `again`: a later try may succeed;
    `after_seconds`: not before then, where it says so."""

    code: str
    detail: str
    again: bool = False
    after_seconds: float | None = None


class Unknown(Struct, frozen=True, kw_only=True):
    """Nobody here can say whether it happened. `for_good`: nor could anybody who is asked later, so
    a person has to. `answered`: the source works and said as much as it knows. `after_seconds`: not
    to be asked before then, where it says so."""

    code: str
    detail: str
    for_good: bool = False
    answered: bool = False
    after_seconds: float | None = None


class Absent(Struct, frozen=True, kw_only=True):
    """The source was searched in a place that shows its newest state, and it is not there."""


class Reply(Struct, frozen=True, kw_only=True):
    """`status` and `body`: as they came back; None and empty where nothing did."""

    answer: Done | Refused | Unknown
    status: int | None = None
    body: bytes = b""


class Found(Struct, frozen=True, kw_only=True):
    """`Unknown`: the source could not be asked, or does not show its newest state yet."""

    answer: Done | Absent | Unknown
    status: int | None = None
    body: bytes = b""


class Fetched(Struct, frozen=True, kw_only=True):
    """An order as its source has it now: rows of one of the formats, as they came."""

    source_format: Format
    rows: list[bytes]


class Noted(Struct, frozen=True, kw_only=True):
    """A note as the order's record has it: one of ours, or one that says so. `said` is empty where
    it can't be read any more."""

    remote_id: str
    code: str
    said: dict[str, str]


class Tested(Struct, frozen=True, kw_only=True):
    """What a test of the connection found, in words. `lacking`: rights that the shop denies."""

    works: bool
    says: str
    lacking: list[str] = []


ORDER_GONE = "order_gone"
# By which a reader says that the source has no such order, or has it no more.
NO_ORDER = frozenset({ORDER_GONE, "unknown_order"})


class CannotRead(Exception):
    """The source could not be read now. `code`: stable; the words are for people. `after_seconds`:
    not to be asked again before then, where it says so."""

    def __init__(self, code: str, detail: str, *, after_seconds: float | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.after_seconds = None if after_seconds is None else ceil(after_seconds)

    @classmethod
    def after(cls, answer: Refused | Unknown) -> Self:
        return cls(answer.code, answer.detail, after_seconds=answer.after_seconds)


class NotOffered(Exception):
    """This kind of shop has no such thing; a person must do it there by hand."""


class Writer(Protocol):
    def request_for(self, ask: AnyAsk) -> Request:
        """The one request that does it. Raises `NotOffered`; asks nobody."""

    def send(self, request: Request) -> Reply:
        """Signs and sends it, once. Never raises for what the other side does."""

    def find(self, ask: AnyAsk, *, sent_at: datetime) -> Found:
        """Whether the source has what an earlier try asked for at that time."""


class Reader(Protocol):
    def order(self, order_id: str) -> Fetched:
        """Raises `CannotRead`."""

    def test(self) -> Tested:
        """Asks for something harmless."""


class NoteReader(Protocol):
    def notes(self, order_id: str) -> list[Noted]:
        """All that bear our name on this order's record. Raises `CannotRead`, also where there are
        too many to read."""


class Poller(Protocol):
    def changed(self, *, held_until: datetime | None, now: datetime) -> Iterator[Fetched]:
        """What changed at the source, page by page, also what is held already. `held_until`: what
        changed before it is held; None: nothing is. Raises `CannotRead`, also between pages."""


class Happening(StrEnum):
    """What a delivery says besides rows."""

    NOTHING = ""
    UNINSTALLED = "uninstalled"
    CUSTOMER_DATA_ASKED = "customer_data_asked"
    CUSTOMER_ERASED = "customer_erased"
    SHOP_ERASED = "shop_erased"


class Delivered(Struct, frozen=True, kw_only=True):
    """One delivery, read. `delivery_id`: as its source names it, unique for it.
    `occurred_at`: by the source's own clock. `about`: ids of the orders meant by a `happening`,
    `customer`: the source's id of whose they are. `left`: ids of orders that the source no longer
    has as they were, and does not say how it has them. Not `proven`: anybody may have sent it, so
    of all under one id one is kept."""

    delivery_id: str
    topic: str
    occurred_at: datetime | None = None
    rows: Sequence[tuple[Format, bytes]] = ()
    happening: Happening = Happening.NOTHING
    about: Sequence[str] = ()
    customer: str = ""
    left: Sequence[str] = ()
    proven: bool = True


class NotProven(Exception):
    """The delivery's signature is missing or wrong, or it is too old."""


class Inbox(Protocol):
    def open(self, *, headers: dict[str, str], body: bytes, now: datetime) -> Delivered:
        """`headers` by small-letter name. Raises `NotProven`, and `RowRefused` for a proven body
        that cannot be read."""
