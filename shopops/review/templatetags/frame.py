"""What the frame of every page of a shop shows beside its own content."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from shopops.ledger.pages import last_verified
from shopops.review.counts import ALL, count_waiting
from shopops.review.words.times import span
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role, Tenant

register = template.Library()


@register.simple_tag(takes_context=True)
def waiting_badge(context: template.Context, shop: Tenant) -> SafeString | str:
    """How many wait; a page that has counted already is not counted again."""
    counts: dict[str, Any] | None = context.get("counts")
    waiting = counts[ALL] if counts else count_waiting(shop.pk)
    if not waiting:
        return ""
    return format_html(
        '<b class="count">{}<span class="visually-hidden"> {}</span></b>', waiting, _("waiting")
    )


@register.simple_tag
def verified_badge(shop: Tenant) -> SafeString:
    found = last_verified(shop.pk)
    address = reverse("review:ledger", args=[shop.slug])
    if found is None:
        kind, words = "none", _("Ledger not verified yet")
    elif found.clean:
        ago = span(timezone.now() - found.at)
        kind, words = "ok", _("Ledger verified {span} ago").format(span=ago)
    else:
        kind, words = "bad", _("Ledger verification failed")
    return format_html('<a class="verify {}" href="{}">{}</a>', kind, address, words)


@register.simple_tag
def settings_link(member: Membership, section: str) -> SafeString | str:
    """Only for those who may open it."""
    if not allows(member, Role.AUDITOR):
        return ""
    address = reverse("administration:thresholds", args=[member.tenant.slug])
    current = mark_safe(' aria-current="page"') if section == "settings" else ""
    return format_html('<a href="{}"{}>{}</a>', address, current, _("Settings"))


@register.filter
def initials(name: str) -> str:
    """Two letters of a name: "Maya Adeyemi" is MA, "Maya" is MA too."""
    words = name.split() or ["?"]
    letters = words[0][:1] + words[-1][:1] if len(words) > 1 else words[0][:2]
    return letters.upper()
