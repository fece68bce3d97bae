"""What an empty page of a shop without orders says: the next step, or whom to ask."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

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
            '<h2>{}</h2><p>{} <a href="{}">{}</a></p>',
            _("No orders yet"),
            _("{shop} is new. Bring the first orders in, and see here what needs a person.").format(
                shop=shop.name
            ),
            reverse("setup:checklist", args=[shop.slug]),
            _("Set the shop up"),
        )
    return format_html(
        "<h2>{}</h2><p>{} {}</p>",
        _("No orders yet"),
        _("{shop} is being set up.").format(shop=shop.name),
        _whom_to_ask(shop.pk),
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
        return _("Its admin has not joined yet: ask whoever runs this site.")
    return _("Ask {names} to bring the first orders in.").format(names=_(" or ").join(names))
