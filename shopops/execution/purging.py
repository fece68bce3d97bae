"""What was sent and what came back is kept, sealed, as long as somebody may have to look at it."""

from datetime import timedelta

from django.db.models import Q

from shopops.alarms.clock import database_now
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import State
from shopops.tenants.scope import tenant_scope

KEPT = timedelta(days=30)
STEP = 500
GOES_ON = (State.HELD, State.RUNNING, State.UNKNOWN)


def purge_due(*, tenant_id: int) -> int:
    """How many attempts were emptied. Those of an effect that goes on keep theirs."""
    done = 0
    while True:
        with tenant_scope(tenant_id):
            ended = Attempt.objects.of(tenant_id).filter(ended_at__lt=database_now() - KEPT)
            full = ended.filter(Q(request__isnull=False) | Q(reply__isnull=False))
            goes_on = Effect.objects.of(tenant_id).filter(state__in=GOES_ON)
            step = list(full.exclude(effect__in=goes_on).values_list("pk", flat=True)[:STEP])
            Attempt.objects.filter(pk__in=step).update(request=None, reply=None)
        done += len(step)
        if len(step) < STEP:
            return done
