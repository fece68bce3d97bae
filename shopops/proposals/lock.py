"""How the pipeline's transactions begin: one at a time per shop, and with plans that last."""

from contextlib import AbstractContextManager

from django.db import connection

from shopops.tenants.scope import tenant_scope

STEADY = "set_config('enable_seqscan', 'off', true)"
LOCK = f"{STEADY}, pg_advisory_xact_lock(hashtextextended('shopops.proposals', %(tenant)s))"


def pipeline_scope(tenant_id: int) -> AbstractContextManager[None]:
    """A tenant's scope under `lock_pipeline`, which costs it no statement."""
    return tenant_scope(tenant_id, also=LOCK)


def steady_scope(tenant_id: int) -> AbstractContextManager[None]:
    """A tenant's scope with `steady_plans`, likewise."""
    return tenant_scope(tenant_id, also=STEADY)


def lock_pipeline(tenant_id: int) -> None:
    """Wait until no other transaction proposes for this shop; held until this one ends.

    Taken before the source records are read: whoever writes a revision has read the newest
    records, so an older reading never becomes the newer revision. Plans are steady, as below.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {LOCK}", {"tenant": tenant_id})


def steady_plans() -> None:
    """Look rows up by index until this transaction ends, also in triggers and foreign keys.

    While a shop's first orders come in, the planner still believes the tables to be empty and
    reads them from end to end for each row, until statistics are gathered a minute or so later.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {STEADY}")
