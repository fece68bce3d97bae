"""A sweep over every shop with its record: whether it ended well, and what was in its way."""

import logging

from shopops.alarms.clock import database_now
from shopops.alarms.models import RingSweep
from shopops.alarms.ringing.delivering import Tally
from shopops.alarms.ringing.heartbeat import beat
from shopops.alarms.ringing.sweep import USUAL, Limits, ring_all
from shopops.mailing.outgoing import NoMailServer
from shopops.mailing.server import ServerAddressRefused

logger = logging.getLogger(__name__)
LONGEST_PROBLEM = 300
BROKE_OFF = "ringing broke off for a shop; the log says for which and why"


def run(*, limits: Limits = USUAL) -> RingSweep:
    """Ring what is due. Good: it got through, and our mail server took something if there was
    something to take. A good run is told to whoever listens for the heartbeat."""
    started_at = database_now()
    try:
        tally = ring_all(limits=limits)
    except (NoMailServer, ServerAddressRefused) as problem:
        logger.error("nobody can be rung: %s", problem)  # noqa: TRY400  a setting, no accident
        tally = Tally(tried=1, without_service=1, problem=str(problem))
    # Every shop reads this, and whoever asks for the site's health: nothing of one shop is in it.
    in_the_way = BROKE_OFF if tally.broken else tally.problem
    swept = RingSweep.objects.create(
        started_at=started_at,
        finished_at=database_now(),
        good=tally.is_good,
        accepted=tally.accepted,
        failed=tally.failed,
        problem=in_the_way[:LONGEST_PROBLEM],
    )
    if swept.good:
        beat()
    return swept
