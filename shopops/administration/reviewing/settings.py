"""Change a shop's review settings: a new version and a ledger event, or nothing."""

from datetime import datetime

from msgspec.structs import replace

from shopops.administration.refusals import (
    Impossible,
    NothingChanged,
    ReasonRequired,
    VersionMoved,
)
from shopops.review import settings
from shopops.review.config import ReviewConfig
from shopops.review.models import ReviewConfigVersion
from shopops.review.satisfiable import Unsatisfiable
from shopops.review.settings import ReviewConfigMoved
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope


def change_review(
    *,
    tenant_id: int,
    config: ReviewConfig,
    based_on: int,
    reason: str,
    author: Membership,
    now: datetime,
) -> ReviewConfigVersion:
    """Save `config` as the next version; the next decision is taken under it. Limits of single
    people stay as they are: they are set where the person is (`members.limiting`).

    Raises `VersionMoved`, `NothingChanged`, `ReasonRequired`, and `Impossible` for limits that
    nobody could meet; then nothing is written.
    """
    if not reason.strip():
        raise ReasonRequired
    with tenant_scope(tenant_id):
        current = settings.current(tenant_id)
        config = replace(config, people=current.people)
        if replace(config, version=current.version) == current and based_on == current.version:
            raise NothingChanged
        try:
            return settings.save_config(
                tenant_id=tenant_id,
                config=config,
                based_on=based_on,
                reason=reason.strip(),
                author=author,
                now=now,
            )
        except ReviewConfigMoved as moved:
            raise VersionMoved(settings.current(tenant_id).version) from moved
        except Unsatisfiable as problem:
            raise Impossible(str(problem)) from problem
