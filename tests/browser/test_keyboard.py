"""The queue worked with the keyboard alone, and while it changes."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from shopops.demo.northline import MAYA
from shopops.review.settings import current, save_config
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.browser.conftest import Visit, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"
MOST_PRESSES = 60
PAUSE = 400  # milliseconds, after which what was typed is asked for


class Keyboard:
    """Counts each key that is pressed; what is typed counts letter by letter."""

    def __init__(self, person: Visitor) -> None:
        self.person, self.page = person, person.page
        self.presses = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.presses += 1
            self.person.press(key)

    def decide(self) -> None:
        """Approve what can be approved; else reject with the shop's first reason."""
        self.person.settle()
        if self.page.locator("[data-approve]:not([data-barred])").count():
            self.press("a")
            if self.page.locator("#confirm[open]").count():
                self.press("Enter")
            return
        self.press("r", "ArrowDown", "Control+Enter")


def _number(page: Page) -> str:
    return page.locator("[data-proposal]").get_attribute("data-proposal") or ""


@pytest.mark.core
def test_ten_orders_are_decided_in_under_sixty_key_presses(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    keyboard = Keyboard(maya)
    keyboard.press("n")
    expect(page.locator("[data-proposal]")).to_be_visible()
    decided = []
    for _ in range(10):
        here = _number(page)
        decided.append(here)
        keyboard.decide()
        expect(page.locator(f'[data-proposal="{here}"]')).to_have_count(0)
        expect(page.locator("[data-proposal]")).to_be_visible()
    assert len(set(decided)) == 10
    assert keyboard.presses < MOST_PRESSES, keyboard.presses
    print(f"{keyboard.presses} key presses for ten orders")
    for proposal in decided:
        maya.open(f"{SHOP}/review/{proposal}/")
        expect(page.locator("[data-open] [data-approve]")).to_have_count(0)
    assert maya.complaints == []


def test_every_key_does_what_the_list_of_keys_says(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.open(f"{SHOP}/review/?rule=APR-1&track=exception")
    maya.press("j")
    maya.press("j")
    expect(page.locator("[data-item]").nth(1)).to_be_focused()
    maya.press("k")
    expect(page.locator("[data-item]").first).to_be_focused()
    maya.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for key, button in (("e", "[data-edit]"), ("r", "[data-reject]"), ("m", "[data-ask]")):
        maya.press(key)
        form = page.locator("details.decide[open]")
        expect(form).to_have_count(1)
        expect(form.locator(button)).to_have_count(1)
        assert form.evaluate("(form) => form.contains(document.activeElement)")
        maya.press("Escape")
        expect(form).to_have_count(0)
    maya.press("/")
    page.keyboard.type("ajr?u")
    expect(page.locator("[data-search]")).to_have_value("ajr?u")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert maya.complaints == []


def test_above_the_cap_a_key_alone_approves_nothing(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.open(f"{SHOP}/review/?q=O-1001")
    maya.press("j")
    maya.press("Enter")
    expect(page.locator("[data-approve]")).to_be_visible()
    here = page.url
    maya.press("a")
    dialog = page.get_by_role("dialog", name=re.compile("^Approve"))
    expect(dialog).to_contain_text("129.00 USD is at stake. That is above the shop's cap.")
    assert maya.troubles("confirm") == []
    maya.press("Escape")
    expect(dialog).to_be_hidden()
    page.reload()
    expect(page.locator("[data-approve]")).to_be_visible()
    assert page.url == here


def test_above_the_own_limit_the_key_leads_to_why_and_offers_no_approval(visit: Visit) -> None:
    shop = Tenant.objects.get(slug="store_northline")
    with tenant_scope(shop.pk):
        person = Membership.objects.get(tenant=shop, user__email=MAYA.email)
        only = {bytes(person.identity_key).hex(): {"USD": 5000}}
        config = replace(current(shop.pk), people=only)
        based_on = current(shop.pk).version
        save_config(
            tenant_id=shop.pk,
            config=config,
            based_on=based_on,
            reason="test",
            author=None,
            now=timezone.now(),
        )
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.open(f"{SHOP}/review/?q=O-1001")
    maya.press("j")
    maya.press("Enter")
    expect(page.locator("[data-approve]")).to_be_visible()
    maya.press("a")
    expect(page.locator("[data-hindrances]")).to_be_focused()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert maya.complaints == []


def test_a_decision_is_found_again_and_taken_back_with_two_keys(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.press("n")
    expect(page.locator("[data-proposal]")).to_be_visible()
    here = _number(page)
    Keyboard(maya).decide()
    expect(page.locator(f'[data-proposal="{here}"]')).to_have_count(0)
    maya.press("u")
    expect(page.locator("[data-undo]")).to_be_focused()
    maya.press("Enter")
    expect(page.get_by_text("decision taken back. It waits for a decision again.")).to_be_visible()
    assert _number(page) == here
    assert maya.complaints == []


def test_single_keys_can_be_switched_off(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    maya.press("?")
    page.get_by_label("Use single keys on this device").uncheck()
    maya.press("Escape")
    for key in ("j", "?", "n"):
        maya.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-item]:focus")).to_have_count(0)
    expect(page.locator("[data-proposal]")).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="all keys").click()
    page.get_by_label("Use single keys on this device").check()
    maya.press("Escape")
    maya.press("j")
    expect(page.locator("[data-item]").first).to_be_focused()


def test_a_filter_keeps_the_focus_and_is_dropped_with_one_click(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    maya.sign_in()
    chip = page.get_by_role("link", name=re.compile(r"^Escalated \d+$"))
    chip.focus()
    maya.press("Enter")
    expect(page).to_have_url(re.compile(r"\?track=escalate$"))
    expect(chip).to_be_focused()
    expect(page.locator("#said")).to_have_text(re.compile(r"^\d+ in the list$"))
    page.locator("#filters-summary").click()
    page.get_by_label("Sort by").select_option("value")
    page.get_by_label("Waits for").select_option("1")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".chips.active .chip.on")).to_have_count(2)
    expect(page.get_by_label("Sort by")).to_be_hidden()  # it would stand over the new list
    expect(page.locator("#filters-summary")).to_be_focused()
    expect(page.locator("[data-said]")).to_have_text(re.compile("fit these filters$"))
    page.get_by_role("link", name="Drop the filter: Largest amount first").click()
    expect(page.locator(".chips.active .chip.on")).to_have_count(1)
    expect(page).to_have_url(re.compile("age=1&track=escalate$"))
    assert maya.complaints == []


def test_a_search_begins_while_one_types_and_asks_once(visit: Visit) -> None:
    maya = visit()
    page = maya.page
    page.clock.install()
    maya.sign_in()
    page.clock.pause_at(timezone.now() + timedelta(minutes=1))  # how long one types is ours to say
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url) if "/review/?q=" in sent.url else None)
    page.keyboard.press("/")
    page.keyboard.type("O-1002")
    page.clock.run_for(PAUSE)
    box = page.locator("[data-search]")
    expect(page.locator("#said")).to_have_text("1 order found")
    expect(page).to_have_url(re.compile(r"/review/\?q=O-1002$"))
    expect(box).to_be_focused()
    assert box.evaluate("(box) => [box.selectionStart, box.selectionEnd]") == [6, 6]
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    page.clock.run_for(PAUSE)
    expect(page).to_have_url(re.compile(r"/review/\?q=O-102$"))
    expect(box).to_have_value("O-102")
    assert box.evaluate("(box) => box.selectionStart") == 3
    page.clock.run_for(PAUSE)
    page.keyboard.type("0")
    page.keyboard.press("Enter")  # before the typing has paused for long: sent once
    page.clock.run_for(PAUSE)
    expect(page).to_have_url(re.compile(r"/review/\?q=O-1002$"))
    expect(page.locator("[data-item]")).to_have_count(1)
    page.keyboard.press("Backspace")
    page.clock.run_for(PAUSE)
    expect(page).to_have_url(re.compile(r"/review/\?q=O-102$"))
    typed = ["O-1002", "O-102", "O-1002", "O-102"]
    assert [url.partition("?q=")[2] for url in asked] == typed
    page.go_back()
    expect(page).to_have_url(re.compile(r"/review/$"))
    expect(box).to_have_value("")
    assert maya.complaints == []
