"""Deciding over HTTP: each kind of decision, each refusal by its code, one winner, no identity."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from shopops.agents.records import OrderState
from shopops.ledger import EventKind
from shopops.proposals.models import Action, ExecutionStatus
from shopops.review.expiry import expire_due
from shopops.review.models import Decision, DecisionHandle
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import find_token
from tests.support.deciding import ESCALATED, MAIL, ORDER, REFUND, RESHIP, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.review_api import api_of, ask_for_fact
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
Answer = tuple[int, Any]
SECOND_CAP = {"USD": 12899}


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER, ESCALATED))


def test_the_ledger_says_who_decided_and_that_a_token_vouched_for_them(room: Reviewing) -> None:
    api = api_of(room)
    status, made = api.decide(ORDER, "approve", actions=[RESHIP], reason="the carrier lost it")
    assert status == 201
    assert (made["decision"], made["final"], made["review_status"]) == ("approve", True, "approved")
    assert (made["decided_by"]["name"], made["verified_by"]) == ("Maya", "token")
    assert made["undo_until"] > made["decided_at"]
    with tenant_scope(room.shop.pk):
        (event,) = bodies_of_kind(room.shop.pk, EventKind.DECISION)
    assert event["verified_by"] == "token"
    assert event["reviewer"] == bytes(room.person("Maya").identity_key).hex()
    token = find_token(api.secret, now=timezone.now())
    assert token
    assert event["token"] == token.pk
    held = Action.objects.filter(execution_status=ExecutionStatus.HELD)
    assert [action.index for action in held] == [RESHIP]


def test_who_decides_on_their_page_is_not_vouched_for_by_a_token() -> None:
    deciding = Deciding(reviewing_now((ORDER,)))
    deciding.reject()
    assert "verified_by" not in deciding.told()[0]


@pytest.mark.slow
def test_every_other_decision_is_taken_too(room: Reviewing) -> None:
    api = api_of(room)
    status, asked = api.decide(ORDER, "respond", question="Which door?")
    assert (status, asked["review_status"]) == (201, "changes_requested")
    assert api.item(ORDER)["question"] == "Which door?"
    assert api.decide(ORDER, "take_back", answer="The red one")[1]["review_status"] == "pending"
    first = room.proposal(ORDER).pk
    status, edited = api.decide(
        ORDER, "edit", edit={"actions": [{"index": REFUND, "amount_minor": 6000}]}
    )
    assert (status, edited["review_item"]) == (201, first)
    assert edited["next_item"] == room.proposal(ORDER).pk != first
    item = api.item(ORDER)
    assert (item["edit_of"], item["actions"][REFUND]["amount_minor"]) == (first, 6000)
    assert api.decide(ORDER, "reject", preset=item["reject_reasons"][0])[0] == 201
    assert api.decide(ORDER, "undo")[1]["review_status"] == "pending"
    assert api.decide(ESCALATED, "handled_outside", outcome="refunded", reason="by hand")[0] == 201


def test_a_mail_is_edited_in_words_that_the_evidence_holds(room: Reviewing) -> None:
    api = api_of(room)
    points = api.item(ORDER)["actions"][MAIL]["body_outline"]
    more = [{"index": MAIL, "keep_points": points, "add_points": ["We are sorry for the wait"]}]
    assert api.decide(ORDER, "edit", edit={"actions": more})[0] == 201
    mail = api.item(ORDER)["actions"][MAIL]
    assert list(mail["outline_texts"].values()) == ["We are sorry for the wait"]


def test_a_missing_fact_is_supplied_and_the_new_proposal_named(room: Reviewing) -> None:
    ask_for_fact(room)
    api = api_of(room)
    before = api.item(ORDER)
    assert before["missing_facts"] == ["opted_out"]
    assert "supply_fact" in before["allowed_decisions"]
    status, made = api.decide(
        ORDER, "supply_fact", fact="opted_out", value="no", known_from="I called"
    )
    assert (status, made["review_item"]) == (201, before["id"])
    assert made["next_item"] == room.proposal(ORDER).pk != before["id"]


def test_what_expired_is_proposed_again(room: Reviewing) -> None:
    api = api_of(room)
    expire_due(tenant_id=room.shop.pk, now=timezone.now() + timedelta(days=400))
    expired = api.item(ORDER)
    assert expired["cannot_decide_reason"]["code"] == "expired"
    assert expired["allowed_decisions"] == ["propose_again"]
    status, made = api.decide(ORDER, "propose_again")
    assert (status, made["next_item"]) == (201, room.proposal(ORDER).pk)


def test_above_the_second_cap_two_tokens_of_two_people_decide() -> None:
    room = reviewing_now((ORDER,), second_cap_cents=SECOND_CAP)
    maya, leo = api_of(room), api_of(room, "Leo", granted_by="Abe")
    assert maya.item(ORDER)["approvals_required"] == 2
    status, half = maya.decide(ORDER, "approve", actions=[REFUND])
    assert (status, half["final"], half["review_status"]) == (201, False, "pending")
    item = maya.item(ORDER)
    assert (item["approvals_given"], item["cannot_decide_reason"]["code"]) == (1, "four_eyes")
    assert "reject" in item["allowed_decisions"]
    assert "approve" not in item["allowed_decisions"]
    assert leo.decide(ORDER, "approve", actions=[REFUND])[1]["final"] is True


@pytest.mark.slow
def test_who_granted_a_token_is_not_the_second_pair_of_eyes() -> None:
    """Ada bound Maya's token, so what it sends is Ada's word too."""
    for first, second in (("Maya", "Ada"), ("Ada", "Maya")):
        room = reviewing_now((ORDER,), slug=f"store_{first.lower()}", second_cap_cents=SECOND_CAP)
        ada, maya = api_of(room, "Ada", Role.ADMIN), api_of(room)
        by = {"Ada": ada, "Maya": maya}
        assert by[first].decide(ORDER, "approve", actions=[REFUND])[0] == 201
        status, problem = by[second].decide(ORDER, "approve", actions=[REFUND])
        assert (status, problem["code"]) == (403, "four_eyes")


def test_stale_says_what_changed_and_names_what_stands_now(room: Reviewing) -> None:
    api = api_of(room)
    handle = api.item(ORDER)["decision_handle"]
    path = f"{api.path(ORDER)}/decisions"
    room.change(ORDER, state=OrderState.CANCELLED)
    body = {"handle": handle, "decision": "approve", "actions": [RESHIP]}
    answer = api.sent(path, body)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "stale")
    assert answer["Content-Type"] == "application/problem+json"
    assert problem["changes"] == [{"what": "Order state", "before": "open", "after": "cancelled"}]
    assert problem["replaced_by"] == room.proposal(ORDER).pk
    assert not Decision.objects.exists()


def test_whoever_was_faster_is_named(room: Reviewing) -> None:
    maya, leo = api_of(room), api_of(room, "Leo")
    handle = leo.item(ORDER)["decision_handle"]
    assert maya.decide(ORDER, "approve", actions=[RESHIP])[0] == 201
    status, problem = leo.decide(ORDER, "reject", handle=handle, reason="no")
    assert (status, problem["code"]) == (409, "already_decided")
    assert (problem["decided"], problem["decided_by"]) == ("Approved", "Maya")
    assert problem["decided_at"]


@pytest.mark.parametrize(
    "more",
    [
        {"reviewer": 1},
        {"membership": 1},
        {"tenant": "store_northline"},
        {"token": 1},
        {"proposal": 1},
        {"digest": "00"},
        {"revision": 1},
        {"decided_by": None},
        {"verified_by": "signed_in"},
        {"on_behalf_of": "ada@store_northline.example"},
    ],
)
def test_an_identity_in_the_body_is_refused_and_named(
    room: Reviewing, more: dict[str, Any]
) -> None:
    api = api_of(room)
    status, problem = api.decide(ORDER, "approve", actions=[RESHIP], **more)
    assert (status, problem["code"]) == (422, "identity_supplied")
    assert [one["path"] for one in problem["errors"]] == list(more)
    assert not Decision.objects.exists()
    # it was not used up by being refused
    assert api.decide(ORDER, "approve", actions=[RESHIP])[0] == 201


def test_an_identity_in_the_address_is_refused_too(room: Reviewing) -> None:
    api = api_of(room)
    body = {"handle": api.item(ORDER)["decision_handle"], "decision": "reject", "reason": "no"}
    answer = api.sent(f"{api.path(ORDER)}/decisions?reviewer=1", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "identity_supplied")


@pytest.mark.parametrize(
    ("decision", "more", "path"),
    [
        ("approve", {"outcome": "refunded"}, "$.outcome"),
        ("reject", {"actions": [1], "reason": "no"}, "$.actions"),
        ("respond", {"reason": "no"}, "$.reason"),
        ("approve", {"actions": ["1"]}, "$.actions[0]"),
        ("approve", {"actions": [-1]}, "$.actions[0]"),
        ("edit", {"edit": {"actions": [{"index": 2, "amount_minor": 1.5}]}}, "amount_minor"),
        ("edit", {"edit": {"actions": [{"index": 0, "add_points": ["x"]}]}}, "$.edit.actions[0]"),
        ("edit", {"edit": {"reviewer": 1}}, "$.edit"),
    ],
)
def test_a_member_that_does_not_belong_there_is_named(
    room: Reviewing, decision: str, more: dict[str, Any], path: str
) -> None:
    status, problem = api_of(room).decide(ORDER, decision, **more)
    assert (status, problem["code"]) == (422, "invalid")
    assert path in problem["errors"][0]["path"]


def test_a_handle_decides_its_own_item_and_only_by_its_own_token(room: Reviewing) -> None:
    api = api_of(room)
    own = api.item(ORDER)["decision_handle"]
    tried = [
        (api, ESCALATED, own),  # of another item
        (api_of(room, "Maya"), ORDER, own),  # of another token of the same person
        (api_of(room, "Leo"), ORDER, own),  # of another person
        (api, ORDER, room.handle(ORDER)),  # of the person's page
    ]
    for caller, order, handle in tried:
        status, problem = caller.decide(order, "reject", handle=handle, reason="no")
        assert (status, problem["code"]) == (403, "handle_unknown")
    assert not Decision.objects.exists()


def test_nothing_that_was_refused_used_up_a_handle(room: Reviewing) -> None:
    api = api_of(room)
    for chosen in ([], [99], [RESHIP, REFUND]):
        assert api.decide(ORDER, "approve", actions=chosen)[0] == 422
    assert not DecisionHandle.objects.exclude(used_at=None).exists()
