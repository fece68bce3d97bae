"""The clock of pages that belong to a person and to no shop."""

from zoneinfo import ZoneInfo

from shopops.tenants.models import Membership

UTC = ZoneInfo("UTC")


def clock_of(user_id: int) -> ZoneInfo:
    """The one of the shops that they work for; UTC for who works on several clocks, or for none."""
    found = Membership.objects.filter(user=user_id, active=True)
    zones = set(found.values_list("tenant__timezone", flat=True).distinct())
    return ZoneInfo(zones.pop()) if len(zones) == 1 else UTC
