"""Every version of a shop's alarm settings with what it changed, newest first."""

import msgspec

from shopops.administration.history import SHOWN_VERSIONS, HistoryRow, rows_of
from shopops.administration.ringing.words import changes
from shopops.alarms.config import AlarmConfig
from shopops.alarms.models import AlarmConfigVersion
from shopops.tenants.models import Tenant


def ringing_history(tenant: Tenant) -> list[HistoryRow]:
    newest_first = list(
        AlarmConfigVersion.objects.of(tenant.pk)
        .select_related("author")
        .order_by("-version")[: SHOWN_VERSIONS + 1]
    )
    usual = AlarmConfig(version=0, timezone=tenant.timezone)
    return rows_of(
        newest_first,
        lambda before, after: changes(_config(before), _config(after)),
        first=lambda saved: changes(usual, _config(saved)),
    )


def config_at(tenant: Tenant, version: int) -> AlarmConfig | None:
    """As it was in that version; None: there is none. Version 0 is what a shop has without any."""
    if version == 0:
        return AlarmConfig(version=0, timezone=tenant.timezone)
    saved = AlarmConfigVersion.objects.of(tenant.pk).filter(version=version).first()
    return None if saved is None else _config(saved)


def _config(saved: AlarmConfigVersion) -> AlarmConfig:
    return msgspec.convert({**saved.body, "version": saved.version}, AlarmConfig)
