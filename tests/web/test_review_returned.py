"""A refused form comes back as it was sent, or says what became of the order it was about."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shopops.agents.records import OrderState
from shopops.proposals.models import ReviewStatus
from shopops.review.claiming import claim
from shopops.review.config import ReviewConfig
from shopops.review.handles import LIFETIME
from shopops.review.models import Decision
from shopops.tenants.models import Role
from tests.support.deciding import Deciding
from tests.support.pages import handle_in, text_of
from tests.support.review_api import ask_for_fact
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ORDER, ESCALATED = "O-1001", "O-1011"
TOO_MUCH: dict[str, Any] = {
    "decision": "edit",
    "amount-2": "402.00",
    "keep-remedy:s1": "propose_refund",
    "point-0": ["order_number"],
    "say-0": "We are sorry",
    "reason": "She asked for more",
}
HTMX = {"HX-Request": "true", "HX-Target": "detail"}
Answer = Any


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([ORDER, ESCALATED])


def _send(room: Reviewing, client: Client, fields: dict[str, Any], **more: Any) -> Answer:
    return client.post(room.url("review/decide/?track=exception"), fields, **more)


def _form(room: Reviewing, client: Client, order: str = ORDER, **fields: Any) -> dict[str, Any]:
    return {"handle": handle_in(client.get(room.page_of(order))), **fields}


def _tag(page: Answer, name: str, text: str = "") -> str:
    """The first tag of this name whose attributes hold the text."""
    found = re.search(rf"<{name}\b[^>]*{re.escape(text)}[^>]*>", page.content.decode())
    assert found is not None, (name, text)
    return unescape(found[0])


def _all_is_as_typed(page: Answer) -> None:
    amount = _tag(page, "input", 'name="amount-2"')
    assert 'value="402.00"' in amount
    assert 'aria-invalid="true"' in amount
    assert "autofocus" in amount
    described = re.search(r'aria-describedby="([\w-]+) ([\w-]+)"', amount)
    assert described is not None
    assert f'id="{described[1]}"' in page.content.decode()
    assert f'id="{described[2]}"' in page.content.decode()
    assert b'value="propose_refund" selected>Refund only' in page.content
    points = re.findall(r'name="point-0" value="(\w+)"( checked)?', page.content.decode())
    assert [value for value, stays in points if stays] == ["order_number"]
    assert len(points) > 1
    words = text_of(page)
    assert "We are sorry" in words
    assert "She asked for more" in words
    assert "More than can go back." in words
    assert "Code: policy_denies" in words
    assert b"MON-2: " not in page.content  # beside the field stands what helps, and nothing else
    assert "At most 129.00 USD." in words
    assert "Make the amount smaller and save again." in words
    assert b'<details class="decide" open><summary class="btn-2" data-edit>' in page.content
    assert page.content.count(b'<details class="decide" open>') == 1


def test_a_refused_amount_comes_back_in_its_form_with_everything_that_was_typed(
    room: Reviewing,
) -> None:
    client = room.client()
    page = _send(room, client, _form(room, client, **TOO_MUCH))
    assert page.status_code == 422
    assert b"<html" in page.content
    assert b'id="queue"' in page.content
    _all_is_as_typed(page)


def test_htmx_gets_the_order_alone_and_the_same_form(room: Reviewing) -> None:
    client = room.client()
    page = _send(room, client, _form(room, client, **TOO_MUCH), headers=HTMX)
    assert (page.status_code, page["HX-Refused"]) == (422, "policy_denies")
    assert b"<html" not in page.content
    _all_is_as_typed(page)
    assert 'hx-post="/t/store_northline/review/decide/?track=exception"' in page.content.decode()


def test_the_form_that_came_back_is_sent_once_more_and_counts(room: Reviewing) -> None:
    client = room.client()
    page = _send(room, client, _form(room, client, **TOO_MUCH), headers=HTMX)
    better = {**TOO_MUCH, "handle": handle_in(page), "amount-2": "60.00"}
    sent = _send(room, client, better, headers=HTMX)
    assert sent["HX-Redirect"] == f"{room.page_of(ORDER)}?track=exception"
    assert room.proposal(ORDER).revision == 2


def test_words_that_are_not_in_evidence_are_named_beside_their_field(room: Reviewing) -> None:
    client = room.client()
    fields = {**TOO_MUCH, "amount-2": "60.00", "say-0": "You get 77 back"}
    page = _send(room, client, _form(room, client, **fields))
    assert 'aria-invalid="true"' in _tag(page, "textarea", 'name="say-0"')
    assert "You get 77 back" in text_of(page)
    assert 'value="60.00"' in _tag(page, "input", 'name="amount-2"')


@pytest.mark.parametrize(
    ("order", "fields", "code", "shown"),
    [
        (ORDER, {"decision": "reject", "reason": " "}, "reason_required", []),
        (ORDER, {"decision": "reject", "reason": "y" * 2001}, "reason_too_long", ["y" * 2001]),
        (ORDER, {"decision": "respond", "reason": ""}, "reason_required", []),
        (
            ESCALATED,
            {"decision": "handled_outside", "outcome": "", "reason": "By phone"},
            "outcome_required",
            ["By phone"],
        ),
    ],
)
def test_every_form_comes_back_with_its_field_marked(
    room: Reviewing, order: str, fields: dict[str, str], code: str, shown: list[str]
) -> None:
    client = room.client()
    page = _send(room, client, _form(room, client, order, **fields))
    assert page.status_code == 422
    assert f"Code: {code}" in text_of(page)
    assert page.content.decode().count('aria-invalid="true"') == 1
    for text in shown:
        assert text in text_of(page)
    assert handle_in(page)


def test_a_fact_that_cannot_be_read_is_told_what_can(room: Reviewing) -> None:
    ask_for_fact(room)
    client = room.client()
    told = {"decision": "supply_fact", "fact": "opted_out", "value": "maybe", "reason": "I called"}
    page = _send(room, client, _form(room, client, **told))
    assert page.status_code == 422
    assert "Choose " in text_of(page)
    assert "I called" in text_of(page)
    assert 'aria-invalid="true"' in _tag(page, "select", 'id="value-opted_out"')


def test_a_refused_approval_keeps_what_was_chosen_and_the_note(room: Reviewing) -> None:
    room.person("Ada", Role.ADMIN)
    Deciding(room).settings(ReviewConfig(limits={"reviewer": {"USD": 100}}))
    client = room.client()
    chosen = {"decision": "approve", "choice-0": "2", "reason": "She called twice"}
    page = _send(room, client, _form(room, client, **chosen))
    assert page.status_code == 403
    assert "Code: over_limit" in text_of(page)
    assert "She called twice" in text_of(page)
    assert "checked" in _tag(page, "input", 'id="opt-2"')
    assert "checked" not in _tag(page, "input", 'id="opt-1"')
    assert "checked" not in _tag(page, "input", 'id="opt-0"')


def test_a_page_that_was_open_for_too_long_comes_back_with_a_fresh_handle(
    room: Reviewing,
) -> None:
    client = room.client()
    old = room.handle(ORDER, now=timezone.now() - LIFETIME - timedelta(minutes=1))
    page = _send(room, client, {**TOO_MUCH, "handle": old, "amount-2": "60.00"})
    assert page.status_code == 410
    assert "Code: handle_expired" in text_of(page)
    assert "We are sorry" in text_of(page)
    assert handle_in(page) != old


def _rejected(room: Reviewing) -> None:
    Deciding(room).reject(name="Noor")


def _decided_and_taken_back(room: Reviewing) -> None:
    Deciding(room).reject(name="Noor")
    Deciding(room).undo(name="Noor", after=timedelta(minutes=2))


def _cancelled(room: Reviewing) -> None:
    room.change(ORDER, state=OrderState.CANCELLED)


@pytest.mark.parametrize("meanwhile", [_rejected, _decided_and_taken_back, _cancelled])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_no_form_comes_back_for_what_is_no_longer_the_one_shown(
    room: Reviewing, meanwhile: Any, headers: dict[str, str]
) -> None:
    client = room.client()
    form = _form(room, client, **TOO_MUCH)
    meanwhile(room)
    page = _send(room, client, form, headers=headers)
    assert page.status_code == 409
    assert b'name="handle"' not in page.content
    words = text_of(page)
    assert "What you had written It was not kept." in words
    assert "The amount 402.00" in words
    assert "What the mail also says We are sorry" in words
    assert "Your words She asked for more" in words
    assert Decision.objects.filter(membership=room.person("Maya")).count() == 0


def test_what_the_page_no_longer_offers_comes_as_a_page_of_its_own(room: Reviewing) -> None:
    client = room.client()
    form = _form(room, client, **TOO_MUCH)
    proposal = room.proposal(ORDER).pk
    claim(tenant_id=room.shop.pk, proposal_id=proposal, person=room.person("Noor"))
    page = _send(room, client, form, headers=HTMX)
    assert page.status_code == 409
    words = text_of(page)
    assert "Code: not_assignee" in words
    assert "It is with Noor." in words
    assert "Your words She asked for more" in words


@pytest.mark.slow
def test_a_form_that_counted_once_does_not_come_back() -> None:
    room = reviewing_now([ORDER], second_cap_cents={"USD": 100})
    client = room.client()
    form = _form(room, client, decision="approve", **{"choice-0": "1"})
    Deciding(room).approve(handle=form["handle"])
    again = _send(room, client, form)
    assert again.status_code == 409
    assert b'name="decision" value="approve"' not in again.content
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING
