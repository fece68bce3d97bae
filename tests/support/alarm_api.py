"""The alarm endpoints as a program with a token calls them."""

import json
from typing import Any

from django.test import Client
from django.utils import timezone

from shopops.administration.tokens import create_token
from shopops.tenants.tokens import ALARM_SCOPES, Scope
from tests.support.alarm_store import MADE, AlarmShop


def token_for(shop: AlarmShop, *scopes: Scope, skill: str = "night-watch") -> str:
    made = create_token(
        tenant_id=shop.tenant.pk,
        name="agent",
        scopes=scopes or ALARM_SCOPES,
        author=None,
        now=timezone.now(),
        skill=skill,
    )
    return made.secret


def post(secret: str, path: str, body: Any, query: str = "") -> tuple[int, dict[str, Any]]:
    response = Client().generic(
        "POST",
        f"/api/v1/alarms/{path}{query}",
        body if isinstance(body, bytes) else json.dumps(body).encode(),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    return response.status_code, response.json()


def wanted(kind: str, order_id: str = "O-1", **more: Any) -> dict[str, Any]:
    record = {
        "source": "shopops",
        "kind": "order",
        "ids": [order_id],
        "authored_on": MADE.date().isoformat(),
        "obligation": "review",
    }
    return {"event_kind": kind, "skill": "night-watch", "record": record} | more


def derived(secret: str, kind: str, order_id: str = "O-1") -> dict[str, Any]:
    status, answer = post(secret, "derive", wanted(kind, order_id))
    assert status == 200, answer
    return answer


def done(secret: str, kind: str, order_id: str = "O-1", **more: Any) -> dict[str, Any]:
    handle = derived(secret, kind, order_id)["handle"]
    status, answer = post(secret, "events", {"handle": handle, **more})
    assert status == 201, answer
    return answer
