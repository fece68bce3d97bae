"""What an empty page of a shop without orders says: the next step, or whom to ask."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from shopops.connectors.models import RecordType, SourceRecord
from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

register = template.Library()
MOST_NAMED = 3


@register.simple_tag
def first_steps(member: Membership) -> SafeString | str:
    """Empty as soon as the shop has an order."""
    shop = member.tenant
    if SourceRecord.objects.filter(tenant=shop, record_type=RecordType.ORDER).exists():
        return ""
    if allows(member, Role.ADMIN):
        return format_html(
            "<h2>No orders yet</h2><p>{} is new. Bring the first orders in, and see here what "
            'needs a person. <a href="{}">Set the shop up</a></p>',
            shop.name,
            reverse("setup:checklist", args=[shop.slug]),
        )
    return format_html(
        "<h2>No orders yet</h2><p>{} is being set up. {}</p>", shop.name, _whom_to_ask(shop.pk)
    )


@register.filter
def is_new(member: Membership) -> bool:
    """Whether the shop has no order yet."""
    orders = SourceRecord.objects.filter(tenant=member.tenant, record_type=RecordType.ORDER)
    return not orders.exists()


def _whom_to_ask(tenant_id: int) -> str:
    admins = Membership.objects.filter(tenant_id=tenant_id, active=True, role=Role.ADMIN)
    names = list(admins.order_by("pk").values_list("display_name", flat=True)[:MOST_NAMED])
    if not names:
        return "Its admin has not joined yet: ask whoever runs this site."
    return f"Ask {' or '.join(names)} to bring the first orders in."
