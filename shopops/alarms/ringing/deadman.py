"""Whether anybody still rings. A dead sweep makes no noise by itself, so silence is the alarm."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from msgspec import Struct

from shopops.alarms.clock import database_now
from shopops.alarms.models import RingSweep

INTERVAL = timedelta(seconds=30)  # between two sweeps, as beat has it
LONGEST_SILENCE = 3 * INTERVAL


class Silence(Struct, frozen=True, kw_only=True):
    """No good sweep since then; None: never. `problem`: what was in the way of the latest one."""

    since: datetime | None
    problem: str

    @property
    def words(self) -> str:
        said = _("Nobody is being rung: no sweep has ever ended well{why}.")
        if self.since is not None:
            said = _("Nobody is being rung: no sweep has ended well since {when} UTC{why}.")
        when = f"{self.since:%Y-%m-%d, %H:%M}" if self.since else ""
        said = said.format(when=when, why=f" ({self.problem})" if self.problem else "")
        return f"{said} " + _("Check that the worker runs and that its mail server answers.")


def silence() -> Silence | None:
    """None while all is well."""
    now = database_now()
    good = RingSweep.objects.filter(good=True).order_by("-finished_at").first()
    if good is not None and good.finished_at > now - LONGEST_SILENCE:
        return None
    latest = RingSweep.objects.order_by("-id").first()
    return Silence(
        since=None if good is None else good.finished_at,
        problem="" if latest is None or latest.good else latest.problem,
    )
