"""Every refusal over HTTP, reached once: its code, its status, a sentence."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from shopops.api.openapi import AT_PAGES, refusals
from shopops.connectors.models import SourceRecord
from shopops.proposals.models import Action, ExecutionStatus
from shopops.review.config import ReviewConfig
from shopops.review.expiry import expire_due
from shopops.review.handles import LIFETIME
from shopops.tenants.models import Membership, Role
from tests.support.deciding import ESCALATED, MAIL, ORDER, REFUND, RESHIP, Deciding
from tests.support.review_api import ReviewApi, api_of, ask_for_fact, handle_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db
Answer = tuple[int, Any]
SECOND_CAP = {"USD": 12899}


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now((ORDER, ESCALATED))


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
    "expired": (410, _expired_item),
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
    "handle_expired": (410, _expired_handle),
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


@pytest.mark.slow
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
    assert known == {*REFUSED, *OF_SEVERAL, *AT_PAGES, "no_such_order"}
