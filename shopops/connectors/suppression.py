"""The shop's suppression list: addresses that are written to by nobody, whoever asks.

Kept is a keyed hash, by which an order's address is found on the list, and what lets people
recognise the entry. An entry "@example.com" is about every address there.
"""

from collections.abc import Collection

from django.conf import settings
from django.db.models import Exists
from django.db.models.fields.json import KeyTextTransform
from django.utils.crypto import salted_hmac

from shopops.connectors.models import RecordType, SourceRecord, Suppressed

PURPOSE = "shopops.connectors.suppression"


def plain(address: str) -> str:
    """The form in which two spellings of one address are the same."""
    return address.strip().casefold()


def ref_of(tenant_id: int, address: str) -> bytes:
    """Of an address, or of a whole domain: "@example.com"."""
    return ever_ref_of(tenant_id, address)[0]


def ever_ref_of(tenant_id: int, address: str) -> list[bytes]:
    """Today's `ref_of`, and those that it had by the secrets of before that are still kept."""
    return [_keyed(tenant_id, address, secret) for secret in _secrets()]


def _secrets() -> list[str]:
    """New entries are keyed by the first. Entries stay for ever, and only who knows the address
    could key one anew: so the first is the one that never changes, where it is set, and those are
    looked for too that were keyed by the secret key of their day."""
    kept = [settings.SHOPOPS_CODE_KEY, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return list(filter(None, kept))


def _keyed(tenant_id: int, address: str, secret: str) -> bytes:
    salt = f"{PURPOSE}:{tenant_id}"
    return salted_hmac(salt, plain(address), secret=secret, algorithm="sha256").digest()


def shown_of(address: str) -> str:
    """Enough to recognise it, and not the address: "j…@example.com"."""
    name, _, domain = plain(address).rpartition("@")
    return f"{name[:1]}…@{domain}" if name else f"@{domain}"


def anybody_listed(tenant_id: int) -> Exists:
    """Whether the list has an entry at all, for a statement that is made anyway."""
    return Exists(Suppressed.objects.of(tenant_id).filter(removed_at=None))


def suppressed_orders(tenant_id: int, order_ids: Collection[str]) -> set[str]:
    """Those of the orders whose customer's e-mail address is on the list. Inside the scope."""
    orders = SourceRecord.objects.filter(
        tenant_id=tenant_id, record_type=RecordType.ORDER, external_id__in=order_ids
    )
    email = KeyTextTransform("email", KeyTextTransform("customer", "body"))
    refs: dict[bytes, set[str]] = {}
    for order_id, address in orders.annotate(email=email).values_list("external_id", "email"):
        for ref in refs_of(tenant_id, address or ""):
            refs.setdefault(ref, set()).add(order_id)
    listed = Suppressed.objects.of(tenant_id).filter(removed_at=None, ref__in=list(refs))
    found = [refs[bytes(ref)] for ref in listed.values_list("ref", flat=True)]
    return set().union(*found)


def is_suppressed(tenant_id: int, address: str) -> bool:
    """Whether this address is on the list. Inside the scope; one statement."""
    listed = Suppressed.objects.of(tenant_id).filter(removed_at=None)
    return listed.filter(ref__in=refs_of(tenant_id, address)).exists()


def refs_of(tenant_id: int, address: str) -> list[bytes]:
    """Of an address and of its domain: whichever is on the list. None for what is no address."""
    name, at, domain = plain(address).rpartition("@")
    if not domain:
        return []
    listed = [address, f"{at}{domain}"] if name else [f"{at}{domain}"]
    return [ref for one in listed for ref in ever_ref_of(tenant_id, one)]
