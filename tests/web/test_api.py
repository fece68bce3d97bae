"""The HTTP API with real tokens on PostgreSQL."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shopops.administration.tokens import create_token, revoke_token
from shopops.connectors.models import SourceRecord
from shopops.ledger import EventKind
from shopops.tenants.models import ApiToken, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db

ALL_SCOPES = tuple(Scope)
SKILL = "night-watch"  # a token for alarms names one
ORDER = {
    "id": "A-1",
    "placed_at": "2026-03-01T10:00:00Z",
    "state": "open",
    "total": {"minor": 12900, "currency": "USD"},
    "lines": [
        {
            "id": "l1",
            "title": "Kettle",
            "quantity": 1,
            "total": {"minor": 12900, "currency": "USD"},
        }
    ],
    "customer": {"id": "c1", "preferred_channel": "email", "opted_out": False},
}


def token_for(shop: Tenant, *scopes: Scope) -> str:
    made = create_token(
        tenant_id=shop.pk,
        name="test",
        scopes=scopes or ALL_SCOPES,
        author=None,
        now=timezone.now(),
        skill=SKILL,
    )
    return made.secret


def call(method: str, path: str, secret: str, body: Any = None) -> tuple[int, Any]:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    response = Client().generic(
        method,
        f"/api/v1{path}",
        raw if body is not None else b"",
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    return response.status_code, response.json()


def resolved(secret: str) -> dict[str, Any]:
    call("POST", "/orders", secret, {"orders": [ORDER]})
    status, answer = call("POST", "/resolutions", secret, {"order_id": "A-1"})
    assert status == 200, answer
    return dict(answer)


def test_an_order_is_created_once_and_unchanged_when_sent_again(shop: Tenant) -> None:
    secret = token_for(shop)
    first = call("POST", "/orders", secret, {"orders": [ORDER]})
    again = call("POST", "/orders", secret, {"orders": [ORDER]})
    assert first[1]["results"] == [{"index": 0, "id": "A-1", "status": "created", "error": None}]
    assert again[1]["results"][0]["status"] == "unchanged"
    assert SourceRecord.objects.filter(tenant=shop).count() == 1


def test_a_bad_item_is_refused_with_its_path_while_the_good_ones_go_in(shop: Tenant) -> None:
    bad = ORDER | {"id": "A-2", "total": {"minor": 12.5, "currency": "USD"}}
    status, answer = call("POST", "/orders", token_for(shop), {"orders": [bad, ORDER]})
    assert (status, answer["refused"]) == (200, 1)
    assert answer["results"][0]["error"]["path"] == "$.total.minor"
    assert answer["results"][0]["error"]["code"] == "wrong_type"
    assert answer["results"][1]["status"] == "created"


def test_more_than_500_items_are_refused_whole(shop: Tenant) -> None:
    orders = [ORDER | {"id": f"A-{n}"} for n in range(501)]
    status, answer = call("POST", "/orders", token_for(shop), {"orders": orders})
    assert (status, answer["code"]) == (413, "body_too_large")
    assert not SourceRecord.objects.filter(tenant=shop).exists()


@pytest.mark.parametrize("body", [b"", b"   "])
def test_an_empty_body_is_a_problem_that_says_what_to_send(shop: Tenant, body: bytes) -> None:
    status, answer = call("POST", "/orders", token_for(shop), body)
    assert (status, answer["code"]) == (400, "malformed_body")


def test_a_tracker_is_taken_in(shop: Tenant) -> None:
    tracker = {
        "id": "trk_1",
        "status": "in_transit",
        "carrier": "USPS",
        "code": "9400",
        "created_at": "2026-03-01T10:00:00Z",
        "order_id": "A-1",
    }
    status, answer = call("POST", "/trackers", token_for(shop), {"trackers": [tracker]})
    assert (status, answer["results"][0]["status"]) == (200, "created")


def test_an_order_is_resolved_and_its_proposal_read_with_evidence_and_verdicts(
    shop: Tenant,
) -> None:
    secret = token_for(shop)
    made = resolved(secret)
    assert made["change"] == "created"
    status, proposal = call("GET", f"/proposals/{made['proposal_id']}", secret)
    assert status == 200
    cited = {
        evidence_id for action in proposal["actions"] for evidence_id in action["evidence_ids"]
    }
    assert cited
    assert cited <= {row["id"] for row in proposal["evidence"]}
    assert all(action["verdict"]["results"] for action in proposal["actions"])
    assert proposal["fields"]["preferred_channel"]["kind"] == "fact"


def test_resolving_again_answers_with_the_proposal_that_stands(shop: Tenant) -> None:
    secret = token_for(shop)
    first = resolved(secret)
    again = resolved(secret)
    assert again == first | {"change": "unchanged"}


def test_the_list_walks_by_cursor_without_repeats(shop: Tenant) -> None:
    secret = token_for(shop)
    orders = [ORDER | {"id": f"A-{n}"} for n in range(3)]
    call("POST", "/orders", secret, {"orders": orders})
    for order in orders:
        call("POST", "/resolutions", secret, {"order_id": order["id"]})
    seen, path = [], "/proposals?limit=2"
    while path:
        page = call("GET", path, secret)[1]
        seen += [proposal["order_id"] for proposal in page["proposals"]]
        cursor = page["next_cursor"]
        path = f"/proposals?limit=2&cursor={cursor}" if cursor else ""
    assert seen == ["A-2", "A-1", "A-0"]


def test_a_made_up_cursor_is_refused(shop: Tenant) -> None:
    status, answer = call("GET", "/proposals?cursor=%C2%B2zz", token_for(shop))
    assert (status, answer["code"]) == (422, "unknown_cursor")


def test_ids_of_another_shop_look_nonexistent(shop: Tenant) -> None:
    mine = resolved(token_for(shop))
    stranger = token_for(open_shop("store_southline"))
    theirs = call("GET", f"/proposals/{mine['proposal_id']}", stranger)
    never = call("GET", "/proposals/999999999", stranger)
    assert theirs[0] == never[0] == 404
    assert theirs[1]["detail"] == never[1]["detail"]
    assert call("GET", "/proposals", stranger)[1]["proposals"] == []
    status, answer = call("POST", "/resolutions", stranger, {"order_id": "A-1"})
    assert (status, answer["code"]) == (404, "unknown_order")


def test_an_id_beyond_the_database_is_unknown_not_an_error(shop: Tenant) -> None:
    assert call("GET", f"/proposals/{10**30}", token_for(shop))[0] == 404


def test_a_call_without_a_token_is_told_to_send_one() -> None:
    response = Client().get("/api/v1/proposals")
    assert response.status_code == 401
    assert response.json()["code"] == "token_missing"
    assert response["WWW-Authenticate"].startswith("Bearer")
    assert response["Content-Type"] == "application/problem+json"


def test_unknown_expired_and_revoked_tokens_get_the_same_answer(shop: Tenant) -> None:
    now = timezone.now()
    expired = create_token(
        tenant_id=shop.pk,
        name="old",
        scopes=ALL_SCOPES,
        author=None,
        now=now,
        skill=SKILL,
        expires_at=now - timedelta(seconds=1),
    )
    revoked = create_token(
        tenant_id=shop.pk, name="gone", scopes=ALL_SCOPES, author=None, now=now, skill=SKILL
    )
    assert revoke_token(token=revoked.token, author=None, now=now)
    assert not revoke_token(token=revoked.token, author=None, now=now)
    answers = [
        call("GET", "/proposals", secret)
        for secret in ("so_unknown", expired.secret, revoked.secret)
    ]
    assert {status for status, _ in answers} == {401}
    assert {answer["code"] for _, answer in answers} == {"token_refused"}


@pytest.mark.parametrize(
    ("method", "path", "lacking"),
    [
        ("POST", "/orders", Scope.ORDERS_WRITE),
        ("POST", "/trackers", Scope.TRACKERS_WRITE),
        ("POST", "/resolutions", Scope.RESOLVE),
        ("GET", "/proposals", Scope.PROPOSALS_READ),
        ("GET", "/proposals/1", Scope.PROPOSALS_READ),
    ],
)
def test_a_token_does_only_what_its_scopes_say(
    shop: Tenant, method: str, path: str, lacking: Scope
) -> None:
    others = [scope for scope in Scope if scope is not lacking]
    status, answer = call(method, path, token_for(shop, *others), {})
    assert (status, answer["code"]) == (403, "scope_missing")


def test_only_the_hash_of_a_secret_is_kept_and_its_making_is_on_the_ledger(shop: Tenant) -> None:
    secret = token_for(shop, Scope.RESOLVE)
    token = ApiToken.objects.get(tenant=shop)
    assert secret.encode() not in bytes(token.token_hash)
    assert secret.startswith(token.prefix)
    assert len(token.prefix) < 12
    with tenant_scope(shop.pk):
        events = bodies_of_kind(shop.pk, EventKind.TOKEN)
    assert [(event["change"], event["scopes"]) for event in events] == [("created", ["resolve"])]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (rb'{"order_id": "\u0000"}', "U+0000"),
        (rb'{"order_id": "\ud800"}', "half a character"),
        (b'{"order_id": "A-1", "order_id": "A-2"}', "stands twice"),
        (b'{"order_id": NaN}', "not JSON"),
        (b"[" * 60_000, "nested too deeply"),
        (b"{", "not JSON"),
    ],
)
def test_a_body_that_cannot_be_read_in_one_way_is_refused_with_the_reason(
    shop: Tenant, body: bytes, reason: str
) -> None:
    status, answer = call("POST", "/resolutions", token_for(shop), body)
    assert (status, answer["code"]) == (400, "malformed_body")
    assert reason in answer["detail"]


@pytest.mark.parametrize("query", ["order_id=%00", "cursor=%00", "%00=1"])
def test_a_query_that_no_database_can_look_for_is_refused(shop: Tenant, query: str) -> None:
    status, answer = call("GET", f"/proposals?{query}", token_for(shop))
    assert (status, answer["code"]) == (422, "invalid")


def test_an_unknown_member_is_named(shop: Tenant) -> None:
    status, answer = call("POST", "/resolutions", token_for(shop), {"order_id": "A", "x": 1})
    assert (status, answer["code"]) == (422, "invalid")
    assert answer["errors"][0]["path"].endswith("x")


def test_the_document_shows_the_records_and_every_answer_shape() -> None:
    document = Client().get("/api/v1/openapi.json").json()
    schemas = document["components"]["schemas"]
    text = json.dumps(document)
    refs = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert {"Order", "Tracker", "ProblemOut", "ProposalDetail"} <= refs <= schemas.keys()


def test_the_documentation_page_is_served_from_our_own_files() -> None:
    page = Client().get("/api/v1/docs").content.decode()
    assert "://" not in page
    assert "/static/ninja/swagger-ui-bundle.js" in page
