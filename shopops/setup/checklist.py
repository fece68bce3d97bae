"""How far a shop is set up: read from what is there each time, and written down nowhere.

In the shop's scope.
"""

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from msgspec import Struct

from shopops.acknowledgments.doctor.steps import State
from shopops.acknowledgments.models import MailTest
from shopops.administration.models import NEITHER_USED_NOR_REVOKED, Invitation
from shopops.agents.threshold_changes import CAPS
from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.roster import contacts
from shopops.connectors.models import RecordType, SourceRecord
from shopops.mailing.outgoing import NoMailServer, mail_server
from shopops.mailing.server import ServerAddressRefused
from shopops.money import format_minor
from shopops.orchestrator.resolve import count_orders
from shopops.review.counts import count_waiting
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Tenant

FIRST_VERSION = 1
LOOKED_AT = 1000  # of the newest orders, for their currencies


class Step(Struct, frozen=True, kw_only=True):
    """`says`: how it stands; `why`: what it is good for; `does`: the words of its link."""

    name: str
    title: str
    done: bool
    says: str
    why: str
    does: str
    address: str


def steps(shop: Tenant) -> list[Step]:
    return [_shop(shop), _amounts(shop), _people(shop), _on_call(shop), _mail(shop), _orders(shop)]


def currencies_of_orders(tenant_id: int) -> set[str]:
    """Of the newest orders."""
    newest = SourceRecord.objects.filter(tenant_id=tenant_id, record_type=RecordType.ORDER)
    found = newest.order_by("-pk").values_list("body__total__currency", flat=True)[:LOOKED_AT]
    return {currency for currency in found if currency}


def _shop(shop: Tenant) -> Step:
    return Step(
        name="shop",
        title=gettext("Name and time zone"),
        done=True,
        says=f"{shop.name}, {shop.timezone}",
        why=gettext("Days without a scan are counted from midnight there."),
        does=gettext("Change"),
        address=reverse("setup:shop", args=[shop.slug]),
    )


def _amounts(shop: Tenant) -> Step:
    numbers = thresholds.current(shop.pk)
    first = thresholds.at(shop.pk, FIRST_VERSION)
    caps = numbers.approval_above_cents
    missing = sorted(currencies_of_orders(shop.pk) - caps.keys())
    chosen = any(getattr(numbers, cap) != getattr(first, cap) for cap in CAPS)
    above = " or ".join(format_minor(cap, currency) for currency, cap in sorted(caps.items()))
    says = (
        gettext("A person approves above {above}.").format(above=above)
        if above
        else gettext("A person approves every amount.")
    )
    if missing:
        says += gettext(
            " Orders in {currencies} have no limit: a person approves every amount."
        ).format(currencies=", ".join(missing))
    seen = count_orders(shop.pk) > 0
    return Step(
        name="amounts",
        title=gettext("Amounts that need a person"),
        done=not missing and (chosen or seen),
        says=says,
        why=gettext(
            "Up to these amounts a proposal may go on alone, unless a rule says otherwise."
        ),
        does=gettext("Set the amounts"),
        address=reverse("setup:amounts", args=[shop.slug]),
    )


def _people(shop: Tenant) -> Step:
    people = Membership.objects.filter(tenant=shop, active=True).count()
    invited = Invitation.objects.of(shop.pk).filter(NEITHER_USED_NOR_REVOKED).count()
    says = (
        gettext("You are alone here.")
        if people == 1
        else gettext("{people} people work here.").format(people=people)
    )
    if invited:
        says += gettext(" {invited} invited.").format(invited=invited)
    return Step(
        name="people",
        title=gettext("People and their roles"),
        done=people + invited > 1,
        says=says,
        why=gettext("Reviewers decide, admins set things up, auditors and viewers read."),
        does=gettext("Invite somebody"),
        address=reverse("administration:members", args=[shop.slug]),
    )


def _on_call(shop: Tenant) -> Step:
    rung = contacts(shop.pk)
    waits = RosterContact.objects.of(shop.pk).filter(active=True, verified_at=None).count()
    says = gettext("{names} can be rung.").format(
        names=", ".join(dict.fromkeys(one.name for one in rung))
    )
    if not rung:
        says = gettext("Nobody can be rung yet.")
    if waits:
        says += ngettext(
            " {number} address not confirmed yet.", " {number} addresses not confirmed yet.", waits
        ).format(number=waits)
    return Step(
        name="on-call",
        title=gettext("Who is rung"),
        done=bool(rung),
        says=says,
        why=gettext("An address is rung once whoever reads it has confirmed it."),
        does=gettext("Put somebody on call"),
        address=reverse("administration:people", args=[shop.slug]),
    )


def _mail(shop: Tenant) -> Step:
    tried = MailTest.objects.of(shop.pk).order_by("-id")
    passed = tried.filter(outcome=State.PASSED).first()
    says = mail_words(passed or tried.first())
    if not _has_mail_server():
        says = gettext("This site sends no mail yet: its operator sets SHOPOPS_SMTP_URL.")
    return Step(
        name="mail",
        title=gettext("Mail goes out and comes back"),
        done=passed is not None,
        says=says,
        why=gettext(
            "People acknowledge an alarm by answering its mail; a test mail shows if they can."
        ),
        does=gettext("Send a test mail"),
        address=reverse("acknowledgments:mail_doctor", args=[shop.slug]),
    )


def mail_words(test: MailTest | None) -> str:
    if test is None:
        return gettext("Not tried yet.")
    said = {
        State.PASSED: gettext("An answer came through {created_at}."),
        State.FAILED: gettext("The test mail of {created_at} failed; its page says where."),
    }.get(State(test.outcome), gettext("A test mail went out {created_at}; its answer is awaited."))
    return said.format(created_at=f"{test.created_at:%-d %B %Y}")


def _orders(shop: Tenant) -> Step:
    orders = count_orders(shop.pk)
    says = gettext("No order is here yet.")
    if orders:
        says = ngettext(
            "{number} order here, {waiting} waiting for a person.",
            "{number} orders here, {waiting} waiting for a person.",
            orders,
        ).format(number=f"{orders:,}", waiting=count_waiting(shop.pk))
    return Step(
        name="orders",
        title=gettext("First orders"),
        done=orders > 0,
        says=says,
        why=gettext("By themselves from a connected shop, from a file, or by the API."),
        does=gettext("Bring orders in"),
        address=reverse("setup:orders", args=[shop.slug]),
    )


def _has_mail_server() -> bool:
    try:
        mail_server()
    except (NoMailServer, ServerAddressRefused):
        return False
    return True
