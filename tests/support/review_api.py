"""The review endpoints as a program with a token calls them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

from django.test import Client
from django.utils import timezone

from shopops.administration.tokens import create_token
from shopops.agents.records import Customer
from shopops.review.handles import mint_handle
from shopops.tenants.models import Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope, find_token
from tests.support.deciding import ORDER
from tests.support.reviewing import Reviewing

REVIEW = (Scope.REVIEW_READ, Scope.REVIEW_DECIDE)
KEYS = count(1)


def reading_token(shop: Tenant, *scopes: Scope) -> str:
    """One that acts for nobody."""
    made = create_token(
        tenant_id=shop.pk,
        name="reader",
        scopes=scopes or (Scope.REVIEW_READ,),
        author=None,
        now=timezone.now(),
    )
    return made.secret


def token_of(
    room: Reviewing, name: str = "Maya", role: Role = Role.REVIEWER, granted_by: str = "Ada"
) -> str:
    """One that an admin bound to this person."""
    made = create_token(
        tenant_id=room.shop.pk,
        name=f"{name}'s",
        scopes=REVIEW,
        author=room.person(granted_by, Role.ADMIN),
        acts_for=room.person(name, role),
        now=timezone.now(),
    )
    return made.secret


def send(
    secret: str,
    method: str,
    path: str,
    body: Any = None,
    headers: Mapping[str, str] | None = None,
) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Client(raise_request_exception=False).generic(
        method,
        f"/api/v1/{path}",
        raw if body is not None else b"",
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}", **(headers or {})},
    )


@dataclass
class ReviewApi:
    """Each decision takes the handle that the item shows, and a key of its own, unless given."""

    room: Reviewing
    secret: str

    def get(self, path: str) -> tuple[int, Any]:
        answer = send(self.secret, "GET", path)
        return answer.status_code, answer.json()

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        answer = send(self.secret, "POST", path, body)
        return answer.status_code, answer.json()

    def path(self, order_id: str) -> str:
        return f"review-items/{self.room.proposal(order_id).pk}"

    def item(self, order_id: str) -> dict[str, Any]:
        status, found = self.get(self.path(order_id))
        assert status == 200, found
        return dict(found)

    def decide(
        self, order_id: str, decision: str, *, key: str = "", handle: str = "", **more: Any
    ) -> tuple[int, Any]:
        handle = handle or self.item(order_id)["decision_handle"] or "none"
        body = {"handle": handle, "decision": decision, **more}
        answer = self.sent(f"{self.path(order_id)}/decisions", body, key)
        return answer.status_code, answer.json()

    def sent(self, path: str, body: Any, key: str = "") -> Any:
        headers = {"Idempotency-Key": key or f"key-{next(KEYS)}"}
        return send(self.secret, "POST", path, body, headers)


def api_of(
    room: Reviewing, name: str = "Maya", role: Role = Role.REVIEWER, granted_by: str = "Ada"
) -> ReviewApi:
    return ReviewApi(room, token_of(room, name, role, granted_by))


def handle_of(api: ReviewApi, order_id: str, *, ago: timedelta = timedelta(0)) -> str:
    """Of this API's token, also where its item shows none."""
    now = timezone.now() - ago
    token = find_token(api.secret, now=timezone.now())
    assert token
    assert token.acts_for
    with tenant_scope(api.room.shop.pk):
        proposal = api.room.proposal_in_scope(order_id)
        return mint_handle(proposal=proposal, reviewer=token.acts_for, now=now, token=token)


def ask_for_fact(room: Reviewing) -> None:
    """Nobody knows whether the customer opted out."""
    customer = room.oms.orders[ORDER].customer or Customer()
    named = {name: getattr(customer, name) for name in customer.__struct_fields__}
    room.change(ORDER, customer=Customer(**{**named, "opted_out": None}))
    room.resolve(ORDER)
