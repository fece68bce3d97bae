"""Sending a decision: what the page says, where it leads, what it refuses."""

import pytest
from django.test import Client

from shopops.agents.records import OrderState
from shopops.proposals.models import ReviewStatus
from shopops.review.models import Decision, ReviewNote
from shopops.tenants.models import Role
from tests.support.pages import handle_in, text_of
from tests.support.reviewing import Reviewing, reviewing_now
from tests.support.signing_in import proven

pytestmark = pytest.mark.django_db
ORDER = "O-1001"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER, "O-1004", "O-1011"])


def _form(room: Reviewing, client: Client, order: str = ORDER, **fields: str) -> dict[str, str]:
    return {"handle": handle_in(client.get(room.page_of(order))), **fields}


def _approval(room: Reviewing, client: Client) -> dict[str, str]:
    return _form(room, client, decision="approve", **{"choice-0": "1", "action": "0"})


def test_an_approval_shows_what_is_held_and_what_comes_next(room: Reviewing) -> None:
    client = room.client()
    page = client.post(room.url("review/decide/"), _approval(room, client), follow=True)
    words = text_of(page)
    assert page.redirect_chain == [(room.page_of(ORDER), 302)]
    assert "1001 approved. Its page shows what becomes of it." in words
    assert "Approved by Maya" in words
    assert "Send again held No shop is connected for it." in words
    assert "Next: 1004" in words
    assert "Maya approved mail, send again #" in words


def test_a_note_to_an_approval_is_shown_with_it(room: Reviewing) -> None:
    client = room.client()
    form = {**_approval(room, client), "reason": "She called twice"}
    page = client.post(room.url("review/decide/"), form, follow=True)
    assert "Maya: “She called twice”" in text_of(page)


def test_the_filters_survive_a_decision(room: Reviewing) -> None:
    client = room.client()
    sent = client.post(room.url("review/decide/?track=exception"), _approval(room, client))
    assert sent["Location"] == f"{room.page_of(ORDER)}?track=exception"


def test_neither_is_a_choice_and_chooses_nothing(room: Reviewing) -> None:
    client = room.client()
    form = _form(room, client, decision="approve", **{"choice-0": "", "action": "0"})
    client.post(room.url("review/decide/"), form)
    assert Decision.objects.get().action_indexes == [0]


def test_a_rejection_shows_its_reason_to_colleagues(room: Reviewing) -> None:
    client = room.client()
    form = _form(room, client, decision="reject", reason="<b>It arrived</b>")
    page = client.post(room.url("review/decide/"), form, follow=True)
    assert "Maya: “<b>It arrived</b>”" in text_of(page)
    assert b"<b>It arrived</b>" not in page.content


def test_an_escalation_is_recorded_with_its_outcome(room: Reviewing) -> None:
    client = room.client()
    form = _form(
        room, client, "O-1011", decision="handled_outside", outcome="refunded", reason="paid back"
    )
    words = text_of(client.post(room.url("review/decide/"), form, follow=True))
    assert "1011 recorded as handled outside." in words
    assert "Money sent back in the shop's system" in words


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"decision": "approve", "choice-0": "1", "choice-1": "2"}, 422, "one_alternative"),
        ({"decision": "approve", "action": "1-2"}, 422, "one_alternative"),
        ({"decision": "approve"}, 422, "nothing_chosen"),
        ({"decision": "approve", "action": "99"}, 422, "unknown_action"),
        ({"decision": "approve", "action": "one"}, 422, "unknown_action"),
        ({"decision": "approve", "action": "-1"}, 422, "unknown_action"),
        ({"decision": "reject", "reason": " "}, 422, "reason_required"),
        ({"decision": "reject", "reason": "x" * 2001}, 422, "reason_too_long"),
        ({"decision": "handled_outside", "outcome": "other", "reason": "x"}, 422, "not_escalated"),
        ({"decision": "delete"}, 422, "unknown_decision"),
        ({}, 422, "unknown_decision"),
        ({"decision": "approve", "action": "1", "proposal": "5"}, 422, "identity_supplied"),
        ({"decision": "approve", "action": "1", "reviewer": "Noor"}, 422, "identity_supplied"),
        ({"decision": "approve", "action": "1", "handle": "made-up"}, 403, "handle_unknown"),
    ],
)
def test_a_refusal_has_a_code_a_status_and_a_way_on(
    room: Reviewing, fields: dict[str, str], status: int, code: str
) -> None:
    client = room.client()
    page = client.post(room.url("review/decide/"), {**_form(room, client), **fields})
    assert page.status_code == status
    words = text_of(page)
    assert f"Code: {code}" in words
    assert "← Queue" in words or "Back to the queue" in words
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING


