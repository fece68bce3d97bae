"""Ringing and audits as queued work. Lost, late or run twice: the database knows what is due."""

import logging

from celery import shared_task

from shopops.alarms import handles
from shopops.alarms.audits import audit_and_record, due_tenants
from shopops.alarms.ringing import purging
from shopops.alarms.ringing.run import run
from shopops.tenants.models import Tenant

logger = logging.getLogger(__name__)
STALE_AFTER_SECONDS = 60  # by then the next tick has asked again


@shared_task
def ring() -> None:
    """Beat asks every 30 seconds; a tick that waited longer has expired."""
    run()


@shared_task
def purge_rings() -> None:
    purging.purge()


@shared_task
def purge_alarm_handles() -> None:
    """Those that nobody used."""
    handles.purge()


@shared_task
def audit_due() -> None:
    """Wake an audit for every tenant whose last one is too old."""
    for tenant_id in due_tenants():
        audit_one.apply_async((tenant_id,), expires=STALE_AFTER_SECONDS)


@shared_task
def audit_one(tenant_id: int) -> None:
    tenant = Tenant.objects.get(pk=tenant_id)
    for finding in audit_and_record(tenant=tenant).findings:
        logger.error("alarms of %s: %s", tenant.slug, finding)
