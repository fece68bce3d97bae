"""What the frame of every page of a shop says about its alarms."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from shopops.alarm_pages.listing import Listing
from shopops.alarm_pages.tabs import count_needing_somebody
from shopops.tenants.models import Tenant

register = template.Library()


@register.simple_tag(takes_context=True)
def alarms_badge(context: template.Context, shop: Tenant) -> SafeString | str:
    """How many ring or are to ring; a page that has counted already is not counted again."""
    listing: Listing | Any = context.get("alarms")
    counted = isinstance(listing, Listing)
    needing = listing.needing if counted else count_needing_somebody(shop.pk)
    if not needing:
        return ""
    return format_html(
        '<b class="count">{}<span class="visually-hidden"> {}</span></b>',
        needing,
        gettext("ringing or due"),
    )
