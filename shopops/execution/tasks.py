"""Carrying out as queued work. Lost, late or run twice: the database knows what is due."""

from celery import shared_task

from shopops.execution.due import tenants_waiting
from shopops.execution.purging import purge_due
from shopops.execution.run import run_due
from shopops.tenants.models import Tenant
from shopops.tenants.shops import in_every_shop

STALE_AFTER_SECONDS = 15  # by then the next tick has asked again


@shared_task
def wake() -> None:
    """Each shop has a task of its own, so that one that hangs holds up no other."""
    for tenant_id in tenants_waiting():
        run_one.apply_async((tenant_id,), expires=STALE_AFTER_SECONDS)


@shared_task
def run_one(tenant_id: int) -> None:
    run_due(tenant=Tenant.objects.get(pk=tenant_id))


@shared_task
def purge() -> None:
    """What went over the line, once it is of no use to anybody any more."""
    in_every_shop(lambda tenant_id: purge_due(tenant_id=tenant_id))
