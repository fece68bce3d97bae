"""What was asked of an alarm and not done: answers, releases, handles of programs."""

from django.urls import reverse

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.keyset import newest
from shopops.alarms.models import AlarmRefusal
from shopops.alarms.refusals import RefusalCode, sentence

SOURCE = 4
TRIED = {
    "observed": "record what was observed",
    "raised": "record a ring",
    "acknowledged": "acknowledge",
    "unacknowledged": "take back an acknowledgment",
    "handed_off": "hand off",
    "resolved": "resolve",
    "withdrawn": "withdraw",
    "undelivered": "record a failed mail",
}


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    rows = AlarmRefusal.objects.of(asked.tenant_id).select_related("membership", "item", "token")
    return [_line(asked, one) for one in newest(rows, asked, source=SOURCE, at="at", limit=limit)]


def _line(asked: AuditAsked, one: AlarmRefusal) -> Line:
    item = "an alarm" if one.item is None else f"the alarm of {one.item.order_number}"
    tried = TRIED.get(one.kind, "act on")
    said = f"Tried to {tried}" if one.kind == "observed" else f"Tried to {tried} {item}"
    through = "" if one.token is None else f"Through the API token {one.token.prefix}… "
    return Line(
        place=Place(one.at, SOURCE, one.pk),
        group=Group.REFUSALS,
        who="" if one.membership is None else one.membership.display_name,
        said=f"{said} and was refused",
        detail=f"{through}{_why(one)}".strip(),
        code=one.code,
        link=reverse("alarms:item", args=[asked.shop.slug, one.item_id]) if one.item_id else "",
        link_words="Alarm",
    )


def _why(one: AlarmRefusal) -> str:
    """Codes of the review come with what was said."""
    if one.code in list(RefusalCode):
        return sentence(RefusalCode(one.code), **one.facts)
    return str(one.facts.get("said", ""))
