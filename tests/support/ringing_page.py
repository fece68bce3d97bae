"""The page on which an admin sets how alarms ring, as a test reads it and fills it in."""

from datetime import UTC, datetime
from typing import Any

from django.test import Client

from shopops.alarms import numbers
from shopops.alarms.config import AlarmConfig
from shopops.alarms.models import AlarmConfigVersion
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope


def address(shop: Tenant, path: str = "") -> str:
    return f"/t/{shop.slug}/settings/alarms/{path}"


def current(shop: Tenant) -> AlarmConfig:
    with tenant_scope(shop.pk):
        return numbers.current(shop.pk)


def versions(shop: Tenant) -> int:
    return AlarmConfigVersion.objects.filter(tenant=shop).count()


def filled(client: Client, shop: Tenant, **typed: Any) -> dict[str, Any]:
    """What a browser would send when only `typed` was changed on the page."""
    page = client.get(address(shop))
    assert page.status_code == 200, page.content
    return sent_by(page) | {"reason": "Peak season"} | typed


def sent_by(page: Any) -> dict[str, Any]:
    forms = (page.context["typed"], page.context["steps"].management_form, *page.context["steps"])
    values = {field.html_name: field.value() for form in forms for field in form}
    return {name: value for name, value in values.items() if value is not None}


def save(client: Client, shop: Tenant, **typed: Any) -> Any:
    return client.post(address(shop), filled(client, shop, **typed))


def local(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M")
