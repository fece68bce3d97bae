"""Lost or run twice, nothing is lost or done twice."""

from celery import shared_task
from django.utils.timezone import now

from shopops.deliveries import fetching, polling, purging
from shopops.tenants.shops import in_every_shop

POLL_SECONDS = 900


@shared_task
def fetch(tenant_id: int, delivery_id: int, order_ids: list[str]) -> None:
    fetching.fetch(tenant_id=tenant_id, delivery_id=delivery_id, order_ids=order_ids, now=now())


@shared_task
def poll_one(tenant_id: int, connection_id: int) -> None:
    fetching.fetch_left(tenant_id=tenant_id, connection_id=connection_id, now=now())
    polling.poll(tenant_id=tenant_id, connection_id=connection_id, now=now())


@shared_task
def poll() -> None:
    """Each shop has a task of its own, so that one that hangs holds up no other."""
    for pair in polling.due(now()):
        poll_one.apply_async(pair, expires=POLL_SECONDS)


@shared_task
def purge() -> None:
    in_every_shop(lambda tenant_id: purging.purge(tenant_id=tenant_id, now=now()))
