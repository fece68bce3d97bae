"""Who is named on a receipt. A name that was erased says so; it is never guessed from elsewhere."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext, gettext_noop

from shopops.review.receipt.contents import Person
from shopops.tenants.models import Membership, VaultName

ERASED = gettext_noop("erased")


def person(member: Membership) -> Person:
    return _person(member.display_name, bytes(member.identity_key).hex())


def names_by_hash(tenant_id: int, hashes: Collection[bytes]) -> dict[bytes, str]:
    """What still opens the ledger's commitments to names."""
    if not hashes:
        return {}
    known = VaultName.objects.filter(tenant_id=tenant_id, name_sha256__in=hashes)
    return {bytes(one.name_sha256): one.name for one in known}


def confirmer(key: bytes, name_hash: bytes, opened: Mapping[bytes, str]) -> Person:
    """As the acknowledgment named them; later names of the same person say nothing about it."""
    return _person(opened.get(name_hash, ""), key.hex())


def _person(name: str, key: str) -> Person:
    return Person(name=name or gettext(ERASED), key=key, erased=not name)
