"""The pages of several at once: choosing, the preview, confirming, the results, sending again."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from shopops.agents.records import OrderState
from shopops.connectors.models import SourceRecord
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.review.models import Decision
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.at_once import at_once
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now

pytestmark = pytest.mark.django_db
CHOICE, PLAIN, ESCALATED, FOURTH = "O-1001", "O-1024", "O-1011", "O-1004"
Answer = Any  # what the test client makes of a response
RUN = re.compile(r"/review/bulk/([0-9a-f-]{36})/")
REFUND = "propose_refund"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now([CHOICE, PLAIN, ESCALATED, FOURTH])


def _ids(room: Reviewing, *orders: str) -> list[int]:
    return [room.proposal(order).pk for order in orders]


def _choose(room: Reviewing, client: Client, items: list[int] | list[str], **fields: str) -> Answer:
    form = {"decision": "approve", "item": items, **fields}
    return client.post(room.url("review/bulk/"), form)


def _run(answer: Answer) -> UUID:
    found = RUN.search(answer["Location"])
    assert found is not None, answer
    return UUID(found[1])


def _decide(room: Reviewing, client: Client, run: UUID, **fields: str) -> Answer:
    return client.post(room.url(f"review/bulk/{run}/decide/"), fields)


def _page(room: Reviewing, client: Client, run: UUID) -> Answer:
    return client.get(room.url(f"review/bulk/{run}/"))


def test_who_may_decide_can_select_rows_and_who_may_read_cannot(room: Reviewing) -> None:
    for name, role, seen in (("Maya", Role.REVIEWER, True), ("Vik", Role.VIEWER, False)):
        page = room.client(name, role).get(room.url("review/"))
        assert (b"data-pick" in page.content) is seen
        assert (b'id="bulk"' in page.content) is seen


def test_every_waiting_row_of_the_page_has_its_box(room: Reviewing) -> None:
    page = room.client().get(room.url("review/")).content.decode()
    boxes = re.findall(r'name="item" value="(\d+)" form="bulk"', page)
    assert sorted(map(int, boxes)) == sorted(_ids(room, CHOICE, PLAIN, ESCALATED, FOURTH))


def test_a_preview_says_what_happens_to_each_and_who_is_barred(room: Reviewing) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, PLAIN, ESCALATED)))
    page = _page(room, client, run)
    words = text_of(page)
    assert "Approve 1 of 3 orders?" in words
    assert "69.00 USD in money and goods, approved by you alone" in words
    assert "2 can’t, and stay as they are" in words
    assert "needs a choice Somebody has to choose between its alternatives." in words
    assert "needs_person" not in words
    shown = page.content.decode()
    assert 'data-code="unresolved_choice"' in shown
    assert 'data-code="needs_person"' in shown
    selected = ",".join(map(str, _ids(room, CHOICE, PLAIN, ESCALATED)))
    assert f'{room.url("review/")}#picked={selected}">Don’t</a>' in shown
    assert 'value="" aria-pressed="true">Leave it to a person' in shown
    assert not Decision.objects.exists()


def test_a_choice_is_made_for_all_and_only_for_what_is_listed(room: Reviewing) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, PLAIN), prefer=REFUND))
    page = _page(room, client, run)
    assert "Approve 2 of 2 orders?" in text_of(page)
    assert re.findall(r'aria-pressed="true">([^<]+)<', page.content.decode()) == ["Refund"]
    sent = _decide(room, client, run, sure="yes", reason="One by one they all called")
    assert sent.status_code == 302
    words = text_of(_page(room, client, run))
    assert "2 of 2 approved" in words
    decided = Decision.objects.all()
    assert {one.proposal_id for one in decided} == set(_ids(room, CHOICE, PLAIN))
    assert {one.note.text for one in decided} == {"One by one they all called"}
    waiting = Proposal.objects.filter(review_status=ReviewStatus.PENDING)
    assert set(waiting.values_list("pk", flat=True)) == set(_ids(room, ESCALATED, FOURTH))


def test_what_was_decided_together_is_taken_back_together_or_one_by_one(room: Reviewing) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, PLAIN), prefer=REFUND))
    _decide(room, client, run, sure="yes")
    assert "Take back all 2" in text_of(_page(room, client, run))
    undo, [first, _] = room.url(f"review/bulk/{run}/undo/"), _ids(room, CHOICE, PLAIN)
    one = text_of(client.post(undo, {"only": first}, follow=True))
    assert "1 taken back" in one
    assert "Take back the one that can be" in one
    assert "2 taken back" in text_of(client.post(undo, follow=True))
    assert "Not taken back" in text_of(client.post(undo, follow=True))
    assert not Proposal.objects.filter(review_status=ReviewStatus.APPROVED).exists()


def test_of_two_ways_back_only_one_is_offered_at_a_time(room: Reviewing) -> None:
    client = room.client()
    handle = re.search(
        r'name="handle" value="([^"]+)"', client.get(room.page_of(CHOICE)).content.decode()
    )
    assert handle is not None
    sent = {"handle": handle[1], "decision": "reject", "reason": "No", "then": "next"}
    client.post(room.url("review/decide/"), sent)
    assert "last-decided" in client.get(room.page_of(PLAIN)).content.decode()
    _decide(room, client, _run(_choose(room, client, _ids(room, PLAIN))), sure="yes")
    assert "last-decided" not in client.get(room.page_of(ESCALATED)).content.decode()
    assert "Take back" in text_of(client.get(room.page_of(PLAIN)))


def test_above_the_cap_the_form_without_a_word_is_asked_again_and_keeps_what_was_typed(
    room: Reviewing,
) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, PLAIN), prefer=REFUND))
    page = _decide(room, client, run, reason="Typed with care")
    assert page.status_code == 422
    assert "Code: confirmation_required" in text_of(page)
    assert b'value="Typed with care"' in page.content
    assert b'name="sure" value="yes" required' in page.content
    assert not Decision.objects.exists()


def test_a_preview_names_the_customer_of_each_order(room: Reviewing) -> None:
    client = room.client()
    words = text_of(_page(room, client, _run(_choose(room, client, _ids(room, CHOICE, PLAIN)))))
    with tenant_scope(room.shop.pk):
        orders = SourceRecord.objects.filter(tenant=room.shop.pk, record_type="order")
        for order in orders.filter(external_id__in=[CHOICE, PLAIN]):
            assert order.body["customer"]["name"] in words


def test_results_lead_to_each_receipt_and_say_how_long_they_can_be_taken_back(
    room: Reviewing,
) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, PLAIN), prefer=REFUND))
    _decide(room, client, run, sure="yes")
    page = _page(room, client, run)
    for decision in Decision.objects.all():
        assert room.url(f"review/decisions/{decision.pk}/receipt/") in page.content.decode()
    assert "Take back all 2 until " in text_of(page)


def test_sending_the_confirmation_again_shows_the_same_and_decides_nothing(
    room: Reviewing,
) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, PLAIN, ESCALATED), prefer=REFUND))
    first = _decide(room, client, run, sure="yes")
    before = text_of(_page(room, client, run))
    again = _decide(room, client, run, reason="and again")
    assert first["Location"] == again["Location"]
    assert text_of(_page(room, client, run)) == before
    assert Decision.objects.count() == 2


def test_what_was_refused_is_looked_at_again_as_it_stands_now(room: Reviewing) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, FOURTH), prefer=REFUND))
    room.change(CHOICE, state=OrderState.CANCELLED)
    _decide(room, client, run, sure="yes")
    page = _page(room, client, run)
    assert "1 of 2 approved" in text_of(page)
    assert 'data-code="stale"' in page.content.decode()
    offered = re.findall(r'name="item" value="(\d+)"', page.content.decode())
    assert offered == [str(room.proposal(CHOICE).pk)]
    assert room.proposal(CHOICE).revision == 2
    once_more = _run(_choose(room, client, offered, prefer=REFUND))
    assert once_more != run
    assert "of 1 order?" in text_of(_page(room, client, once_more))


def test_a_rejection_asks_for_the_reason_and_keeps_it_with_each(room: Reviewing) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, CHOICE, ESCALATED), decision="reject"))
    refused = _decide(room, client, run)
    assert refused.status_code == 422
    assert "Code: reason_required" in text_of(refused)
    _decide(room, client, run, preset="The parcel has arrived")
    assert "2 of 2 rejected" in text_of(_page(room, client, run))
    assert {one.preset for one in Decision.objects.all()} == {"The parcel has arrived"}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"item": []}, "nothing_selected"),
        ({"item": [str(number) for number in range(1, 1_502)]}, "too_many"),
        ({"decision": "delete"}, "unknown_decision"),
        ({"prefer": "draft_email"}, "unknown_action"),
    ],
)
def test_what_cannot_be_previewed_says_why(
    room: Reviewing, fields: dict[str, object], code: str
) -> None:
    form = {"decision": "approve", "item": _ids(room, PLAIN), **fields}
    page = room.client().post(room.url("review/bulk/"), form)
    assert page.status_code == 422
    assert f"Code: {code}" in text_of(page)


def test_another_shop_s_ids_look_like_ids_that_never_were(room: Reviewing) -> None:
    theirs = reviewing([CHOICE], slug="store_other")
    client = room.client()
    seen = [
        text_of(_page(room, client, _run(_choose(room, client, [unknown], decision="reject"))))
        for unknown in (str(theirs.proposal(CHOICE).pk), "999999999999", "abc", "9" * 30)
    ]
    assert "1 of the selected order does not exist in this shop." in seen[0]
    assert len(set(seen)) == 1


def test_a_run_of_somebody_else_or_of_another_shop_looks_like_none(room: Reviewing) -> None:
    run = _run(_choose(room, room.client(), _ids(room, PLAIN)))
    other = reviewing([CHOICE], slug="store_other")
    for shop, client in ((room, room.client("Noor")), (other, other.client("Maya"))):
        for missing in (run, uuid4()):
            assert _page(shop, client, missing).status_code == 404
            assert _decide(shop, client, missing, sure="yes").status_code == 404
    assert not Decision.objects.exists()


def test_a_confirmation_names_no_order_and_nobody(room: Reviewing) -> None:
    client = room.client()
    run = _run(_choose(room, client, _ids(room, PLAIN)))
    for extra in ("item", "proposal", "reviewer", "handle"):
        page = _decide(room, client, run, sure="yes", **{extra: "1"})
        assert page.status_code == 422
        assert "Code: identity_supplied" in text_of(page)
    assert not Decision.objects.exists()


def test_a_viewer_neither_previews_nor_sees_runs(room: Reviewing) -> None:
    viewer = room.client("Vik", Role.VIEWER)
    assert _choose(room, viewer, _ids(room, PLAIN)).status_code == 403
    assert _page(room, viewer, uuid4()).status_code == 403


def test_the_filters_survive_selection_and_confirmation(room: Reviewing) -> None:
    client = room.client()
    form = {"decision": "reject", "item": _ids(room, PLAIN)}
    preview = client.post(room.url("review/bulk/?track=exception"), form)
    assert preview["Location"].endswith("/?track=exception")
    page = client.get(preview["Location"])
    assert f'href="{room.url("review/")}?track=exception#picked=' in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_one_confirmation_sent_six_times_at_once_decides_once_and_answers_alike() -> None:
    room = reviewing_now([CHOICE, PLAIN])
    run = _run(_choose(room, room.client(), _ids(room, CHOICE, PLAIN), prefer=REFUND))
    clients = [room.client() for _ in range(6)]
    answers: list[Answer] = at_once(
        *(lambda client=client: _decide(room, client, run, sure="yes") for client in clients)
    )
    assert {(one.status_code, one["Location"]) for one in answers} == {
        (302, room.url(f"review/bulk/{run}/"))
    }
    assert Decision.objects.count() == 2
    assert "2 of 2 approved" in text_of(_page(room, room.client(), run))
