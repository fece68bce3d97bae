"""The ledger's entries about the shop itself: settings, people, tokens, exports, erasures."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.reasons import THRESHOLDS, reasons, version_of
from shopops.ledger import Entry, EventKind
from shopops.ledger.office import Asked, office_entries
from shopops.review.detail.people import names_of
from shopops.review.words.events import event_sentence
from shopops.review.words.people import Names, people_in
from shopops.review.words.times import moment
from shopops.tenants.models import ApiToken
from shopops.tenants.own_reasons import reason_said

SOURCE = 1
GROUPS = {
    EventKind.SETTINGS: Group.SETTINGS,
    EventKind.ROSTER: Group.PEOPLE,
    EventKind.ERASED: Group.PEOPLE,
    EventKind.TOKEN: Group.TOKENS,
    EventKind.EXPORT: Group.EXPORTS,
}


class Details(NamedTuple):
    """What no entry says itself: by a token's prefix, and by settings and version."""

    used: Mapping[str, str]
    reasons: Mapping[tuple[str, int], str]


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    until, number = asked.before(SOURCE)
    found = office_entries(
        asked.tenant_id,
        Asked(
            since=asked.since,
            until=until,
            number=number,
            kinds=_kinds(asked.group),
            person=asked.person_key,
        ),
        limit=limit,
    )
    entries = [entry for _, entry in found]
    names = names_of(asked.tenant_id, people_in(entries))
    more = Details(_last_used(asked.tenant_id, entries), reasons(asked.tenant_id, entries))
    return [_line(asked, number, entry, names, more) for number, entry in found]


def _kinds(group: Group | None) -> Collection[EventKind]:
    return [kind for kind, of in GROUPS.items() if group in (None, of)]


def _line(asked: AuditAsked, number: int, entry: Entry, names: Names, more: Details) -> Line:
    ledger = reverse("review:ledger", args=[asked.shop.slug])
    return Line(
        place=Place(entry.recorded_at, SOURCE, number),
        group=GROUPS[entry.kind],
        who=names.get(str(entry.body.get("author")), ""),
        said=event_sentence(entry, names),
        detail=_detail(entry, more),
        link=f"{ledger}?before={entry.seq + 1}" if entry.seq is not None else "",
        link_words=gettext("Ledger #{seq}").format(seq=entry.seq),
        version=_address(asked.shop.slug, entry),
    )


def _detail(entry: Entry, more: Details) -> str:
    if entry.kind in USES:
        return more.used.get(str(entry.body.get("prefix")), "")
    version = version_of(entry)
    return reason_said(more.reasons.get(version, "")) if version else ""


def _address(slug: str, entry: Entry) -> str:
    """Of the version, beside the one before it."""
    version = version_of(entry)
    if version is None:
        return ""
    of, number = version
    if of == THRESHOLDS:
        return f"{reverse('administration:threshold_history', args=[slug])}?version={number}"
    page = reverse(f"administration:{of}", args=[slug])
    return f"{page}?version={number}#history-title"


USES = (EventKind.TOKEN,)


def _last_used(tenant_id: int, entries: Collection[Entry]) -> dict[str, str]:
    """By a token's prefix."""
    prefixes = {str(one.body.get("prefix")) for one in entries if one.kind in USES}
    if not prefixes:
        return {}
    found = ApiToken.objects.filter(tenant_id=tenant_id, prefix__in=prefixes)
    return {
        prefix: gettext("Never used so far")
        if at is None
        else gettext("The token was last used {when}").format(when=moment(timezone.localtime(at)))
        for prefix, at in found.values_list("prefix", "last_used_at")
    }
