"""Everything that is due in one shop, one after the other."""

import time
from collections import Counter

from msgspec import Struct

from shopops.execution.carrying import Came, carry_out
from shopops.execution.due import take
from shopops.tenants.models import Tenant


class Tally(Struct, kw_only=True):
    """How many ended in which state; `later`: those that go on by themselves."""

    succeeded: int = 0
    failed: int = 0
    unknown: int = 0
    later: int = 0


def run_due(*, tenant: Tenant, seconds: float = 25.0) -> Tally:
    """Until nothing is due any more, or no other is begun after so many seconds: what is left waits
    for the next run. Run twice at once, each effect is in one run's hands."""
    ends = time.monotonic() + seconds
    counts: Counter[Came] = Counter()
    while time.monotonic() < ends:
        effect_id = take(tenant.pk)
        if effect_id is None:
            break
        counts[carry_out(tenant, effect_id)] += 1
    return Tally(**{str(came): many for came, many in counts.items()})
