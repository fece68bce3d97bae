"""What people do to a proposal, as the page offers and sends it: each form counts once."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from shopops.agents.records import Customer
from shopops.ledger import EventKind
from shopops.proposals.models import ReviewStatus
from shopops.review import settings
from shopops.review.config import ReviewConfig
from shopops.review.expiry import expire_due
from shopops.review.models import Claim, Decision
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import handle_in, text_of
from tests.support.reviewing import Reviewing, reviewing_now
from tests.support.signing_in import proven

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ORDER, ESCALATED = "O-1001", "O-1011"
Fields = dict[str, str]
OPEN: dict[str, Fields] = {
    "approve": {"decision": "approve", "choice-0": "1", "action": "0"},
    "reject": {"decision": "reject", "reason": "no"},
    "reject_preset": {"decision": "reject", "preset": "The parcel has arrived"},
    "edit": {"decision": "edit", "amount-2": "60.00"},
    "respond": {"decision": "respond", "reason": "Is she at home?"},
}


@pytest.fixture
def room() -> Reviewing:
    room = reviewing_now([ORDER, "O-1004", ESCALATED])
    customer = room.oms.orders["O-1004"].customer or Customer()
    said = {name: getattr(customer, name) for name in customer.__struct_fields__}
    room.change("O-1004", customer=Customer(**{**said, "opted_out": None}))
    room.resolve("O-1004")
    return room


def _post(room: Reviewing, client: Client, fields: Fields, *, follow: bool = False) -> Any:
    return client.post(room.url("review/decide/"), fields, follow=follow)


def _form(room: Reviewing, client: Client, order: str, fields: Fields) -> Fields:
    return {"handle": handle_in(client.get(room.page_of(order))), **fields}


def _settings(room: Reviewing, config: ReviewConfig) -> None:
    with tenant_scope(room.shop.pk):
        settings.save_config(
            tenant_id=room.shop.pk,
            config=config,
            based_on=settings.current(room.shop.pk).version,
            reason="test",
            author=None,
            now=room.now,
        )


def _decided(room: Reviewing) -> tuple[int, int]:
    with tenant_scope(room.shop.pk):
        told = bodies_of_kind(room.shop.pk, EventKind.DECISION)
    return Decision.objects.count(), len([one for one in told if one.get("reviewer")])


@pytest.mark.parametrize("name", OPEN)
def test_a_form_that_is_sent_twice_counts_once(room: Reviewing, name: str) -> None:
    client = room.client()
    form = _form(room, client, ORDER, OPEN[name])
    assert _post(room, client, form).status_code == 302
    assert _post(room, client, form).status_code == 409
    assert _decided(room) == (1, 1)


def test_so_do_those_of_what_was_asked_decided_expired_or_lacks_a_fact(room: Reviewing) -> None:
    client = room.client()
    sent = 0
    for order, before, fields in (
        (ORDER, {"decision": "respond", "reason": "?"}, {"decision": "take_back"}),
        (ORDER, OPEN["approve"], {"decision": "undo"}),
        (ESCALATED, {"decision": "respond", "reason": "?"}, OPEN["reject"]),
        (
            "O-1004",
            None,
            {"decision": "supply_fact", "fact": "opted_out", "value": "no", "reason": "called"},
        ),
    ):
        if before is not None:
            assert _post(room, client, _form(room, client, order, before)).status_code == 302
            sent += 1
        form = _form(room, client, order, fields)
        assert _post(room, client, form).status_code == 302, fields
        sent += 1
        assert _post(room, client, form).status_code in {409, 410}, fields
        assert _decided(room) == (sent, sent)


def test_what_expired_is_proposed_again_once(room: Reviewing) -> None:
    client = room.client()
    expire_due(tenant_id=room.shop.pk, now=room.now + timedelta(hours=336))
    page = client.get(room.page_of(ORDER))
    words = text_of(page)
    assert "Nobody decided within 336 hours, so this revision expired." in words
    assert "It was not rejected" in words
    form = {"handle": handle_in(page), "decision": "propose_again"}
    assert "proposed again." in text_of(_post(room, client, form, follow=True))
    assert _post(room, client, form).status_code == 409
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING


@pytest.mark.parametrize("decision", ["edit", "respond", "take_back", "undo", "supply_fact"])
def test_nobody_sends_another_person_s_or_shop_s_form(room: Reviewing, decision: str) -> None:
    fields = {"decision": decision, "reason": "x"}
    fields |= {"amount-2": "1.00"} if decision == "edit" else {}
    form = _form(room, room.client("Noor"), ORDER, fields)
    refused = _post(room, room.client("Maya"), form)
    assert refused.status_code == 403
    assert "Code: handle_unknown" in text_of(refused)


def test_a_viewer_is_offered_nothing_and_told_why(room: Reviewing) -> None:
    page = room.client("Vik", Role.VIEWER).get(room.page_of(ORDER))
    assert "Your role, Viewer, may read but not decide." in text_of(page)
    assert b'name="handle"' not in page.content


def test_a_decision_shows_until_when_it_can_be_taken_back_in_words(room: Reviewing) -> None:
    client = room.client()
    page = _post(room, client, _form(room, client, ORDER, OPEN["approve"]), follow=True)
    words = text_of(page)
    assert re.search(r"It can be taken back until .* \((10|9) min left\) Take back 1001", words)
    assert b"<script>" not in page.content
    noors = room.client("Noor").get(room.page_of(ORDER))
    assert "It can be taken back" not in text_of(noors)
    back = _post(room, client, {"handle": handle_in(page), "decision": "undo"}, follow=True)
    assert "decision taken back. It waits for a decision again." in text_of(back)
    assert "Maya took the decision back" in text_of(back)


def test_without_time_to_undo_nothing_is_offered(room: Reviewing) -> None:
    _settings(room, ReviewConfig(undo_minutes=0))
    client = room.client()
    page = _post(room, client, _form(room, client, ORDER, OPEN["approve"]), follow=True)
    assert "It can be taken back" not in text_of(page)


def test_an_edit_stands_beside_its_original(room: Reviewing) -> None:
    client = room.client()
    fields = {
        "decision": "edit",
        "amount-2": "60.00",
        "keep-remedy:s1": "propose_refund",
        "point-0": "stalled_shipment_apology",
        "say-0": "We are sorry\r\n\r\nPlease bear with us",
        "reason": "<b>half</b>",
    }
    page = _post(room, client, _form(room, client, ORDER, fields), follow=True)
    words = text_of(page)
    assert "changed: revision 2. Decide on it here." in words
    assert "Changed by Maya from revision 1" in words
    assert "Refund: 129.00 USD → now 60.00 USD" in words
    assert "Send again: offered → now left out" in words
    assert "“Please bear with us”" in words
    assert "<b>half</b>" in unescape(page.content.decode())
    assert b"<b>half</b>" not in page.content
    original = room.proposal(ORDER).edit_of
    assert original is not None
    old = text_of(client.get(room.url(f"review/{original.pk}/")))
    assert "Somebody changed what it proposes" in old
    assert "Maya changed the proposal: revision 2" in old


@pytest.mark.parametrize(
    ("fields", "code", "says"),
    [
        ({"amount-2": "129.01"}, "policy_denies", "At most 129.00 USD."),
        ({"amount-2": "129.01"}, "policy_denies", "More than can go back."),
        ({"amount-2": "60,00"}, "edit_unreadable", "is not an amount. Write 60.00."),
        ({"amount-2": ""}, "edit_unreadable", "No amount is given."),
        ({"amount-2": "129.00"}, "nothing_edited", "Nothing differs"),
        ({"amount-1": "60.00"}, "not_editable", "can't be changed"),
        ({"amount-x": "60.00"}, "unknown_action", "no such action"),
        ({"say-0": "Call 555", "point-0": "order_number"}, "not_in_evidence", "“555”"),
    ],
)
def test_an_edit_is_refused_by_name(room: Reviewing, fields: Fields, code: str, says: str) -> None:
    client = room.client()
    form = _form(room, client, ORDER, {"decision": "edit", **fields})
    refused = _post(room, client, form)
    assert refused.status_code == 422
    assert f"Code: {code}" in text_of(refused)
    assert says in text_of(refused)


def test_a_question_is_shown_with_the_way_back(room: Reviewing) -> None:
    client = room.client()
    page = _post(room, client, _form(room, client, ORDER, OPEN["respond"]), follow=True)
    assert "Maya asked" in text_of(page)
    assert "“Is she at home?”" in text_of(page)
    asked = client.get(room.url("review/?asked=on"))
    assert f'href="{room.page_of(ORDER)}' in asked.content.decode()
    assert f'href="{room.page_of(ORDER)}' not in client.get(room.url("review/")).content.decode()


def test_an_escalation_offers_to_supply_what_it_lacks(room: Reviewing) -> None:
    client = room.client()
    page = client.get(room.page_of("O-1004"))
    assert "Supply: opted out of messages" in text_of(page)
    form = {
        "handle": handle_in(page),
        "decision": "supply_fact",
        "fact": "opted_out",
        "value": "no",
        "reason": "She said so",
    }
    after = _post(room, client, form, follow=True)
    words = text_of(after)
    assert "kept, and proposed anew with it." in words
    assert "a colleague found it out" in words
    cited = re.search(r"id=(claim[^\"&]+)", after.content.decode())
    assert cited is not None
    source = client.get(f"{room.page_of('O-1004')}evidence/?id={cited[1].replace('%3A', ':')}")
    assert "She said so" in text_of(source)
    assert "Maya" in text_of(source)


def test_who_cannot_decide_reads_why(room: Reviewing) -> None:
    room.person("Ada", Role.ADMIN)
    _settings(room, ReviewConfig(limits={"reviewer": {"USD": 5000}}))
    client = room.client()
    page = client.get(room.page_of(ORDER))
    limit = "It is 129.00 USD, and you may approve up to 50.00 USD for one order."
    assert limit in text_of(page)
    assert b'<button class="btn-2" name="decision" value="approve"' in page.content
    form = _form(room, client, ORDER, {"decision": "approve", "choice-0": "1"})
    assert text_of(_post(room, client, form)).count(limit) == 1
    with tenant_scope(room.shop.pk):
        Claim.objects.create(
            tenant=room.shop,
            order_id=ORDER,
            holder=room.person("Noor"),
            lease_until=room.now + timedelta(minutes=15),
        )
    page = room.client().get(room.page_of(ORDER))
    assert "You can’t decide this. Noor has it until" in text_of(page)
    assert b"data-approve>" not in page.content
    assert b'type="radio"' not in page.content
    admin = text_of(room.client("Ada", Role.ADMIN).get(room.page_of(ORDER)))
    assert "Approve all the same" in admin


def test_an_admin_sets_a_limit_aside_with_a_reason_and_the_ledger_says_so() -> None:
    room = reviewing_now([ORDER], second_cap_cents={"USD": 100})
    admin = proven(room.client("Ada", Role.ADMIN))
    fields = {"decision": "approve", "action": "0", "bypass": "four_eyes", "choice-0": "1"}
    refused = _post(room, admin, _form(room, admin, ORDER, fields))
    assert "Code: reason_required" in text_of(refused)
    done = _post(
        room, admin, _form(room, admin, ORDER, {**fields, "reason": "all ill"}), follow=True
    )
    assert "Ada approved mail, send again (1 of 2), setting aside the second person" in text_of(
        done
    )


def test_from_the_next_order_the_last_decision_is_taken_back_with_one_form(
    room: Reviewing,
) -> None:
    client = room.client()
    form = _form(room, client, ORDER, {**OPEN["approve"], "then": "next"})
    onward = _post(room, client, form, follow=True)
    words = text_of(onward)
    assert re.search(
        r"1001 approved\. Open it · Receipt · It can be taken back until .* left", words
    )
    assert "left) Take back 1001" in words
    assert 'class="message success"' not in onward.content.decode()
    strip = onward.content.decode().split('class="undo last-decided"')[1].split("</form>")[0]
    handle = re.search(r'name="handle" value="([^"]+)"', strip)
    assert handle is not None
    back = _post(room, client, {"handle": handle[1], "decision": "undo"}, follow=True)
    assert "1001: decision taken back." in text_of(back)
    assert room.proposal(ORDER).review_status == ReviewStatus.PENDING
    assert b"last-decided" not in client.get(room.url("review/")).content
