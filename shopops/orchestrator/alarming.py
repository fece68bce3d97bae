"""What waits for a person becomes an alarm item, in the scope that made it wait."""

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from shopops.alarms.observe import observe_many

logger = logging.getLogger(__name__)


def ring_for(*, tenant_id: int, proposal_ids: Sequence[int], now: datetime) -> None:
    """One proposal that fails must not keep the others of its batch quiet, nor their verdicts
    from being kept. The provenance audit names what was left out, and tries it again."""
    try:
        with transaction.atomic():
            observe_many(tenant_id=tenant_id, proposal_ids=proposal_ids, observed_at=now)
    except Exception:
        if len(proposal_ids) == 1:
            logger.exception("Proposal %s got no alarm", proposal_ids[0])
            return
        for proposal_id in proposal_ids:
            ring_for(tenant_id=tenant_id, proposal_ids=[proposal_id], now=now)
