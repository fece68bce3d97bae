"""Points of a mail in a person's words: the outline holds a salted hash, another table the text."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from shopops.proposals.models import OutlineText, Proposal
from shopops.tenants.models import Membership

POINT = "text:"


@dataclass(frozen=True, slots=True)
class Drafted:
    """A model wrote the first version. `changed`: the person who saved it changed that."""

    model: str
    changed: bool


@dataclass(frozen=True, slots=True)
class Words:
    """A text with the salt that its point was made with. `drafted` None: all of it is a person's.
    `author`: who saved it first, where that is known."""

    text: str
    salt: bytes
    drafted: Drafted | None = None
    author: Membership | None = None

    @property
    def sha256(self) -> bytes:
        return sha256(self.salt + self.text.encode()).digest()

    @property
    def point(self) -> str:
        """What the outline holds in its place."""
        return f"{POINT}{self.sha256.hex()}"


def new_words(text: str, drafted: Drafted | None = None) -> Words:
    return Words(text, secrets.token_bytes(16), drafted)


def words_of(proposal: Proposal) -> dict[str, Words]:
    """By point; a point whose text was erased is not there. Inside the tenant's scope."""
    of_order = OutlineText.objects.of(proposal.tenant_id).filter(
        proposal__order_id=proposal.order_id
    )
    authors: dict[bytes, Membership | None] = {}
    found: dict[str, Words] = {}
    # Later revisions hold copies of what was written in an earlier one.
    for row in of_order.select_related("proposal__editor").order_by("proposal_id"):
        author = authors.setdefault(bytes(row.sha256), row.proposal.editor)
        if row.proposal_id == proposal.pk:
            words = Words(row.text, bytes(row.salt), _drafted(row), author)
            found[words.point] = words
    return found


def words_in(proposal: Proposal, outlines: Iterable[Sequence[str]]) -> dict[str, Words]:
    """Asks only where somebody wrote something: the outlines of the proposal's own messages."""
    written = any(is_text(point) for outline in outlines for point in outline)
    return words_of(proposal) if written else {}


def keep_words(tenant_id: int, proposal_id: int, words: Sequence[Words]) -> None:
    OutlineText.objects.bulk_create(
        OutlineText(
            tenant_id=tenant_id,
            proposal_id=proposal_id,
            sha256=one.sha256,
            salt=one.salt,
            text=one.text,
            drafted_by=one.drafted.model if one.drafted else None,
            draft_changed=one.drafted.changed if one.drafted else None,
        )
        for one in words
    )


def _drafted(row: OutlineText) -> Drafted | None:
    if row.drafted_by is None:
        return None
    return Drafted(row.drafted_by, bool(row.draft_changed))


def is_text(point: str) -> bool:
    return point.startswith(POINT)


def told(outline: Sequence[str], words: Mapping[str, Words]) -> list[str]:
    """The outline with its texts in place; an erased one says so."""
    return [_told(point, words) for point in outline]


def _told(point: str, words: Mapping[str, Words]) -> str:
    if not is_text(point):
        return point
    return f"“{words[point].text}”" if point in words else "words that were erased"
