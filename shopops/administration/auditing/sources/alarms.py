"""What was asked of an alarm and not done: answers, releases, handles of programs."""

from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources.keyset import newest
from shopops.alarms.models import AlarmRefusal
from shopops.alarms.refusals import RefusalCode, sentence

SOURCE = 4
TRIED = {
    "observed": gettext_noop("record what was observed"),
    "raised": gettext_noop("record a ring"),
    "acknowledged": gettext_noop("acknowledge"),
    "unacknowledged": gettext_noop("take back an acknowledgment"),
    "handed_off": gettext_noop("hand off"),
    "resolved": gettext_noop("resolve"),
    "withdrawn": gettext_noop("withdraw"),
    "undelivered": gettext_noop("record a failed mail"),
}


def lines(asked: AuditAsked, limit: int) -> list[Line]:
    rows = AlarmRefusal.objects.of(asked.tenant_id).select_related("membership", "item", "token")
    return [_line(asked, one) for one in newest(rows, asked, source=SOURCE, at="at", limit=limit)]


def _line(asked: AuditAsked, one: AlarmRefusal) -> Line:
    item = (
        gettext("an alarm")
        if one.item is None
        else gettext("the alarm of {order_number}").format(order_number=one.item.order_number)
    )
    tried = gettext(TRIED.get(one.kind, gettext_noop("act on")))
    order = _order(one)
    if order:
        said = gettext("Tried to {tried} of order {order}").format(tried=tried, order=order)
    elif one.kind == "observed":
        said = gettext("Tried to {tried}").format(tried=tried)
    else:
        said = gettext("Tried to {tried} {item}").format(tried=tried, item=item)
    through = (
        ""
        if one.token is None
        else gettext("Through the API token {prefix}… ").format(prefix=one.token.prefix)
    )
    return Line(
        place=Place(one.at, SOURCE, one.pk),
        group=Group.REFUSALS,
        who="" if one.membership is None else one.membership.display_name,
        said=gettext("{said} and was refused").format(said=said),
        detail=f"{through}{_why(one)}".strip(),
        code=one.code,
        **_link(asked, one, order),
    )


def _order(one: AlarmRefusal) -> str:
    """The order whose record never became an item; empty where none is named."""
    ids = (one.record or {}).get("ids") if one.item_id is None else None
    return str(ids[0]) if isinstance(ids, list) and ids else ""


def _link(asked: AuditAsked, one: AlarmRefusal, order: str) -> dict[str, str]:
    if one.item_id:
        at = reverse("alarms:item", args=[asked.shop.slug, one.item_id])
        return {"link": at, "link_words": gettext("Alarm")}
    if order:
        at = reverse("review:queue", args=[asked.shop.slug])
        return {"link": f"{at}?{urlencode({'q': order})}", "link_words": gettext("Order")}
    return {}


def _why(one: AlarmRefusal) -> str:
    """Codes of the review come with what was said."""
    if one.code in list(RefusalCode):
        return sentence(RefusalCode(one.code), **one.facts)
    return str(one.facts.get("said", ""))
