"""A shop in which a model may draft words, and somebody who asks it."""

from typing import Any

from django.apps import apps
from django.test import Client

from shopops.guards.models import Count
from shopops.review.drafting.switch import Wording, current, save_wording
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ORDER
from tests.support.pages import handle_in
from tests.support.reviewing import Reviewing

HTMX = {"HX-Request": "true", "HX-Target": "draft-box-0"}


def switch_on(room: Reviewing, *, drafts: bool = True) -> None:
    with tenant_scope(room.shop.pk):
        save_wording(
            tenant_id=room.shop.pk,
            wording=Wording(drafts=drafts),
            based_on=current(room.shop.pk).version,
            reason="test",
            author=None,
            now=room.now,
        )


def address(room: Reviewing, order: str = ORDER) -> str:
    return f"{room.page_of(order)}draft/"


def ask(room: Reviewing, client: Client, order: str = ORDER, **more: Any) -> Any:
    """As htmx does, with the form's other fields."""
    return client.post(address(room, order), {"index": "0", "say-0": "", **more}, headers=HTMX)


def drafted(room: Reviewing, client: Client, order: str = ORDER) -> dict[str, str]:
    """The fields that the draft comes in, as a browser would send them on."""
    field = ask(room, client, order).context["field"]
    return {field.draft_name: field.draft, field.token_name: field.token}


def save(room: Reviewing, client: Client, fields: dict[str, Any], order: str = ORDER) -> Any:
    """Saves the edit with all points of the mail as they are."""
    page = client.get(room.page_of(order))
    points = [one.value for one in page.context["standing"].form.outlines[0].points]
    sent = {"handle": handle_in(page), "decision": "edit", "point-0": points, **fields}
    return client.post(room.url("review/decide/"), sent)


def rows(shop: Tenant) -> dict[str, int]:
    """How many there are of everything, but for counted requests."""
    with tenant_scope(shop.pk):
        models = (one for one in apps.get_models() if one is not Count)
        return {one._meta.label: one._base_manager.count() for one in models}
