"""Why a version of a shop's settings was saved: kept in its row, not on the ledger."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from shopops.acknowledgments.models import InboundRulesVersion
from shopops.alarms.models import AlarmConfigVersion
from shopops.ledger import Entry, EventKind
from shopops.review.models import ReviewConfigVersion, WordingVersion
from shopops.tenants.models import ThresholdVersion

THRESHOLDS = ""  # their events name no settings
MODELS: Mapping[str, Any] = {
    THRESHOLDS: ThresholdVersion,
    "alarms": AlarmConfigVersion,
    "review": ReviewConfigVersion,
    "replies": InboundRulesVersion,
    "wording": WordingVersion,
}


def version_of(entry: Entry) -> tuple[str, int] | None:
    """Which settings, and their version. None for an entry about something else."""
    of, version = str(entry.body.get("of") or THRESHOLDS), entry.body.get("version")
    if entry.kind != EventKind.SETTINGS or of not in MODELS or not isinstance(version, int):
        return None
    return of, version


def reasons(tenant_id: int, entries: Collection[Entry]) -> dict[tuple[str, int], str]:
    """One statement for each kind of settings among the entries. In the shop's scope."""
    wanted: dict[str, set[int]] = defaultdict(set)
    for of, version in filter(None, map(version_of, entries)):
        wanted[of].add(version)
    found = {}
    for of, versions in wanted.items():
        rows = MODELS[of].objects.filter(tenant_id=tenant_id, version__in=versions)
        for version, reason in rows.values_list("version", "reason"):
            found[of, version] = reason
    return found
