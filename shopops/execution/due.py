"""What is due, taken in hand so that no other worker takes it too."""

from django.db import connection

from shopops.execution.sending import lease
from shopops.tenants.scope import tenant_scope

SHOP = """
    JOIN connections_connection shop ON shop.tenant_id = effect.tenant_id
        AND shop.id = effect.connection_id"""
# No wait is longer than an hour. What is further ahead was written while the clock was wrong.
AHEAD = "(SELECT public.shopops_clock()) + interval '2 hours'"
DUE = f"""(effect.next_at <= (SELECT public.shopops_clock())
            OR effect.next_at > {AHEAD} AND (effect.state IN ('running', 'unknown')
                OR effect.not_before <= (SELECT public.shopops_clock())))"""
# Settings that were changed and not tried since may lead anywhere. What nobody has approved does
# not begin any more where only what was approved is carried out by now.
CARRIES = """shop.state = 'active' AND shop.tested_at IS NOT NULL
            AND (shop.carries_out = 'permitted' OR effect.run_by_id IS NOT NULL
                OR shop.carries_out = 'approved' AND NOT (effect.state = 'held' AND EXISTS (
                    SELECT FROM proposals_proposal proposal WHERE proposal.id = effect.proposal_id
                        AND proposal.review_status = 'not_required')))"""
# Only where somebody carries it out by now: what is due in a shop that is paused stays due. A mail
# does not go through the shop, so one that does not answer holds up no mail. The attempt of a
# process that died is closed whatever became of the shop: else nobody heard of it, and nobody could
# settle it.
RUNS = f"""{SHOP} AND ({CARRIES}
            AND (shop.quiet_until IS NULL OR shop.quiet_until <= (SELECT public.shopops_clock())
                OR shop.quiet_until > {AHEAD} OR effect.kind = 'mail')
            OR EXISTS (SELECT FROM outbox_attempt cut_off WHERE cut_off.effect_id = effect.id
                AND cut_off.ended_at IS NULL
                AND cut_off.open_until <= (SELECT public.shopops_clock())))
"""  # noqa: S608  our own words
TAKE = f"""
UPDATE outbox_effect SET next_at = public.shopops_clock() + make_interval(secs => %(lease)s)
WHERE id = (
    SELECT effect.id FROM outbox_effect effect {RUNS}
    WHERE effect.tenant_id = %(tenant)s
        AND {DUE}
    ORDER BY effect.next_at, effect.id
    LIMIT 1
    FOR NO KEY UPDATE OF effect SKIP LOCKED)
RETURNING id
"""  # noqa: S608
WAITING = f"""
SELECT tenant.id FROM tenants_tenant tenant
WHERE (%(only)s::bigint IS NULL OR tenant.id = %(only)s) AND EXISTS (
    SELECT FROM outbox_effect effect {RUNS}
    WHERE effect.tenant_id = tenant.id AND {DUE})
ORDER BY tenant.id
"""  # noqa: S608


LATE = f"""
SELECT tenant.slug, count(*) FROM outbox_effect effect
JOIN tenants_tenant tenant ON tenant.id = effect.tenant_id {RUNS}
WHERE effect.next_at < (SELECT public.shopops_clock()) - make_interval(secs => %(seconds)s)
GROUP BY tenant.slug
ORDER BY tenant.slug
"""  # noqa: S608


# What was to happen and can't, because its shop was left. Notes tell of what is known here anyway.
STRANDED = f"""
SELECT effect.id FROM outbox_effect effect {SHOP}
WHERE effect.tenant_id = %(tenant)s AND effect.kind <> 'note' AND effect.code <> %(told)s
    AND effect.next_at < (SELECT public.shopops_clock()) - make_interval(secs => %(seconds)s)
    AND NOT ({CARRIES})
ORDER BY effect.id
LIMIT 500
"""  # noqa: S608


def take(tenant_id: int) -> int | None:
    """The id of what has been due the longest. Whoever takes it and dies leaves it due again when
    the lease is over."""
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute(TAKE, {"tenant": tenant_id, "lease": lease().total_seconds()})
        row = cursor.fetchone()
    return row[0] if row else None


def late_in(seconds: float) -> dict[str, int]:
    """By shop: how many have been due for so long, though somebody carries such out. What a worker
    has in hand is not due."""
    with connection.cursor() as cursor:
        cursor.execute(LATE, {"seconds": seconds})
        return dict(cursor.fetchall())


def stranded(tenant_id: int, *, seconds: float, told: str) -> list[int]:
    """Ids of effects that have been due for so long in a shop that carries nothing out any more.
    `told`: the code of those that somebody was told of already. In the tenant's scope."""
    with connection.cursor() as cursor:
        cursor.execute(STRANDED, {"tenant": tenant_id, "seconds": seconds, "told": told})
        return [effect_id for (effect_id,) in cursor.fetchall()]


def tenants_waiting(only: int | None = None) -> list[int]:
    """Shops in which something is due that somebody carries out."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING, {"only": only})
        return [tenant_id for (tenant_id,) in cursor.fetchall()]
