"""The page on which an admin sets who is on call, as a test uses it."""

import re
from typing import Any

from django.test import Client

from shopops.alarms.models import RosterContact
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from tests.support.ringing import kind_of
from tests.support.smtp_sink import Kept

LINK = re.compile(r"https?://\S+/confirm-address/\S+")
MAYAS = "maya@oncall.example"


def address(shop: Tenant, path: str = "") -> str:
    return f"/t/{shop.slug}/settings/people/{path}"


def add(client: Client, whom: Membership, email: Any = MAYAS, **more: Any) -> Any:
    form = {"person": whom.pk, "email": email, "step": "0"} | more
    return client.post(address(whom.tenant, "add/"), form, follow=True)


def change(client: Client, contact: RosterContact, **typed: Any) -> Any:
    """What the page sends for an address that it showed as `contact` is."""
    form: dict[str, Any] = {"step": contact.step, "seen_step": contact.step}
    form |= {"shared": "on", "seen_shared": "on"} if contact.shared else {}
    form |= {"seen_active": "on"} if contact.active else {}
    where = address(contact.tenant, f"{contact.pk}/")
    return client.post(where, form | typed, follow=True)


def only(shop: Tenant) -> RosterContact:
    return RosterContact.objects.get(tenant=shop)


def link_in(mail: Kept) -> str:
    found = LINK.search(mail.mail.get_body(("plain",)).get_content())
    assert found is not None
    return found[0][found[0].index("/confirm-address/") :]


def changes(shop: Tenant) -> list[str]:
    return [body["change"] for body in kind_of(shop, EventKind.ROSTER)]
