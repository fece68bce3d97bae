"""Deciding over HTTP: each kind of decision, each refusal by its code, one winner, no identity."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from shopops.agents.records import Customer, OrderState
from shopops.api.openapi import refusals
from shopops.connectors.models import SourceRecord
from shopops.ledger import EventKind
from shopops.proposals.models import Action, ExecutionStatus, ReviewStatus
from shopops.review.config import ReviewConfig
from shopops.review.expiry import expire_due
from shopops.review.handles import LIFETIME, mint_handle
from shopops.review.models import Decision, DecisionHandle
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import find_token
from tests.support.deciding import ESCALATED, MAIL, ORDER, REFUND, RESHIP, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.review_api import ReviewApi, api_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
Answer = tuple[int, Any]
SECOND_CAP = {"USD": 12899}


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER, ESCALATED))


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
    assert expired["cannot_decide_reason"]["code"] == "proposal_expired"
    assert expired["allowed_decisions"] == ["propose_again"]
    status, made = api.decide(ORDER, "propose_again")
    assert (status, made["next_item"]) == (201, room.proposal(ORDER).pk)


def test_above_the_second_cap_two_tokens_of_two_people_decide() -> None:
    room = reviewing_now((ORDER,), second_cap_cents=SECOND_CAP)
    maya, leo = api_of(room), api_of(room, "Leo")
    assert maya.item(ORDER)["approvals_required"] == 2
    status, half = maya.decide(ORDER, "approve", actions=[REFUND])
    assert (status, half["final"], half["review_status"]) == (201, False, "pending")
    item = maya.item(ORDER)
    assert (item["approvals_given"], item["cannot_decide_reason"]["code"]) == (1, "four_eyes")
    assert "reject" in item["allowed_decisions"]
    assert "approve" not in item["allowed_decisions"]
    assert leo.decide(ORDER, "approve", actions=[REFUND])[1]["final"] is True


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


# -- every refusal, by its code


def _maya(decision: str, order: str = ORDER, **more: Any) -> Callable[[Reviewing], Answer]:
    return lambda room: api_of(room).decide(order, decision, **more)


def _edit(**changed: Any) -> Callable[[Reviewing], Answer]:
    return _maya("edit", edit={"actions": [changed]})


def _words(said: list[str]) -> Callable[[Reviewing], Answer]:
    return _edit(index=MAIL, keep_points=[], add_points=said)


def _already_decided(room: Reviewing) -> Answer:
    Deciding(room).reject(name="Leo")
    api = api_of(room)
    return api.decide(ORDER, "reject", handle=handle_of(api, ORDER), reason="no")


def _stale(room: Reviewing) -> Answer:
    api = api_of(room)
    room.numbers(approval_above_cents={"USD": 8000})
    return api.decide(ORDER, "approve", actions=[RESHIP])


def _expired_item(room: Reviewing) -> Answer:
    api = api_of(room)
    handle = handle_of(api, ORDER)
    expire_due(tenant_id=room.shop.pk, now=timezone.now() + timedelta(days=400))
    return api.decide(ORDER, "reject", handle=handle, reason="no")


def _expired_handle(room: Reviewing) -> Answer:
    api = api_of(room)
    handle = handle_of(api, ORDER, ago=LIFETIME + timedelta(minutes=1))
    return api.decide(ORDER, "reject", handle=handle, reason="no")


def _waits_for_answer(room: Reviewing) -> Answer:
    api = api_of(room)
    api.decide(ORDER, "respond", question="Which door?")
    return api.decide(ORDER, "approve", actions=[RESHIP])


def _taken_back(room: Reviewing, name: str = "Maya") -> Answer:
    """What Maya approved is taken back by this person."""
    api_of(room).decide(ORDER, "approve", actions=[RESHIP])
    api = api_of(room, name)
    return api.decide(ORDER, "undo", handle=handle_of(api, ORDER))


def _undo_over(room: Reviewing) -> Answer:
    Deciding(room).settings(ReviewConfig(undo_minutes=0))
    return _taken_back(room)


def _began(room: Reviewing) -> Answer:
    api = api_of(room)
    api.decide(ORDER, "approve", actions=[RESHIP])
    handle = handle_of(api, ORDER)
    Action.objects.filter(approved=True).update(execution_status=ExecutionStatus.RUNNING)
    return api.decide(ORDER, "undo", handle=handle)


def _claimed(room: Reviewing) -> Answer:
    leo = api_of(room, "Leo")
    leo.post(f"{leo.path(ORDER)}/claim")
    api = api_of(room)
    return api.decide(ORDER, "reject", handle=handle_of(api, ORDER), reason="no")


def _half(room: Reviewing) -> tuple[ReviewApi, str]:
    """Maya gave the first of two approvals, with this handle."""
    room.numbers(second_cap_cents=SECOND_CAP)
    room.resolve(ORDER)
    api = api_of(room)
    handle = api.item(ORDER)["decision_handle"]
    assert api.decide(ORDER, "approve", handle=handle, actions=[REFUND])[0] == 201
    return api, handle


def _sent_twice(room: Reviewing) -> Answer:
    api, handle = _half(room)
    return api.decide(ORDER, "approve", handle=handle, actions=[REFUND])


def _alone(room: Reviewing) -> Answer:
    api, _ = _half(room)
    return api.decide(ORDER, "approve", handle=handle_of(api, ORDER), actions=[REFUND])


def _other_choice(room: Reviewing) -> Answer:
    _half(room)
    return api_of(room, "Leo").decide(ORDER, "approve", actions=[RESHIP])


def _viewer(room: Reviewing) -> Answer:
    api = api_of(room)
    handle = handle_of(api, ORDER)
    Membership.objects.filter(pk=room.person("Maya").pk).update(role=Role.VIEWER)
    return api.decide(ORDER, "reject", handle=handle, reason="no")


def _over_limit(room: Reviewing) -> Answer:
    Deciding(room).settings(ReviewConfig(limits={"reviewer": {"USD": 100}}))
    return api_of(room).decide(ORDER, "approve", actions=[REFUND])


def _no_record(room: Reviewing) -> Answer:
    api = api_of(room)
    handle = handle_of(api, ORDER)
    SourceRecord.objects.filter(external_id=ORDER).delete()
    return api.decide(ORDER, "approve", handle=handle, actions=[RESHIP])


def _fact(**more: str) -> Callable[[Reviewing], Answer]:
    def supply(room: Reviewing) -> Answer:
        ask_for_fact(room)
        told = {"fact": "opted_out", "value": "no", "known_from": "I called", **more}
        return api_of(room).decide(ORDER, "supply_fact", **told)

    return supply


def _nothing_stands_in_the_way(room: Reviewing) -> Answer:
    admin = api_of(room, "Ada", Role.ADMIN)
    aside: dict[str, Any] = {"bypass": ["over_limit"], "reason": "urgent"}
    return admin.decide(ORDER, "approve", actions=[RESHIP], **aside)


def _claim_of_decided(room: Reviewing) -> Answer:
    Deciding(room).reject(name="Leo")
    api = api_of(room)
    return api.post(f"{api.path(ORDER)}/claim")


def _assign(to: int, role: Role) -> Callable[[Reviewing], Answer]:
    def assign(room: Reviewing) -> Answer:
        api = api_of(room, "Ada" if role is Role.ADMIN else "Maya", role)
        return api.post(f"{api.path(ORDER)}/assign", {"to": to})

    return assign


REFUSED: dict[str, tuple[int, Callable[[Reviewing], Answer]]] = {
    "already_decided": (409, _already_decided),
    "stale": (409, _stale),
    "proposal_expired": (410, _expired_item),
    "not_expired": (409, _maya("propose_again")),
    "waits_for_answer": (409, _waits_for_answer),
    "no_question": (409, _maya("take_back")),
    "not_decided": (409, _maya("undo")),
    "undo_over": (410, _undo_over),
    "execution_began": (409, _began),
    "not_decider": (403, lambda room: _taken_back(room, "Leo")),
    "not_assignee": (409, _claimed),
    "handle_used": (409, _sent_twice),
    "choice_differs": (409, _other_choice),
    "handle_unknown": (403, _maya("reject", handle="made-up", reason="no")),
    "not_reviewer": (403, _viewer),
    "four_eyes": (403, _alone),
    "over_limit": (403, _over_limit),
    "not_admin": (403, _maya("approve", actions=[1], bypass=["over_limit"], reason="urgent")),
    "expired": (410, _expired_handle),
    "reason_required": (422, _maya("reject")),
    "reason_too_long": (422, _maya("reject", reason="x" * 2001)),
    "outcome_required": (422, _maya("handled_outside", ESCALATED, reason="by hand")),
    "evidence_missing": (422, _no_record),
    "policy_denies": (422, _edit(index=REFUND, amount_minor=12901)),
    "nothing_chosen": (422, _maya("approve", actions=[])),
    "unknown_action": (422, _maya("approve", actions=[99])),
    "one_alternative": (422, _maya("approve", actions=[RESHIP, REFUND])),
    "needs_person": (422, _maya("approve", ESCALATED, actions=[0])),
    "not_escalated": (422, _maya("handled_outside", outcome="other", reason="by hand")),
    "nothing_to_bypass": (422, _nothing_stands_in_the_way),
    "nothing_edited": (422, _maya("edit", edit={})),
    "edit_unreadable": (422, _words(["  "])),
    "not_editable": (422, _edit(index=MAIL, amount_minor=100)),
    "not_in_evidence": (422, _words(["You get 77 back"])),
    "unknown_fact": (422, _fact(fact="language")),
    "fact_unreadable": (422, _fact(value="perhaps")),
    "source_required": (422, _fact(known_from=" ")),
    "unknown_reason": (422, _maya("reject", preset="Because")),
    "unknown_decision": (422, _maya("cancel")),
    "identity_supplied": (422, _maya("reject", reviewer=1)),
    "not_waiting": (409, _claim_of_decided),
    "may_not_assign": (403, _assign(1, Role.REVIEWER)),
    "unknown_assignee": (422, _assign(10**9, Role.ADMIN)),
}
OF_SEVERAL = {
    "nothing_selected",
    "too_many",
    "confirmation_required",
    "no_such_preview",
    "unresolved_choice",
}


@pytest.mark.parametrize("code", REFUSED)
def test_each_refusal_has_its_code_and_status(room: Reviewing, code: str) -> None:
    wanted, refused = REFUSED[code]
    status, problem = refused(room)
    assert (status, problem["code"], problem["status"]) == (wanted, code, wanted)
    assert problem["type"] == f"urn:shopops:problem:{code}"
    assert problem["title"]
    assert problem["detail"].endswith(".")


def test_no_refusal_is_left_out() -> None:
    """An unknown order is an unknown item here."""
    known = {one.code for one in refusals() if one.__module__.startswith("shopops.review")}
    assert known == {*REFUSED, *OF_SEVERAL, "no_such_order"}


# -- several at once


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


def test_nothing_that_was_refused_used_up_a_handle(room: Reviewing) -> None:
    api = api_of(room)
    for chosen in ([], [99], [RESHIP, REFUND]):
        assert api.decide(ORDER, "approve", actions=chosen)[0] == 422
    assert not DecisionHandle.objects.exclude(used_at=None).exists()
