"""Carrying out as queued work. Lost, late or run twice: the database knows what is due."""

from celery import shared_task
from django.db import connection

from shopops.execution.due import tenants_waiting
from shopops.execution.purging import purge_due
from shopops.execution.run import run_due
from shopops.execution.stranding import ring_stranded
from shopops.tenants.models import Tenant
from shopops.tenants.shops import in_every_shop

LOCK = "hashtextextended('shopops.execution', %s)"
STALE_AFTER_SECONDS = 15  # by then the next tick has asked again


@shared_task
def wake() -> None:
    """Each shop has a task of its own, so that one that hangs holds up no other."""
    for tenant_id in tenants_waiting():
        run_one.apply_async((tenant_id,), expires=STALE_AFTER_SECONDS)


@shared_task
def run_one(tenant_id: int) -> None:
    """One at a time for a shop, so that one that hangs keeps one worker busy and no more. A worker
    that dies gives the lock back with its connection."""
    tenant = Tenant.objects.get(pk=tenant_id)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_try_advisory_lock({LOCK})", [tenant_id])
        [mine] = cursor.fetchone()
    if not mine:
        return
    try:
        run_due(tenant=tenant)
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_advisory_unlock({LOCK})", [tenant_id])


@shared_task
def purge() -> None:
    """What went over the line, once it is of no use to anybody any more."""
    in_every_shop(lambda tenant_id: purge_due(tenant_id=tenant_id))


@shared_task
def watch() -> None:
    """Rings for what was approved and whose shop was left."""
    in_every_shop(lambda tenant_id: ring_stranded(Tenant.objects.get(pk=tenant_id)))
