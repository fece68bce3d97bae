"""What people wrote with an answer."""

import secrets
from hashlib import sha256

from django.db import models

from shopops.alarms.models.keys import tenant_key
from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import Tenant

LONGEST_NOTE = 2000


def new_salt() -> bytes:
    return secrets.token_bytes(16)


class AlarmNote(models.Model):
    """Free text about people: deleting the row erases it, the ledger keeps a salted hash."""

    tenant = tenant_key(Tenant)
    event_id = models.UUIDField()
    text = models.CharField(max_length=LONGEST_NOTE)
    salt = models.BinaryField(max_length=16, default=new_salt)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tenant", "event_id"), name="alarm_note_once"),
        )

    def hashed(self) -> str:
        """What the ledger keeps of it."""
        return sha256(bytes(self.salt) + self.text.encode()).hexdigest()
