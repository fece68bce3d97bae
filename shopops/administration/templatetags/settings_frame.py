"""What the settings pages, and the pages that lead to them, show in their frame."""

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from shopops.acknowledgments.models import InboundMail
from shopops.acknowledgments.purging import HELD
from shopops.privacy.requests import count_due
from shopops.review.counts import COUNT_CAP, Count
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.own_reasons import reason_said

register = template.Library()
register.filter("reason_said", reason_said)


@register.simple_tag
def held_badge(shop: Tenant) -> SafeString | str:
    """How many mails are held."""
    held = _held(shop)
    if not held:
        return ""
    return format_html(
        ' <b class="count">{}<span class="visually-hidden"> {}</span></b>', held, _("held")
    )


@register.simple_tag
def privacy_badge(shop: Tenant) -> SafeString | str:
    """How many requests about customers' data are due within a week, or overdue."""
    due = count_due(shop.pk, timezone.now())
    if not due:
        return ""
    return format_html(
        ' <b class="count">{}<span class="visually-hidden"> {}</span></b>', due, _("due soon")
    )


@register.simple_tag
def way_to_privacy(member: Membership) -> SafeString | str:
    """On every page, for those who may open it, while a request is due soon or overdue."""
    badge = privacy_badge(member.tenant) if allows(member, Role.AUDITOR) else ""
    if not badge:
        return ""
    address = reverse("administration:privacy", args=[member.tenant.slug])
    return format_html('<a href="{}">{}{}</a>', address, _("Customer data"), badge)


@register.simple_tag
def ways_to_settings(member: Membership) -> SafeString | str:
    """From the alarms to what an admin sets about them."""
    if not allows(member, Role.AUDITOR):
        return ""
    shop = member.tenant
    return format_html(
        '<p class="m"><a href="{}">{}</a> · <a href="{}">{}</a> · <a href="{}">{}{}</a></p>',
        reverse("administration:alarms", args=[shop.slug]),
        _("How they ring"),
        reverse("administration:people", args=[shop.slug]),
        _("Who is on call"),
        reverse("acknowledgments:quarantine", args=[shop.slug]),
        _("Held mail"),
        held_badge(shop),
    )


@register.filter
def may_change(member: Membership) -> bool:
    """Whether this person changes settings, or only reads them."""
    return allows(member, Role.ADMIN)


def _held(shop: Tenant) -> Count:
    found = InboundMail.objects.of(shop.pk).filter(status__in=HELD)
    return Count(found.values("pk")[:COUNT_CAP].count())
