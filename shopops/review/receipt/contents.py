"""What a receipt says. The page shows these structs and `?format=json` sends them."""

from datetime import datetime

from msgspec import Struct

FORMAT = "shopops-receipt-1"


class Person(Struct, frozen=True, kw_only=True):
    """`key` stands for the person on the ledger. `erased`: nothing opens the name any more."""

    name: str
    key: str
    erased: bool = False


class By(Struct, frozen=True, kw_only=True):
    who: Person
    at: datetime
    how: str = ""


class Note(Struct, frozen=True, kw_only=True):
    """What somebody wrote. `text` is empty once it is erased; the ledger keeps `sha256`."""

    text: str
    sha256: str
    erased: bool


class Step(Struct, frozen=True, kw_only=True):
    """`became`: so far, in words, with when it was over, how often the shop was called for it
    (`calls`), and the shop's own id of it (`shop_id`)."""

    title: str
    about: str
    amount: str
    became: str
    ended_at: datetime | None
    calls: int
    shop_id: str
    evidence_ids: list[str]


class Added(Struct, frozen=True, kw_only=True):
    """Words in a mail that are no wording of ours. `by`: who saved them first, where that is known.
    `drafted_by`: the model that wrote their first version, which that person then `changed` or did
    not; both null where none did. `sentence` says all of it."""

    text: str
    by: Person | None
    drafted_by: str | None
    changed: bool | None
    sentence: str


class Mail(Struct, frozen=True, kw_only=True):
    """What the customer reads. `to` is empty once the order's record is erased; `erased`: so are
    words of it that a person wrote, which it leaves out."""

    to: str
    language: str
    subject: str
    text: str
    erased: bool
    added: list[Added]


class Piece(Struct, frozen=True, kw_only=True):
    """`says`: the value as the page shows it."""

    id: str
    says: str
    source_object: str
    json_path: str
    value_sha256: str
    payload_sha256: str
    received_at: datetime


class Rule(Struct, frozen=True, kw_only=True):
    """`numbers`: what was compared, by name."""

    id: str
    about: str
    of: str
    sentence: str
    outcome: str
    numbers: dict[str, int | str | None]


class Difference(Struct, frozen=True, kw_only=True):
    what: str
    before: str
    after: str


class Edit(Struct, frozen=True, kw_only=True):
    """`note`: why it was changed; None where its editor said nothing of it."""

    editor: Person
    from_revision: int
    to_revision: int
    changes: list[Difference]
    note: Note | None


class Acknowledgment(Struct, frozen=True, kw_only=True):
    code: str
    by: By
    until: datetime | None
    seq: int | None


class Entry(Struct, frozen=True, kw_only=True):
    """A row of the ledger. `fits`: SHA-256(0x00 ‖ line), computed just now, is `leaf`."""

    seq: int
    kind: str
    sentence: str
    recorded_at: datetime
    leaf: str
    line: str
    fits: bool


class Verified(Struct, frozen=True, kw_only=True):
    """The last pass over the whole ledger; `covers` the decision's own row."""

    at: datetime
    clean: bool
    entries: int
    covers: bool


class Receipt(Struct, frozen=True, kw_only=True):
    """`entries` holds the decision's own row, named by `seq`; None while it is not committed.
    `together`: how many orders were confirmed at once, when it was taken in bulk.
    `check`: the commands that prove it, of which the last needs nothing of ShopOps."""

    format: str = FORMAT
    shop: str
    shop_slug: str
    timezone: str
    decision_id: int
    order_id: str
    order_number: str
    revision: int
    round: int
    proposal_digest: str
    kind: str
    title: str
    sentence: str
    final: bool
    by: By
    before: list[By]
    delegated_by: Person | None
    set_aside: list[str]
    together: int | None
    undone: By | None
    preset: str
    outcome: str
    note: Note | None
    steps: list[Step]
    mails: list[Mail]
    evidence: list[Piece]
    rules: list[Rule]
    thresholds_version: int
    edit: Edit | None
    acknowledgments: list[Acknowledgment]
    entries: list[Entry]
    seq: int | None
    leaf: str
    verified: Verified | None
    check: list[str]
    printed_at: datetime
