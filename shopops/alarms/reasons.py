"""What makes a refusal exact: until when, by whom, how far at most."""

from datetime import UTC, datetime

from shopops.alarms.check import latest_end
from shopops.alarms.config import AlarmConfig
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.states import AlarmState
from shopops.ledger import EventKind
from shopops.tenants.models import Membership


def refused(
    code: RefusalCode,
    *,
    tenant_id: int,
    kind: EventKind,
    state: AlarmState,
    now: datetime,
    config: AlarmConfig,
) -> Refused:
    facts: dict[str, str] = {}
    if code is RefusalCode.NOT_DUE and state.send_at:
        facts["next_due"] = said(state.send_at)
    if code is RefusalCode.HANDED_OFF and state.until:
        facts["until"] = said(state.until)
        facts |= _holder(tenant_id, state.holder)
    if code is RefusalCode.UNTIL_TOO_FAR:
        facts["latest"] = said(latest_end(kind, now=now, config=config))
    return Refused(code, **facts)


def said(moment: datetime) -> str:
    """For people and programs alike; the second is rounded up, so that it is not too early."""
    whole = moment.astimezone(UTC)
    rounded = whole.replace(microsecond=0).timestamp() + (1 if whole.microsecond else 0)
    return datetime.fromtimestamp(rounded, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _holder(tenant_id: int, key: str | None) -> dict[str, str]:
    if key is None:
        return {}
    found = Membership.objects.filter(tenant_id=tenant_id, identity_key=bytes.fromhex(key))
    name = found.values_list("display_name", flat=True).first()
    return {"holder": name} if name else {}
