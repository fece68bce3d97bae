"""What was answered to a request that carried an `Idempotency-Key`, so that it counts once."""

from uuid import uuid4

from django.db import models

from shopops.tenants.managers import TenantQuerySet
from shopops.tenants.models import ApiToken, Tenant


class KeptAnswer(models.Model):
    """The first answer to a key of a token. `status` None: somebody works on it since
    `started_at`, and `attempt` says who may write the answer down.

    `request_sha256`: of what was asked, so that a key is not used for something else. The body may
    name people, so it is deleted after a day.
    """

    tenant = models.ForeignKey(
        Tenant, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    token = models.ForeignKey(
        ApiToken, models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    key = models.CharField(max_length=255)
    request_sha256 = models.BinaryField(max_length=32)
    attempt = models.UUIDField(default=uuid4)
    started_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(blank=True)

    objects = TenantQuerySet.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("token", "key"), name="kept_answer_once"),)
        indexes = (models.Index(fields=("tenant", "started_at"), name="kept_answer_age"),)
