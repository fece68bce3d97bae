"""What other pages say about the notes in the shop."""

from django import template

from shopops.tenants.models import Tenant
from shopops.writeback.page import finding_count

register = template.Library()


@register.simple_tag
def note_findings(shop: Tenant) -> int:
    """How many things the last look found wrong."""
    return finding_count(shop.pk)
