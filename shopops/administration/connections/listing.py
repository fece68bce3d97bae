"""What a connected shop sent, newest first. In the shop's scope."""

import re

from django.db.models import F, Func, IntegerField
from django.utils.translation import gettext as _
from msgspec import Struct

from shopops.administration.connections.about import about
from shopops.administration.connections.reasons import Why, why
from shopops.connections.masking import masked
from shopops.connections.models import Connection, Delivery, Taken
from shopops.tenants.sealing import Purpose, Unreadable, unseal

PAGE = 50
LONGEST_READ = 256 * 1024  # bytes, sealed
NUMBER = re.compile(r"[0-9]{1,18}")
BADGES = {
    Taken.TAKEN: "ok",
    Taken.OLDER: "",
    Taken.UNCHANGED: "",
    Taken.NOTED: "acc",
    Taken.REFUSED: "bad",
}


class Row(Struct, frozen=True, kw_only=True):
    """`about`: which order or parcel, for as long as what came is kept."""

    delivery: Delivery
    topic: str
    about: str
    badge: str
    words: str
    why: Why


class Listing(Struct, frozen=True, kw_only=True):
    """`after`: the last one's id, where there are more."""

    rows: list[Row]
    after: int | None


class Came(Struct, frozen=True, kw_only=True):
    """What came, as it may be seen; or why it can't be."""

    text: str
    why_not: str = ""


def listing(connection: Connection, after: str = "") -> Listing:
    found = Delivery.objects.of(connection.tenant_id).filter(connection=connection).defer("body")
    if NUMBER.fullmatch(after):
        found = found.filter(pk__lt=int(after))
    page = list(found.order_by("-id")[: PAGE + 1])
    more, named = len(page) > PAGE, _named(connection, page[:PAGE])
    return Listing(
        rows=[row_of(one, named.get(one.pk, "")) for one in page[:PAGE]],
        after=page[PAGE - 1].pk if more else None,
    )


def _named(connection: Connection, page: list[Delivery]) -> dict[int, str]:
    """Of those that are short enough to be read for a list."""
    kept = Delivery.objects.of(connection.tenant_id).filter(pk__in=[one.pk for one in page])
    size = Func(F("body"), function="octet_length", output_field=IntegerField())
    short = kept.annotate(size=size).filter(size__lte=LONGEST_READ)
    return {one.pk: about_of(one) for one in short}


def about_of(delivery: Delivery) -> str:
    try:
        body = unseal(bytes(delivery.body or b""), purpose=Purpose.DELIVERY)
    except Unreadable:
        return ""
    return about(delivery.topic, body)


def row_of(delivery: Delivery, named: str) -> Row:
    return Row(
        delivery=delivery,
        topic=topic_of(delivery),
        about=named,
        badge=BADGES[Taken(delivery.outcome)],
        words=_(str(Taken(delivery.outcome).label)),
        why=why(delivery),
    )


def topic_of(delivery: Delivery) -> str:
    """What could not be read does not even say what it is about."""
    if delivery.topic or delivery.outcome != Taken.REFUSED:
        return delivery.topic or _("without a topic")
    return _("unreadable")


def came(delivery: Delivery) -> Came:
    """With what stands for a person covered."""
    if delivery.body is None:
        return Came(text="", why_not=_("It was deleted since, as everything that comes is."))
    try:
        body = unseal(bytes(delivery.body), purpose=Purpose.DELIVERY)
    except Unreadable:
        return Came(text="", why_not=_("It was sealed with a key that this site no longer has."))
    text = masked(body)
    if text is None:
        said = _("{bytes} bytes that are neither JSON nor a form, so nothing of them is shown.")
        return Came(text="", why_not=said.format(bytes=f"{len(body):,}"))
    return Came(text=text)
