"""Connected shops, and what could be connected, as the pages show them. In the shop's scope."""

from collections.abc import Mapping
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from shopops.administration.connections.heard import heard
from shopops.administration.connections.listing import topic_of
from shopops.administration.connections.models import ConnectionChange
from shopops.connections.models import CarriesOut, Connection, Delivery, State, Taken
from shopops.connectors.registry import ORDER_FORMATS
from shopops.connectors.shop import Connector
from shopops.connectors.shops import CONNECTORS
from shopops.execution.alarming import failed_and_open
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import State as Stands
from shopops.review.words.times import moment, short_moment

SHOWN_CHANGES = 30


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of shop that can be connected. `does`: what it can, in words. `guide`: the page of
    docs about it. `taken`: one is connected, and there is one of each."""

    name: str
    title: str
    does: list[str]
    guide: str
    writes: bool
    taken: bool = False


class Standing(Struct, frozen=True, kw_only=True):
    """A state in a word, and a sentence about it. `kind`: of the badge."""

    kind: str
    tag: str
    said: str


class Shop(Struct, frozen=True, kw_only=True):
    """`carries_out`: in words. `last_topic`: of the last delivery. `refused_delivery` and
    `failed_effect`: the newest, of effects one that still needs somebody."""

    connection: Connection
    kind: str
    known: bool
    sends: bool
    writes: bool
    standing: Standing
    breaker: Standing
    carries_out: str
    last_delivery: Delivery | None
    last_topic: str
    refused_delivery: Delivery | None
    failed_effect: Effect | None


def connected(tenant_id: int, now: datetime) -> list[Shop]:
    found = Connection.objects.of(tenant_id).exclude(state=State.REMOVED).order_by("pk")
    return [shop_of(one, now) for one in found]


def removed(tenant_id: int) -> list[Connection]:
    return list(Connection.objects.of(tenant_id).filter(state=State.REMOVED).order_by("-pk")[:20])


def connectable(tenant_id: int) -> list[Kind]:
    """Every kind, those of which one is connected last."""
    taken = set(
        Connection.objects.of(tenant_id)
        .exclude(state=State.REMOVED)
        .values_list("connector", flat=True)
    )
    kinds = [kind_of(one, taken=one.name in taken) for one in CONNECTORS.values()]
    return sorted(kinds, key=lambda kind: (kind.taken, kind.name))


def kind_of(connector: Connector, *, taken: bool = False) -> Kind:
    orders = not connector.sources.isdisjoint(ORDER_FORMATS)
    does = []
    if connector.inbox is not None and not orders:
        does.append(_("tells by itself what happens to parcels"))
    elif connector.inbox is not None:
        does.append(_("sends orders and changes by itself"))
    if connector.reader is not None and orders:
        does.append(_("is asked for the order once more before anything is done"))
    if connector.writer is not None:
        does.append(_("ShopOps can do there what was approved"))
    return Kind(
        name=connector.name,
        title=connector.title,
        does=does,
        guide=connector.guide,
        writes=connector.writer is not None,
        taken=taken,
    )


def shop_of(connection: Connection, now: datetime) -> Shop:
    connector = CONNECTORS.get(connection.connector)
    came = Delivery.objects.of(connection.tenant_id).filter(connection=connection).order_by("-id")
    failed = Effect.objects.of(connection.tenant_id).filter(
        failed_and_open() | Q(state=Stands.UNKNOWN), connection=connection
    )
    last = came.first()
    return Shop(
        connection=connection,
        kind=connector.title if connector else connection.connector,
        known=connector is not None,
        sends=connector is not None and connector.inbox is not None,
        writes=connector is not None and connector.writer is not None,
        standing=standing(connection),
        breaker=breaker(connection, now),
        carries_out=carries_out_words(connection),
        last_delivery=last,
        last_topic=topic_of(last) if last else "",
        refused_delivery=came.filter(outcome=Taken.REFUSED).first(),
        failed_effect=failed.order_by("-id").first(),
    )


def standing(connection: Connection) -> Standing:
    match connection.state:
        case State.PAUSED:
            said = _("ShopOps sends nothing to the shop. The shop’s messages are still read.")
            return Standing(kind="warn", tag=_("paused"), said=said)
        case State.UNINSTALLED:
            said = _(
                "The shop uninstalled the app. Install it there again, type its new secrets below, "
                "then resume."
            )
            return Standing(kind="bad", tag=_("uninstalled"), said=said)
        case State.REMOVED:
            said = _("Its settings are erased. Its messages and what was done in it are kept.")
            return Standing(kind="", tag=_("removed"), said=said)
    return _tested(connection)


def _tested(connection: Connection) -> Standing:
    if connection.tested_at is not None and connection.test_failed_at is not None:
        said = _("It was tested on {when}; the last try failed: {why}").format(
            when=moment(connection.tested_at), why=heard(connection.test_says)
        )
        return Standing(kind="warn", tag=_("connected, last test failed"), said=said)
    if connection.tested_at is not None:
        said = heard(connection.test_says) or _("The last test found nothing wrong.")
        return Standing(kind="ok", tag=_("connected"), said=said)
    if connection.test_says:
        return Standing(kind="bad", tag=_("test failed"), said=heard(connection.test_says))
    return Standing(kind="warn", tag=_("not tested"), said=_("Test it, so that you know it works."))


def breaker(connection: Connection, now: datetime) -> Standing:
    """Whether the shop has answered lately, as the circuit breaker and the last test know it."""
    quiet, failures = connection.quiet_until, connection.failures
    if quiet is not None and quiet > now:
        return _quiet(short_moment(quiet), failures)
    if failures:
        said = ngettext(
            "The last call failed. It is tried again by itself.",
            "The last {number} calls failed. It is tried again by itself.",
            failures,
        ).format(number=failures)
        return Standing(kind="warn", tag=_("some calls failed"), said=said)
    if connection.test_failed_at is not None:
        said = _("The last test failed; what it found stands above.")
        return Standing(kind="", tag=_("last test failed"), said=said)
    if not was_called(connection):
        said = _("ShopOps has not asked the shop for anything. Test the connection.")
        return Standing(kind="", tag=_("not called yet"), said=said)
    return Standing(kind="ok", tag=_("answering"), said=_("No call has failed lately."))


def was_called(connection: Connection) -> bool:
    """By a test with these settings, in a round of asking, or for a step."""
    if connection.tested_at is not None or connection.asked_until is not None:
        return True
    effects = Effect.objects.of(connection.tenant_id).filter(connection=connection)
    return Attempt.objects.of(connection.tenant_id).filter(effect__in=effects).exists()


def _quiet(when: str, failures: int) -> Standing:
    if not failures:
        said = _("The shop asks to wait until {when}. Then it goes on by itself.").format(when=when)
        return Standing(
            kind="warn", tag=_("asks to wait until {when}").format(when=when), said=said
        )
    said = ngettext(
        "{number} call failed, so the next try is at {when}. Nothing is lost meanwhile.",
        "{number} calls in a row failed, so the next try is at {when}. Nothing is lost meanwhile.",
        failures,
    )
    tag = _("not answering, next try {when}").format(when=when)
    return Standing(kind="bad", tag=tag, said=said.format(number=failures, when=when))


def carries_out_words(connection: Connection) -> str:
    if connection.carries_out == CarriesOut.NOTHING or connection.carries_out_since is None:
        return _("Nothing: people do it in the shop")
    what = (
        _("What a person approved, since {when}")
        if connection.carries_out == CarriesOut.APPROVED
        else _("What a person approved and what needs no approval, since {when}")
    )
    return what.format(when=moment(connection.carries_out_since))


def inbox_address(connection: Connection) -> str:
    """Empty where this site takes no deliveries."""
    try:
        path = reverse("deliveries:webhook", args=[connection.inbox_token])
    except NoReverseMatch:
        return ""
    return f"{settings.SHOPOPS_SITE_URL}{path}"


class Line(Struct, frozen=True, kw_only=True):
    """`what`: which settings, or what it carries out, before and after."""

    change: ConnectionChange
    what: str


def changes(connection: Connection) -> list[Line]:
    found = ConnectionChange.objects.of(connection.tenant_id).filter(connection=connection)
    connector = CONNECTORS.get(connection.connector)
    labels = {one.name: _(one.label) for one in connector.settings} if connector else {}
    newest = found.select_related("author").order_by("-id")[:SHOWN_CHANGES]
    return [Line(change=one, what=_what(one, labels)) for one in newest]


def _what(change: ConnectionChange, labels: Mapping[str, str]) -> str:
    if change.after:
        before, after = (_(str(CarriesOut(one).label)) for one in (change.before, change.after))
        return f"{before} → {after}"
    return ", ".join(_setting(name, labels, change) for name in change.settings)


def _setting(name: str, labels: Mapping[str, str], change: ConnectionChange) -> str:
    label = labels.get(name, name)
    return _("{label} (forgotten)").format(label=label) if name in change.forgotten else label
