"""The pipeline as queued work. Lost or run twice, nothing is lost or done twice."""

from celery import shared_task
from django.utils.timezone import now

from shopops.orchestrator.judge import sweep_unjudged
from shopops.orchestrator.resolve import resolve_orders
from shopops.tenants.models import Tenant
from shopops.tenants.shops import in_every_shop

EXPIRES = 900  # seconds: the beat's own interval, so that a slow run piles nothing up


@shared_task
def resolve_tenant(tenant_id: int, order_ids: list[str] | None = None) -> None:
    """Resolve these orders of a shop, or all of them."""
    for _ in resolve_orders(tenant_id=tenant_id, order_ids=order_ids, now=now()):
        pass


@shared_task
def resolve_every_tenant() -> None:
    """No carrier tells that a parcel stands still: time alone changes what an order needs."""
    for tenant_id in Tenant.objects.order_by("pk").values_list("pk", flat=True):
        resolve_tenant.apply_async((tenant_id,), expires=EXPIRES)


@shared_task
def sweep() -> None:
    """Judge, in every shop, what a crash left proposed but not judged."""
    in_every_shop(lambda tenant_id: sweep_unjudged(tenant_id=tenant_id, now=now()))
