"""An alarm in a real browser: it is read, answered by mail, quiet, rings again, and is decided."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from shopops.acknowledgments.outcomes import SENTENCES, Reason
from shopops.agents.records import TrackerStatus
from shopops.agents.teaching.parts import Case
from shopops.alarms.audits import audit_and_record
from shopops.alarms.models import AlarmItem, ReplyOutcome
from shopops.alarms.refusals import RefusalCode, sentence
from shopops.alarms.replies import note_reply
from shopops.alarms.ringing.run import run
from shopops.demo.intake import take_in
from shopops.demo.northline import MAYA, NORTHLINE
from shopops.demo.orders.till import Arrival, Till
from shopops.tenants.models import Membership
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import find_tenant
from tests.browser.conftest import Visit, Visitor
from tests.support.clock import Clock
from tests.support.mailboxes import mailboxes
from tests.support.ringing import kinds_of

pytestmark = pytest.mark.django_db(transaction=True)
ALARMS = "/t/store_northline/alarms/"
BOX = f"/demo/mailbox/{MAYA.email}/"
TEACHING = "O-1001"


def _item() -> AlarmItem:
    return AlarmItem.objects.of(find_tenant("store_northline").pk).get(order_id=TEACHING)


def _code(item: AlarmItem) -> str:
    return f"{item.code[:5]}-{item.code[5:]}"


def _answer_with(maya: Visitor, text: str) -> None:
    """Open the newest alarm that has the teaching order in it, and answer it."""
    page = maya.page
    maya.open(BOX)
    for address in [link.get_attribute("href") or "" for link in page.locator(".mails a").all()]:
        maya.open(address)
        if page.locator("pre", has_text=_code(_item())).count():
            break
    page.get_by_label("Your text").fill(text)
    page.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_text("Your answer has arrived.")).to_be_visible()


def _find(maya: Visitor) -> None:
    maya.open(f"{ALARMS}?q={TEACHING}")


def _the_carrier_sends_it_back(clock: Clock) -> None:
    """New evidence after the decision."""
    tenant = find_tenant(NORTHLINE.slug)
    found = next(one for one in NORTHLINE.arrivals(clock.now) if one.order_id == TEACHING)
    (tracker,) = found.case.trackers
    going_back = Till(clock.now).seen_again(
        tracker, (0.01, TrackerStatus.RETURN_TO_SENDER, "Boise")
    )
    case = Case("the carrier sends it back", found.case.order, (going_back,))
    take_in(tenant, [Arrival(0, case, revision=2)], now=clock.now)


def _replies_that_count_for_nothing() -> None:
    """Of each sort one, and an audit that finds the one that is held."""
    item = _item()
    maya = Membership.objects.get(tenant=item.tenant, user__email=MAYA.email)
    for number, (outcome, why) in enumerate(
        [
            (ReplyOutcome.HELD, SENTENCES[Reason.NO_VERDICT]),
            (ReplyOutcome.DROPPED, SENTENCES[Reason.AUTO_SUBMITTED]),
            (ReplyOutcome.REFUSED, sentence(RefusalCode.CODE_NOT_ALONE)),
        ]
    ):
        with tenant_scope(item.tenant_id):
            note_reply(
                tenant_id=item.tenant_id,
                mail_id=number,
                item_ids=[item.pk],
                outcome=outcome,
                why=why,
                sender=maya if outcome is ReplyOutcome.REFUSED else None,
            )
    audit_and_record(tenant=item.tenant)


@pytest.mark.core
def test_maya_answers_the_mail_with_its_code_it_is_quiet_and_rings_again_until_she_decides(
    visit: Visit, clock: Clock, tmp_path: Path
) -> None:
    maya = visit()
    page = maya.page
    clock.move(minutes=1)  # the shop opened while it stood still
    with mailboxes(tmp_path):
        assert run().good
        maya.sign_in()
        item = _item()
        _find(maya)
        expect(page.locator(".alarm-row")).to_contain_text("ringing")

        _answer_with(maya, "I am on it")
        _find(maya)
        expect(page.locator(".alarm-row")).to_contain_text("ringing")
        _answer_with(maya, _code(item))
        maya.keep("mailbox-answered")
        page.locator(".mails a").first.click()
        expect(page.locator("pre")).to_contain_text(_code(item))
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Acknowledged: "))

        _find(maya)
        expect(page.locator(".alarm-row")).to_contain_text("by Maya Andersen")
        maya.keep("alarms-snoozed")
        page.locator(".alarm-row a").click()
        expect(page.get_by_text("(by mail)")).to_be_visible()
        maya.keep("alarm-answered", whole=True)

        clock.move(minutes=3)
        assert run().good
        page.reload()
        expect(page.locator(".state")).to_contain_text("ringing")
        assert _item().code == item.code

        page.get_by_role("link", name=TEACHING, exact=True).click()
        page.get_by_role("radio", name=re.compile("Send again")).check()
        maya.settle()
        page.get_by_role("button", name="Approve send again + mail").click()
        page.get_by_role("link", name="Open it").click()
        expect(page.get_by_role("heading", name=re.compile("^Approved by Maya"))).to_be_visible()
        _find(maya)
        expect(page.locator(".alarm-row")).to_contain_text("resolved")
        rung = len(kinds_of(_item()))
        clock.move(minutes=30)
        assert run().good
        assert len(kinds_of(_item())) == rung

        _the_carrier_sends_it_back(clock)
        assert run().good
        _find(maya)
        expect(page.locator(".alarm-row")).to_contain_text("ringing")
        assert _item().code == item.code
    assert maya.complaints == []


def test_acknowledging_and_resolving_work_in_the_browser(
    visit: Visit, clock: Clock, tmp_path: Path
) -> None:
    maya = visit()
    page = maya.page
    with mailboxes(tmp_path):
        run()
    maya.sign_in()
    page.get_by_role("link", name=re.compile("^Alarms")).click()
    page.locator(".alarm-row a").first.click()
    page.get_by_role("button", name="Acknowledge").click()
    expect(page.get_by_text("Acknowledged by you. Quiet until")).to_be_visible()
    expect(page.get_by_text("(signed in)")).to_be_visible()
    page.get_by_text("Take the snooze back").click()
    page.get_by_label("Why does it have to ring again now?").fill("Not mine after all")
    page.get_by_role("button", name="Ring again").click()
    expect(page.get_by_text("The snooze is taken back.")).to_be_visible()
    page.locator("summary", has_text="Resolve").click()
    page.get_by_label("What was done, or why is nothing to do?").fill("All is well")
    page.get_by_role("button", name="Resolve", exact=True).click()
    expect(page.get_by_text("Resolved. It rings again only on newer evidence.")).to_be_visible()
    assert maya.complaints == []


def test_on_the_pages_of_alarms_nothing_is_wrong(
    visit: Visit, clock: Clock, tmp_path: Path
) -> None:
    clock.move(minutes=1)
    with mailboxes(tmp_path):
        run()
        maya = visit()
        maya.sign_in()
        item = f"{ALARMS}{_item().pk}/"
        _replies_that_count_for_nothing()
        maya.open(BOX)
        mail = maya.page.locator(".mails a").first.get_attribute("href") or ""
        found = []
        for name, path in (
            ("alarms", ALARMS),
            ("alarms-due", f"{ALARMS}?tab=due"),
            ("alarm", item),
            ("alarm-audit", f"{ALARMS}audit/"),
            ("mailboxes", "/demo/mailbox/"),
            ("mailbox", BOX),
            ("mailbox-mail", mail),
        ):
            maya.open(path)
            maya.page.evaluate(
                "for (const one of document.querySelectorAll('.ask')) one.open = true"
            )
            found += maya.troubles(name)
    assert found == []
