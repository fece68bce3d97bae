"""Put addresses on the shop's suppression list, or take one off: each with its ledger row."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from shopops import ledger
from shopops.administration.refusals import SettingsRefusal
from shopops.connectors.models import Suppressed
from shopops.connectors.suppression import ref_of, shown_of
from shopops.ledger import ActorType, EventKind, Json, NewEvent
from shopops.tenants import thresholds
from shopops.tenants.access import hold_author
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope

OF = "suppression"  # what the ledger row is of


class NotListed(SettingsRefusal):
    """This address was taken off the list already. The list below is as it is now."""

    code = "not_listed"
    status = 409


class Added(NamedTuple):
    added: int
    already: int


def suppress(*, addresses: Sequence[str], reason: str, author: Membership, now: datetime) -> Added:
    """From the next judgement on, and at every decision, no mail to them passes Policy. Raises what
    `hold_author` does."""
    tenant_id = author.tenant_id
    by_ref = {ref_of(tenant_id, address): shown_of(address) for address in addresses}
    with tenant_scope(tenant_id):
        thresholds.lock(tenant_id)  # whoever decides holds it: the list is one of their numbers
        hold_author(author)
        listed = _listed(tenant_id, list(by_ref))
        new = [ref for ref in by_ref if ref not in listed]
        Suppressed.objects.bulk_create(
            Suppressed(
                tenant_id=tenant_id,
                ref=ref,
                shown=by_ref[ref],
                reason=reason,
                added_by=author,
                added_at=now,
            )
            for ref in new
        )
        if new:
            _tell(author, "added", new, now)
    return Added(len(new), len(listed))


def release(*, entry_id: int, reason: str, author: Membership, now: datetime) -> Suppressed:
    """Take one off. Raises `NotListed` when somebody did already, and what
    `hold_author` does."""
    with tenant_scope(author.tenant_id):
        thresholds.lock(author.tenant_id)
        hold_author(author)
        listed = Suppressed.objects.of(author.tenant_id).filter(removed_at=None, pk=entry_id)
        entry = listed.first()
        if entry is None:
            raise NotListed
        entry.removed_at, entry.removed_by, entry.removed_reason = now, author, reason
        entry.save(update_fields=["removed_at", "removed_by", "removed_reason"])
        _tell(author, "removed", [bytes(entry.ref)], now)
    return entry


def _listed(tenant_id: int, refs: list[bytes]) -> set[bytes]:
    listed = Suppressed.objects.of(tenant_id).filter(removed_at=None, ref__in=refs)
    return {bytes(ref) for ref in listed.values_list("ref", flat=True)}


def _tell(author: Membership, change: str, refs: list[bytes], now: datetime) -> None:
    body: dict[str, Json] = {
        "of": OF,
        "change": change,
        "author": bytes(author.identity_key).hex(),
        "addresses": [ref.hex() for ref in refs],
    }
    event = NewEvent(kind=EventKind.SETTINGS, actor=ActorType.HUMAN, occurred_at=now, body=body)
    ledger.append(author.tenant_id, [event])
