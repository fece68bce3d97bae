"""Points of a mail in a person's words: the outline holds a salted hash, another table the text."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from shopops.proposals.models import OutlineText, Proposal

POINT = "text:"


@dataclass(frozen=True, slots=True)
class Words:
    """A text with the salt that its point was made with."""

    text: str
    salt: bytes

    @property
    def sha256(self) -> bytes:
        return sha256(self.salt + self.text.encode()).digest()

    @property
    def point(self) -> str:
        """What the outline holds in its place."""
        return f"{POINT}{self.sha256.hex()}"


def new_words(text: str) -> Words:
    return Words(text, secrets.token_bytes(16))


def words_of(proposal: Proposal) -> dict[str, Words]:
    """By point; a point whose text was erased is not there. Inside the tenant's scope."""
    rows = OutlineText.objects.of(proposal.tenant_id).filter(proposal=proposal)
    found = (Words(row.text, bytes(row.salt)) for row in rows)
    return {words.point: words for words in found}


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
        )
        for one in words
    )


def is_text(point: str) -> bool:
    return point.startswith(POINT)


def told(outline: Sequence[str], words: Mapping[str, Words]) -> list[str]:
    """The outline with its texts in place; an erased one says so."""
    return [_told(point, words) for point in outline]


def _told(point: str, words: Mapping[str, Words]) -> str:
    if not is_text(point):
        return point
    return f"“{words[point].text}”" if point in words else "words that were erased"
