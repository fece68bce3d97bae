"""Looks at the shops' records as queued work. Lost, late or run twice: the database knows what is
due."""

import logging

from celery import shared_task

from shopops.tenants.models import Tenant
from shopops.writeback.audits import audit_part, claim, due_tenants

logger = logging.getLogger(__name__)
STALE_AFTER_SECONDS = 60  # by then the next tick has asked again


@shared_task
def audit_due() -> None:
    """Each shop has a task of its own, so that one that hangs holds up no other."""
    for tenant_id in due_tenants():
        audit_one.apply_async((tenant_id,), expires=STALE_AFTER_SECONDS)


@shared_task
def audit_one(tenant_id: int) -> None:
    """One at a time for a shop, however long it takes and however often it is asked for."""
    tenant = Tenant.objects.get(pk=tenant_id)
    if not claim(tenant=tenant):
        return
    for finding in audit_part(tenant=tenant).findings:
        logger.error("records of %s: %s", tenant.slug, finding)
