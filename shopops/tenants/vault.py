"""Names as the ledger knows them: by their salted hash, so that they can be erased."""

import secrets
from hashlib import sha256

from shopops.tenants.models import Membership, VaultName


def name_sha256(member: Membership) -> bytes:
    """SHA-256(salt ‖ name) of the member's name as it is now; a new name gets a new row."""
    salt = secrets.token_bytes(16)
    kept, _ = VaultName.objects.get_or_create(
        membership=member,
        name=member.display_name,
        defaults={
            "tenant_id": member.tenant_id,
            "salt": salt,
            "name_sha256": sha256(salt + member.display_name.encode()).digest(),
        },
    )
    return bytes(kept.name_sha256)


def name_of(tenant_id: int, name_hash: bytes) -> str | None:
    """None: the name was erased."""
    found = VaultName.objects.filter(tenant_id=tenant_id, name_sha256=name_hash)
    return found.values_list("name", flat=True).first()