def test_the_second_of_two_people_is_told_who_was_first(room: Reviewing) -> None:
    maya, noor = room.client("Maya"), room.client("Noor")
    late = _form(room, noor, decision="reject", reason="no")
    maya.post(room.url("review/decide/"), _approval(room, maya))
    page = noor.post(room.url("review/decide/"), late)
    assert page.status_code == 409
    assert "Approved by Maya" in text_of(page)


def test_sending_the_form_again_is_told_apart_and_decides_once(room: Reviewing) -> None:
    client = room.client()
    form = _approval(room, client)
    client.post(room.url("review/decide/"), form)
    again = client.post(room.url("review/decide/"), form)
    assert (again.status_code, Decision.objects.count()) == (409, 1)
    assert "Code: already_decided" in text_of(again)


def test_changed_evidence_shows_the_difference_and_leads_to_the_new_proposal(
    room: Reviewing,
) -> None:
    client = room.client()
    form, old = _approval(room, client), room.page_of(ORDER)
    room.change(ORDER, state=OrderState.CANCELLED)
    page = client.post(room.url("review/decide/"), form)
    assert page.status_code == 409
    assert "Order state: open → now cancelled" in text_of(page)
    assert room.page_of(ORDER) != old
    assert f'href="{room.page_of(ORDER)}"'.encode() in page.content
    assert client.get(room.page_of(ORDER)).status_code == 200


def test_a_viewer_who_sends_a_form_is_refused(room: Reviewing) -> None:
    form = _approval(room, room.client())
    page = room.client("Vik", Role.VIEWER).post(room.url("review/decide/"), form)
    assert page.status_code == 403
    assert "This needs the role “Reviewer” or “Admin”; yours is “Viewer”." in text_of(page)
    assert not Decision.objects.exists()


@pytest.mark.parametrize(("typed", "kept"), [("not\0 now", "not now"), ("\0 \0", None)])
def test_a_reason_is_kept_without_the_character_that_nobody_can_type(
    room: Reviewing, typed: str, kept: str | None
) -> None:
    client = room.client()
    form = _form(room, client, decision="reject", reason=typed)
    answer = client.post(room.url("review/decide/"), form)
    assert answer.status_code == (302 if kept else 422)
    assert list(ReviewNote.objects.values_list("text", flat=True)) == ([kept] if kept else [])


def test_a_form_needs_its_csrf_token(room: Reviewing) -> None:
    form = _approval(room, room.client())
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(room.person().user)
    page = strict.post(room.url("review/decide/"), form)
    assert page.status_code == 403
    assert "nothing was changed" in text_of(page)
    assert not Decision.objects.exists()


def test_a_decision_is_not_a_link(room: Reviewing) -> None:
    assert room.client().get(room.url("review/decide/")).status_code == 405


def test_the_first_of_two_approvals_says_that_it_waits() -> None:
    room = reviewing_now([ORDER], second_cap_cents={"USD": 100})
    maya, noor = (proven(room.client(name)) for name in ("Maya", "Noor"))
    sent = maya.post(room.url("review/decide/"), _approval(room, maya), follow=True)
    words = text_of(sent)
    assert "1001 approved, 1 of 2. It waits for a second person." in words
    assert "A second person must approve the same, or anyone rejects it." in words
    assert b"data-approve>" not in sent.content
    seconds = noor.get(room.page_of(ORDER))
    assert "The amount needs two people. Approve the same actions, or reject." in text_of(seconds)
    assert b'value="2"' not in seconds.content
    noor.post(room.url("review/decide/"), _approval(room, noor))
    assert room.proposal(ORDER).review_status == ReviewStatus.APPROVED
