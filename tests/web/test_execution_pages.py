"""What is carried out, as people of the shop see it, and what they do about it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from shopops.alarms.identity import Obligation
from shopops.alarms.models import AlarmItem
from shopops.connections.models import CarriesOut, Connection, State
from shopops.execution import hands
from shopops.execution.due import take
from shopops.execution.gate import pass_gate
from shopops.execution.mail_back import came_back
from shopops.execution.mail_writer import MailWriter
from shopops.execution.plan import Step
from shopops.execution.purging import purge_due
from shopops.execution.sending import begin
from shopops.outbox import states
from shopops.outbox.models import Effect
from shopops.review.models import Decision
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER, REFUND
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.reviewing import reviewing
from tests.support.shop_double import SECRET_OUT, Fault
from tests.support.smtp_sink import Answer as SmtpAnswer
from tests.support.smtp_sink import smtp_sink

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Answer = Any  # what the test client makes of a response


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock) as made:
        yield made


def at(shop: Carrying, rest: str = "") -> str:
    return f"/t/{shop.room.shop.slug}/executions/{rest}"


def see(shop: Carrying, rest: str = "", role: Role = Role.REVIEWER, **more: Any) -> Answer:
    return shop.room.client(role.label, role).get(at(shop, rest), **more)


def act(shop: Carrying, way: str, role: Role = Role.REVIEWER, **form: str) -> Answer:
    address = at(shop, f"{shop.effect().pk}/{way}/")
    return shop.room.client(role.label, role).post(
        address, {"reason": "Saw it there", **form}, follow=True
    )


def test_without_a_connected_shop_the_page_says_what_to_do(clock: Clock) -> None:
    room = reviewing([ORDER], now=clock.now)
    address = f"/t/{room.shop.slug}/executions/"
    admin = room.client("Admin", Role.ADMIN).get(address)
    assert "No shop is connected" in text_of(admin)
    assert "Connect a shop" in text_of(admin)
    assert "An admin can connect the shop" in text_of(room.client("Maya").get(address))


def test_a_step_is_followed_from_held_to_done(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.clock.move(minutes=-10)
    held = text_of(see(shop, "?state=held"))
    assert "Refund 129.00 USD held Runs after" in held
    assert "The decision can be undone until" in held
    assert "Back to payment" in held
    shop.clock.move(minutes=10)
    shop.run()
    done = text_of(see(shop, "?state=done"))
    assert "the shop’s own id" in done
    assert "Own shop" in done
    assert "Nothing like that" in text_of(see(shop, "?state=held&kind=refund"))
    assert "Nothing here now" in text_of(see(shop, "?state=taken_back"))


def test_the_exact_request_and_answer_are_shown_without_the_secret(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.run()
    effect = shop.effect()
    page = text_of(see(shop, f"{effect.pk}/", Role.VIEWER))
    assert f"POST {shop.shop.address}/refunds" in page
    assert '"minor": 12900' in page
    assert bytes(effect.key).hex() in page
    assert '"status": "done"' in page
    assert "Sent to the shop done HTTP 200" in page
    assert "Refund of 129.00 USD is done" in page
    assert SECRET_OUT not in page
    assert "What you can do" not in page


def test_what_failed_is_tried_again_by_a_reviewer_who_says_why(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.run()
    assert "The shop does not do this." in text_of(see(shop, "?state=failed"))
    assert see(shop, "?state=failed").context["listing"].chips[4].needs
    refused = act(shop, "retry", reason="")
    assert refused.status_code == 422
    assert "Nothing was done" in text_of(refused)
    assert shop.effect().state == states.State.FAILED
    assert "It is tried again" in text_of(act(shop, "retry"))
    shop.run_later(minutes=2)
    shop.run_later(minutes=2)
    page = text_of(see(shop, f"{shop.effect().pk}/"))
    assert "Sent to the shop refused HTTP 422" in page
    assert "“Saw it there”" in page
    assert shop.effect().state == states.State.SUCCEEDED


def test_what_is_in_doubt_can_be_marked_as_done_by_hand(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.shop.fail("/refunds", Fault.DROP_AFTER)
    shop.shop.fail("/effects", Fault.DROP_BEFORE)
    shop.run()
    unknown = text_of(see(shop, f"{shop.effect().pk}/"))
    assert "outcome unknown" in unknown
    assert "Mark as done by hand" in unknown
    assert "Try again" not in unknown
    done = text_of(act(shop, "by-hand", remote_id="R-77"))
    assert "done by hand" in done
    assert "Recorded by Reviewer" in done
    assert shop.effect().remote_id == "R-77"


def test_what_is_held_because_nothing_is_carried_out_says_so_and_can_be_run(
    tmp_path: Path, clock: Clock
) -> None:
    nothing = CarriesOut.NOTHING
    with carrying([ORDER], folder=tmp_path, clock=clock, carries_out=nothing) as shop:
        shop.approve(ORDER, REFUND)
        held = text_of(see(shop, f"{shop.effect().pk}/"))
        assert "ShopOps does nothing in Own shop. Do it there by hand, or run it." in held
        assert "It runs next" in text_of(act(shop, "run"))
        shop.run()
        assert shop.effect().state == states.State.SUCCEEDED


def test_a_paused_shop_is_said_to_be_paused(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    Connection.objects.update(state=State.PAUSED)
    assert "Own shop is paused" in text_of(see(shop))


def test_an_open_page_hears_of_what_changed_and_else_of_nothing(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    effect = shop.effect()
    listing = see(shop).context["listing"]
    address = f"live/?kind=refund&seen={listing.newest}&shown={effect.pk}"
    first = see(shop, address)
    known = {"If-None-Match": first["ETag"]}
    assert see(shop, address, headers=known).status_code == 304
    shop.run()
    news = see(shop, address, headers=known).json()
    assert (news["rows"][0]["tag"], news["counts"]["done"], news["new"]) == ("done", "1", "")
    assert news["rows"][0]["version"] != listing.rows[0].version
    assert see(shop, "live/?seen=0&kind=refund").json()["new"] == "1 new step, show"


def test_the_list_is_filtered_by_kind_and_order(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    number = shop.effect().order_number
    for typed in (ORDER, number, f"%23{number}"):
        assert len(see(shop, f"?kind=refund&q={typed}").context["listing"].rows) == 1
    assert "Nothing like that" in text_of(see(shop, "?kind=mail"))
    assert "Nothing like that" in text_of(see(shop, "?q=O-404"))
    assert "Nothing older" in text_of(see(shop, "?after=1"))
    everything = see(shop).context["listing"].rows
    assert see(shop, "?state=what&kind=ever&after=x").context["listing"].rows == everything


def test_another_shop_s_step_looks_like_one_that_never_was(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    other = open_shop("store_other")
    stranger = signed_in(hire(other, "Otto", Role.ADMIN))
    address = f"/t/{other.slug}/executions/{shop.effect().pk}/"
    assert stranger.get(address).status_code == 404
    assert stranger.post(f"{address}by-hand/", {"reason": "x"}).status_code == 404
    live = f"/t/{other.slug}/executions/live/?shown={shop.effect().pk}&seen=0"
    assert stranger.get(live).json()["rows"] == []


def test_the_order_s_page_and_the_receipt_say_what_became_of_it(shop: Carrying) -> None:
    proposal = shop.room.proposal(ORDER)
    order, client = f"/t/{shop.room.shop.slug}/review/{proposal.pk}/", shop.room.client("Maya")

    def see_order() -> str:
        return text_of(client.get(order))

    assert "Approved steps are carried out in Own shop" in see_order()
    assert "Goes out once it is approved and can no longer be undone" in see_order()
    shop.approve(ORDER, REFUND)
    shop.clock.move(minutes=-10)
    once = re.findall(r"Will be carried out after [^:]+:\d\d: Refund 129.00 USD", see_order())
    assert len(once) == 1
    assert "Refund 129.00 USD held" not in see_order()
    shop.clock.move(minutes=10)
    shop.run()
    assert "Refund 129.00 USD done" in see_order()
    receipt = f"/t/{shop.room.shop.slug}/review/decisions/{Decision.objects.get().pk}/receipt/"
    assert "Refund 129.00 USD done" in text_of(client.get(receipt))


def test_what_rings_leads_to_what_was_tried(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.run()
    item = AlarmItem.objects.get(obligation=Obligation.EXECUTION)
    page = shop.room.client("Maya").get(f"/t/{shop.room.shop.slug}/alarms/{item.pk}/")
    assert f"/executions/?q={ORDER}" in page.content.decode()


def test_a_mail_in_doubt_is_sent_again_only_because_a_person_says_so(
    shop: Carrying, settings: Settings
) -> None:
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        sink.script.append(SmtpAnswer.KEEP_AND_HANG_UP)
        shop.approve(ORDER, MAIL)
        shop.run()
        page = text_of(see(shop, f"{shop.effect().pk}/"))
        assert "Given to the mail server outcome unknown" in page
        assert "the customer may get it twice" in page
        assert "rcpt-to: •••" in page
        assert "ines@" not in page
        act(shop, "retry")
        shop.run()
        assert "Given to the mail server done" in text_of(see(shop, f"{shop.effect().pk}/"))
        assert len(sink.mails) == 2


def test_a_mail_that_came_back_while_its_process_died_is_offered_to_people_in_the_end(
    shop: Carrying,
) -> None:
    shop.approve(ORDER, MAIL)
    tenant, effect, now = shop.room.shop, shop.effect(), shop.clock.now
    assert take(tenant.pk) == effect.pk
    pass_gate(tenant, effect, was_read=True)
    assert begin(tenant, effect.pk, Step.SEND, MailWriter()) is not None
    with tenant_scope(tenant.pk):
        came_back(hands.hold(tenant, effect.pk, now), said="5.1.1", now=now)
    assert "Give up" not in text_of(see(shop, f"{effect.pk}/"))
    shop.clock.move(hours=1)
    assert "Give up" in text_of(see(shop, f"{effect.pk}/"))


def test_a_mail_server_s_answer_is_said_to_be_deleted_once_it_is(
    shop: Carrying, settings: Settings
) -> None:
    with smtp_sink() as sink:
        settings.SHOPOPS_SMTP_URL = sink.url
        shop.approve(ORDER, MAIL)
        shop.run()
    shop.clock.move(days=31)
    mail = shop.effect()
    assert purge_due(tenant_id=shop.room.shop.pk) == 1
    page = text_of(see(shop, f"{mail.pk}/"))
    assert "It was deleted since." in page
    assert "No answer came back." not in page


def test_who_may_not_act_is_told_so_where_it_may_have_happened_twice(shop: Carrying) -> None:
    shop.approve(ORDER, REFUND)
    shop.run()
    with tenant_scope(shop.room.shop.pk):
        [done] = Effect.objects.of(shop.room.shop.pk).filter(kind="refund", state="succeeded")
        Effect.objects.filter(pk=done.pk).update(code="done_twice")
    page = text_of(see(shop, f"{done.pk}/", role=Role.VIEWER))
    assert "may have happened twice" in page
    assert "may read but not act" in page
    assert "Mark as done by hand" in text_of(see(shop, f"{done.pk}/"))
