"""Whether a model drafts words in this shop, version by version; off until an admin says otherwise.
Inside a tenant scope; nothing is overwritten."""

from datetime import datetime

import msgspec
from msgspec import Struct

from shopops import ledger
from shopops.ledger.versions import add_version, version_event
from shopops.narrative.configured import configured_model
from shopops.narrative.model import Model
from shopops.review.models import WordingVersion
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership


class Wording(Struct, frozen=True, kw_only=True):
    """Version 0: the shop never set it."""

    version: int = 0
    drafts: bool = False


class WordingMoved(ValueError):
    """Somebody saved other wording settings meanwhile. Look at theirs, then save again."""


def current(tenant_id: int) -> Wording:
    newest = WordingVersion.objects.of(tenant_id).order_by("-version").first()
    return Wording() if newest is None else wording_of(newest)


def at(tenant_id: int, version: int) -> Wording | None:
    """As it was in that version; None: there is none. Version 0 is what a shop has without."""
    if version == 0:
        return Wording()
    saved = WordingVersion.objects.of(tenant_id).filter(version=version).first()
    return None if saved is None else wording_of(saved)


def wording_of(saved: WordingVersion) -> Wording:
    return msgspec.convert({**saved.body, "version": saved.version}, Wording)


def model_for(tenant_id: int) -> Model | None:
    """The one that may be asked here now: the site has it, and the shop has switched it on."""
    model = configured_model()
    return model if model is not None and current(tenant_id).drafts else None


def save_wording(
    *,
    tenant_id: int,
    wording: Wording,
    based_on: int,
    reason: str,
    author: Membership | None,
    now: datetime,
) -> WordingVersion:
    """Add `wording` as the version after `based_on`, with its ledger event. Raises
    `WordingMoved`, also for who was only a moment later, and what `hold_author` does."""
    hold_author(author)
    before = current(tenant_id)
    if before.version != based_on:
        raise WordingMoved(WordingMoved.__doc__)
    saved = add_version(
        WordingVersion,
        tenant_id=tenant_id,
        config=wording,
        version=based_on + 1,
        reason=reason,
        author=author,
        moved=WordingMoved,
    )
    event = version_event(saved, of="wording", before=before, author=author, now=now)
    ledger.append(tenant_id, [event])
    return saved
