"""What nobody decided in time is over by the clock, whether or not the task has marked it yet."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from shopops.ledger import ActorType, EventKind
from shopops.ledger.read import timeline
from shopops.proposals.models import Action, ReviewStatus
from shopops.review.models import Claim, Decision
from shopops.review.queue import Filters, queue_page
from shopops.review.words.times import short_moment
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import Deciding
from tests.support.pages import handle_in, text_of
from tests.support.review_api import api_of, handle_of
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
ORDER, PLAIN = "O-1001", "O-1024"
FIELDS: dict[str, dict[str, Any]] = {
    "approve": {"choice-0": "1", "action": "0"},
    "reject": {"reason": "no"},
    "edit": {"amount-2": "60.00"},
    "respond": {"reason": "Which door?"},
}


@pytest.fixture
def room() -> Reviewing:
    """Proposed and judged fifteen days ago; a shop has fourteen days unless it says otherwise."""
    return reviewing([ORDER, PLAIN], now=timezone.now() - timedelta(days=15))


def _marked(room: Reviewing, order: str) -> list[tuple[str, object]]:
    """By whom, and whether it was final."""
    with tenant_scope(room.shop.pk):
        told = [one for one in timeline(room.shop.pk, order) if one.kind is EventKind.DECISION]
    return [(str(one.actor), one.body["decision"]) for one in told]


@pytest.mark.parametrize("decision", FIELDS)
def test_a_form_that_comes_too_late_is_refused_and_the_system_says_expired(
    room: Reviewing, decision: str
) -> None:
    form = {"handle": room.handle(ORDER, now=timezone.now()), **FIELDS[decision]}
    answer = room.client().post(room.url("review/decide/"), form | {"decision": decision})
    assert answer.status_code == 410
    assert "Code: expired" in text_of(answer)
    assert room.proposal(ORDER).review_status == ReviewStatus.EXPIRED
    assert _marked(room, ORDER) == [(str(ActorType.SYSTEM), "expired")]
    assert not Decision.objects.exists()
    assert not Action.objects.filter(approved=True).exists()


def test_its_page_offers_no_decision_but_to_propose_again(room: Reviewing) -> None:
    client = room.client()
    page = client.get(room.page_of(ORDER))
    words = text_of(page)
    assert "Nobody decided within 336 hours, so this revision expired." in words
    assert b'id="decide"' not in page.content
    assert page.content.count(b'name="handle"') == 1
    form = {"handle": handle_in(page), "decision": "propose_again"}
    sent = client.post(room.url("review/decide/"), form, follow=True)
    assert "proposed again." in text_of(sent)
    assert room.proposal(ORDER).revision == 2
    assert _marked(room, ORDER) == [
        (str(ActorType.SYSTEM), "expired"),
        (str(ActorType.HUMAN), "propose_again"),
    ]


def test_among_others_it_is_barred_as_expired_and_marked(room: Reviewing) -> None:
    client = room.client()
    chosen = [room.proposal(ORDER).pk, room.proposal(PLAIN).pk]
    sent = client.post(room.url("review/bulk/"), {"decision": "reject", "item": chosen})
    words = text_of(client.get(sent["Location"]))
    assert "Reject 0 of 2 orders?" in words
    assert words.count("expired Nobody decided in time") == 2
    for order in (ORDER, PLAIN):
        assert _marked(room, order) == [(str(ActorType.SYSTEM), "expired")]


def test_over_http_it_is_gone_with_the_code_that_it_expired(room: Reviewing) -> None:
    api = api_of(room)
    item = api.item(ORDER)
    assert item["allowed_decisions"] == ["propose_again"]
    assert (item["can_decide"], item["cannot_decide_reason"]["code"]) == (False, "expired")
    status, problem = api.decide(ORDER, "approve", handle=handle_of(api, ORDER), actions=[1])
    assert (status, problem["code"]) == (410, "expired")
    assert room.proposal(ORDER).review_status == ReviewStatus.EXPIRED
    assert _marked(room, ORDER) == [(str(ActorType.SYSTEM), "expired")]


def test_the_list_says_since_when_and_it_can_be_chosen_no_more(room: Reviewing) -> None:
    page = room.client().get(room.url("review/"))
    since = room.proposal(ORDER).created_at + timedelta(days=14)
    assert text_of(page).count(f"over since {short_moment(since)}") == 2
    assert b'name="item"' not in page.content
    assert b"data-waits" not in page.content


def test_a_decision_taken_back_gives_the_list_its_time_anew(room: Reviewing) -> None:
    deciding = Deciding(room)
    deciding.reject()
    deciding.undo(after=timedelta(minutes=5))
    with tenant_scope(room.shop.pk):
        early, late = (
            {row.id: row.over for row in queue_page(room.shop.pk, Filters(), None, now).rows}
            for now in (room.now + timedelta(days=14), room.now + timedelta(days=14, minutes=6))
        )
    ordered = room.proposal(ORDER).pk
    assert (early[ordered], late[ordered]) == (False, True)
    assert early[room.proposal(PLAIN).pk]


@pytest.mark.parametrize("verb", ["claim", "assign"])
def test_nobody_takes_it_or_is_given_it_any_more(room: Reviewing, verb: str) -> None:
    ada = room.client("Ada", Role.ADMIN)
    answer = ada.post(f"{room.page_of(ORDER)}{verb}/", {"to": room.person("Maya").pk})
    assert answer.status_code == 410
    assert "Code: expired" in text_of(answer)
    with tenant_scope(room.shop.pk):
        assert not Claim.objects.exists()
    assert _marked(room, ORDER) == [(str(ActorType.SYSTEM), "expired")]
