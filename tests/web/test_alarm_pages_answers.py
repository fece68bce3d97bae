"""What a signed-in person does with an item in the browser, and what its page says of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shopops.alarms.asked import Asker, Skill
from shopops.alarms.models import AlarmItem, RosterContact
from shopops.alarms.settle import settle_order
from shopops.alarms.states import AlarmStatus
from shopops.ledger import ActorType, EventKind
from shopops.proposals.models import ReviewStatus
from shopops.review.renewal import propose_again
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock
from tests.support.deciding import Deciding
from tests.support.pages import closes_too, text_of
from tests.support.pipeline import hire
from tests.support.reviewing import reviewing
from tests.support.ringing import mail_server, state_of
from tests.support.smtp_sink import Answer

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
S, K = AlarmStatus, EventKind


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    return alarm_shop(clock, "O-1")


def client_of(shop: AlarmShop, name: str = "Maya") -> Client:
    client = Client()
    client.force_login(shop.person(name).user)
    return client


def page_of(shop: AlarmShop, path: str = "") -> str:
    return f"/t/{shop.tenant.slug}/alarms/{shop.item().pk}/{path}"


def post(shop: AlarmShop, verb: str, name: str = "Maya", **form: Any) -> Any:
    return client_of(shop, name).post(page_of(shop, f"{verb}/"), form, follow=True)


def can_be_rung(shop: AlarmShop, name: str) -> None:
    member = shop.person(name)
    RosterContact.objects.create(
        tenant=shop.tenant,
        membership=member,
        email=f"{name.lower()}@oncall.example",
        verified_at=shop.clock.now,
    )


def test_who_is_signed_in_confirms_and_the_ledger_names_their_key(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    page = post(shop, "acknowledge", minutes="45", note="On it")
    assert page.status_code == 200
    entry = shop.entries()[-1]
    assert entry.kind is K.ACKNOWLEDGED
    assert entry.confirmer_key == bytes(shop.person().identity_key)
    assert entry.body["verified_by"] == "signed_in"
    state = state_of(shop.item())
    assert state.status is S.SNOOZED
    assert (state.until - shop.clock.now).total_seconds() == 45 * 60  # type: ignore[operator]
    text = text_of(page)
    assert "Acknowledged by you. Quiet until" in text
    assert "Maya acknowledged the alarm until" in text
    assert "(signed in)" in text
    assert "On it" in text
    assert bytes(shop.person().identity_key).hex()[:16] in text


def test_an_acknowledgment_without_an_end_gets_the_shop_s_usual_one(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    post(shop, "acknowledge")
    state = state_of(shop.item())
    assert (state.until - shop.clock.now).total_seconds() == 30 * 60  # type: ignore[operator]


@pytest.mark.parametrize(
    ("state", "verb", "form", "code", "status"),
    [
        (S.DUE_NEW, "acknowledge", {}, "no_raise", 409),
        (S.RESOLVED, "acknowledge", {}, "already_resolved", 409),
        (S.RINGING, "acknowledge", {"minutes": "241"}, "until_too_far", 422),
        (S.RINGING, "acknowledge", {"minutes": "x"}, "until_too_far", 422),
        (S.RINGING, "unacknowledge", {"reason": "why not"}, "not_snoozed", 409),
        (S.SNOOZED, "unacknowledge", {"reason": " "}, "reason_required", 422),
        (S.RINGING, "resolve", {"reason": ""}, "reason_required", 422),
        (S.DUE_NEW, "resolve", {"reason": "Done"}, "no_raise", 409),
        (S.RINGING, "hand-off", {"minutes": "60"}, "holder_missing", 422),
        (S.RINGING, "hand-off", {"minutes": "60", "holder": "999999"}, "holder_unknown", 422),
    ],
)
def test_what_is_refused_is_said_with_its_code_and_changes_nothing(
    shop: AlarmShop, state: AlarmStatus, verb: str, form: dict[str, str], code: str, status: int
) -> None:
    shop.reach(state)
    before = shop.kinds()
    page = post(shop, verb, **form)
    assert page.status_code == status
    assert f"Code: {code}" in text_of(page)
    assert shop.kinds() == before


def test_only_the_holder_acknowledges_what_is_handed_off(shop: AlarmShop) -> None:
    shop.reach(S.HANDED_OFF)
    refused = text_of(post(shop, "acknowledge"))
    assert "This item is handed off to Per until" in refused
    assert "Refused: Maya wanted to acknowledge" in refused
    assert "Acknowledged by you" in text_of(post(shop, "acknowledge", "Per"))


def test_a_snooze_is_taken_back_with_a_reason(shop: AlarmShop) -> None:
    shop.reach(S.SNOOZED)
    page = text_of(post(shop, "unacknowledge", reason="Went home"))
    assert "Maya took the snooze back" in page
    assert "Went home" in page
    assert state_of(shop.item()).status is S.DUE_AGAIN


def test_resolving_ends_it_and_keeps_the_reason(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    page = text_of(post(shop, "resolve", reason="Refunded by hand"))
    assert "Resolved. It rings again only on newer evidence." in page
    assert "Maya resolved the alarm" in page
    assert "Refunded by hand" in page
    assert state_of(shop.item()).status is S.RESOLVED


@pytest.mark.django_db(transaction=True)
def test_handing_off_tells_the_new_holder_by_mail_first(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    can_be_rung(shop, "Per")
    with mail_server() as sink:
        page = post(shop, "hand-off", holder=str(shop.person("Per").pk), minutes="60")
    assert [mail.recipient for mail in sink.mails] == ["per@oncall.example"]
    assert "Handed to Per, who was told by mail, until" in text_of(page)
    state = state_of(shop.item())
    assert (state.status, state.holder) == (
        S.HANDED_OFF,
        bytes(shop.person("Per").identity_key).hex(),
    )


@pytest.mark.django_db(transaction=True)
def test_nothing_is_handed_off_when_the_mail_is_not_taken(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    can_be_rung(shop, "Per")
    with mail_server(Answer.REJECT_RECIPIENT):
        page = post(shop, "hand-off", holder=str(shop.person("Per").pk), minutes="60")
    assert page.status_code == 409
    assert "Code: holder_not_told" in text_of(page)
    assert state_of(shop.item()).status is S.RINGING


@pytest.mark.django_db(transaction=True)
def test_without_a_mail_server_a_hand_off_says_so(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    can_be_rung(shop, "Per")
    page = post(shop, "hand-off", holder=str(shop.person("Per").pk), minutes="60")
    assert page.status_code == 503
    assert "set SHOPOPS_SMTP_URL" in text_of(page)


def test_a_viewer_reads_and_answers_nothing(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    client = Client()
    client.force_login(hire(shop.tenant, "Vik", Role.VIEWER).user)
    page = client.get(page_of(shop))
    assert "may read but not answer" in text_of(page)
    assert '<button class="btn-1">Acknowledge' not in page.content.decode()
    assert client.post(page_of(shop, "acknowledge/")).status_code == 403
    assert state_of(shop.item()).status is S.RINGING


def test_looking_at_it_changes_nothing(shop: AlarmShop) -> None:
    shop.reach(S.RINGING)
    client = client_of(shop)
    for verb in ("acknowledge", "hand-off", "resolve", "unacknowledge"):
        assert client.get(page_of(shop, f"{verb}/")).status_code == 405
    assert shop.kinds() == [K.OBSERVED, K.RAISED]


@pytest.mark.parametrize(
    ("order_id", "status"),
    [("O-1001", ReviewStatus.REJECTED), ("O-1020", ReviewStatus.HANDLED)],
)
def test_resolving_what_waits_for_a_decision_closes_both_sides(
    order_id: str, status: ReviewStatus
) -> None:
    room = reviewing([order_id], now=timezone.now())
    item = AlarmItem.objects.of(room.shop.pk).get(order_id=order_id)
    client = room.client()
    address = room.url(f"alarms/{item.pk}/")
    shown = client.get(address)
    assert "too. To approve something instead" in text_of(shown)
    form = closes_too(shown) | {"reason": "The customer called: all is well"}
    client.post(f"{address}resolve/", form)
    with tenant_scope(room.shop.pk):
        assert room.proposal_in_scope(order_id).review_status == status
    assert not state_of(item).is_open
    history = text_of(client.get(address)).partition("What happened")[2]
    assert "The customer called: all is well" in history


def test_resolving_what_waits_for_information_closes_both_sides_too() -> None:
    room = reviewing(["O-1001"], now=timezone.now())
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    Deciding(room).respond("Which colour was it?")
    client, address = room.client(), room.url(f"alarms/{item.pk}/")
    form = closes_too(client.get(address)) | {"reason": "The customer called: all is well"}
    client.post(f"{address}resolve/", form)
    with tenant_scope(room.shop.pk):
        assert room.proposal_in_scope("O-1001").review_status == ReviewStatus.REJECTED
    assert not state_of(item).is_open


def test_resolving_decides_nothing_about_what_is_over_by_the_clock() -> None:
    room = reviewing(["O-1001"], now=timezone.now() - timedelta(days=15))
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    shown = room.client().get(room.url(f"alarms/{item.pk}/"))
    assert closes_too(shown) == {}
    assert "is rejected too" not in text_of(shown)


def test_resolving_does_not_decide_a_proposal_that_the_page_did_not_speak_of() -> None:
    """Evidence changed while the page stood open, and a newer proposal waits."""
    room = reviewing(["O-1001"], now=timezone.now())
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    client, address = room.client(), room.url(f"alarms/{item.pk}/")
    form = closes_too(client.get(address)) | {"reason": "The customer called: all is well"}
    room.change("O-1001", number="1001-B")
    propose_again(tenant_id=room.shop.pk, order_id="O-1001", now=timezone.now())
    refused = client.post(f"{address}resolve/", form)
    assert (refused.status_code, "Code: stale" in text_of(refused)) == (409, True)
    with tenant_scope(room.shop.pk):
        assert room.proposal_in_scope("O-1001").review_status == ReviewStatus.PENDING
    assert state_of(item).is_open


def test_resolving_what_is_closed_already_decides_nothing_that_came_after_it() -> None:
    room = reviewing(["O-1001"])
    item = AlarmItem.objects.of(room.shop.pk).get(order_id="O-1001")
    with tenant_scope(room.shop.pk):
        settle_order(
            tenant_id=room.shop.pk,
            order_id="O-1001",
            asker=Asker(skill=Skill.PIPELINE, actor=ActorType.SYSTEM),
            evidence=b"e" * 32,
        )
    assert not state_of(item).is_open
    late = {"reason": "The customer called: all is well"}
    room.client().post(room.url(f"alarms/{item.pk}/resolve/"), late)
    with tenant_scope(room.shop.pk):
        assert room.proposal_in_scope("O-1001").review_status == ReviewStatus.PENDING
