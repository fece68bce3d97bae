"""Several items decided together over HTTP: a preview, then its confirmation."""

import pytest

from shopops.ledger import EventKind
from shopops.proposals.models import ReviewStatus
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ESCALATED, ORDER
from tests.support.ledger_reading import bodies_of_kind
from tests.support.review_api import api_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER, ESCALATED))


def test_several_are_previewed_and_then_decided_as_previewed(room: Reviewing) -> None:
    api = api_of(room)
    first, second = room.proposal(ORDER).pk, room.proposal(ESCALATED).pk
    stranger = reviewing_now((ORDER,), slug="store_southline").proposal(ORDER).pk
    status, run = api.post(
        "review-items/bulk-decisions",
        {
            "decision": "approve",
            "review_items": [first, second, stranger, 10**12],
            "prefer": "propose_refund",
        },
    )
    assert status == 201
    assert [(one["review_item"], one["result"]) for one in run["items"]] == [
        (first, "ready"),
        (second, "barred"),
    ]
    assert (run["items"][1]["code"], run["unknown"]) == ("needs_person", 2)
    assert run["items"][0]["amounts"] == run["sums"] == {"USD": 12900}
    assert not Decision.objects.exists()
    confirm = f"review-items/bulk-decisions/{run['preview']}/confirm"
    status, problem = api.post(confirm, {})
    assert (status, problem["code"]) == (422, "confirmation_required")
    status, done = api.post(confirm, {"sure": True})
    assert status == 200
    assert [one["result"] for one in done["items"]] == ["decided", "barred"]
    assert api.post(confirm, {"sure": True}) == (200, done)
    assert api.get(f"review-items/bulk-decisions/{run['preview']}") == (200, done)
    assert Decision.objects.count() == 1
    with tenant_scope(room.shop.pk):
        (event,) = bodies_of_kind(room.shop.pk, EventKind.DECISION)
    assert event["verified_by"] == "token"


def test_what_cannot_be_previewed_is_refused_by_its_code(room: Reviewing) -> None:
    api, path = api_of(room), "review-items/bulk-decisions"
    item = room.proposal(ORDER).pk
    for body, code in (
        ({"decision": "reject", "review_items": []}, "nothing_selected"),
        ({"decision": "reject", "review_items": list(range(1, 52))}, "too_many"),
        ({"decision": "edit", "review_items": [item]}, "invalid"),
        ({"decision": "reject", "review_items": [item], "reviewer": 1}, "identity_supplied"),
    ):
        status, problem = api.post(path, body)
        assert (status, problem["code"]) == (422, code)
    run = api.post(path, {"decision": "approve", "review_items": [item]})[1]
    assert run["items"][0]["code"] == "unresolved_choice"


def test_a_preview_is_confirmed_by_its_own_token_alone(room: Reviewing) -> None:
    body = {"decision": "reject", "review_items": [room.proposal(ORDER).pk]}
    run = api_of(room).post("review-items/bulk-decisions", body)[1]
    path = f"review-items/bulk-decisions/{run['preview']}/confirm"
    for other in (api_of(room), api_of(room, "Leo")):
        status, problem = other.post(path, {"reason": "no"})
        assert (status, problem["code"]) == (404, "no_such_preview")
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING
