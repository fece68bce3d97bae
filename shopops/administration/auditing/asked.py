"""What of the audit page is asked for: a group, a person, days on the shop's calendar."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.utils.translation import gettext
from msgspec import Struct

from shopops.administration.auditing.lines import Group, Place
from shopops.tenants.models import Membership, Tenant

BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


class AuditAsked(Struct, frozen=True, kw_only=True):
    """`since` to before `until`, and of these what comes after `after`. `wrong`: which day could
    not be read, in words; then it counts as not given."""

    shop: Tenant
    since: datetime
    until: datetime
    group: Group | None = None
    person: Membership | None = None
    first: date | None = None
    last: date | None = None
    wrong: str = ""
    after: Place | None = None

    @property
    def tenant_id(self) -> int:
        return self.shop.pk

    @property
    def filtered(self) -> bool:
        return bool(self.query)

    @property
    def query(self) -> str:
        """As an address says it, without the place."""
        return urlencode(
            {
                name: str(value)
                for name, value in (
                    ("kind", self.group),
                    ("person", self.person and self.person.pk),
                    ("from", self.first),
                    ("to", self.last),
                )
                if value
            }
        )

    @property
    def person_key(self) -> str:
        return "" if self.person is None else bytes(self.person.identity_key).hex()

    def before(self, source: int) -> tuple[datetime, int]:
        """A source's rows come before this moment, or at it with a smaller number."""
        if self.after is None or self.after.at >= self.until:
            return self.until, 0
        return self.after.at, self.after.number_below(source)


def read_asked(
    given: Mapping[str, str], *, shop: Tenant, now: datetime, after: Place | None = None
) -> AuditAsked:
    """What an address can't mean is not asked for; of days it is said."""
    first, wrong_first = _day(given.get("from", ""))
    last, wrong_last = _day(given.get("to", ""))
    wrong = wrong_first or wrong_last
    if first and last and first > last:
        first, last, wrong = None, None, gettext("The first day lies after the last. Swap them.")
    zone = ZoneInfo(shop.timezone)
    group = given.get("kind", "")
    return AuditAsked(
        shop=shop,
        group=Group(group) if group in list(Group) else None,
        person=_person(shop, given.get("person", "")),
        first=first,
        last=last,
        since=_midnight(first, zone) if first else BEGINNING,
        until=_midnight(last + DAY, zone) if last else now + DAY,
        wrong=wrong,
        after=after,
    )


def _day(text: str) -> tuple[date | None, str]:
    if not text.strip():
        return None, ""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return None, gettext("A day is written like 2026-03-31.")
    if not BEGINNING.year < day.year < 9000:
        return None, gettext("Choose days after the year 2000.")
    return day, ""


def _person(shop: Tenant, text: str) -> Membership | None:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        return None
    return Membership.objects.filter(tenant=shop, pk=int(text)).first()


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)
