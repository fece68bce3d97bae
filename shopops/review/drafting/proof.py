"""What a form carries with a draft: who was shown which words of which model, for which mail.

Signed, so that nobody can say by hand that a model wrote what it did not, or another one did. It
holds the hash of the words, never the words.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.core import signing

from shopops.proposals.models import Proposal
from shopops.proposals.outline_text import Drafted
from shopops.review.drafting.refusals import DraftUnproven
from shopops.review.editing.adding import TypedDraft, one_line
from shopops.review.editing.fields import DRAFT
from shopops.tenants.models import Membership

PURPOSE = "shopops.review.draft"
LIFETIME = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Place:
    """For which mail, shown to whom. Another revision is another mail."""

    proposal: Proposal
    index: int
    person: Membership

    def told(self) -> dict[str, int]:
        return {
            "tenant": self.proposal.tenant_id,
            "proposal": self.proposal.pk,
            "revision": self.proposal.revision,
            "action": self.index,
            "person": self.person.pk,
        }


def prove(place: Place, *, text: str, model: str, now: datetime) -> str:
    until = int((now + LIFETIME).timestamp())
    said = {**place.told(), "text": _hash(text), "model": model, "until": until}
    return signing.dumps(said, salt=PURPOSE)


def proven(
    drafts: Mapping[int, TypedDraft], *, proposal: Proposal, person: Membership, now: datetime
) -> dict[int, Drafted]:
    """Those that a model began. Without a token they are plainly the person's own; with one that is
    not theirs, not of this mail or too old, `DraftUnproven` is raised."""
    return {
        index: _read(draft, Place(proposal, index, person), now)
        for index, draft in drafts.items()
        if draft.token and one_line(draft.text)
    }


def _read(draft: TypedDraft, place: Place, now: datetime) -> Drafted:
    try:
        said: dict[str, Any] = signing.loads(draft.token, salt=PURPOSE)
    except signing.BadSignature as problem:
        raise DraftUnproven(f"{DRAFT}{place.index}") from problem
    here = place.told()
    if {name: said[name] for name in here} != here or said["until"] < now.timestamp():
        raise DraftUnproven(f"{DRAFT}{place.index}")
    same = secrets.compare_digest(said["text"], _hash(draft.text))
    return Drafted(model=said["model"], changed=not same)


def _hash(text: str) -> str:
    return sha256(one_line(text).encode()).hexdigest()
