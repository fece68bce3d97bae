"""Long German words fit where English ones stood: on a phone, in the dark, for a screen reader."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"


def arrive(visit: Visit) -> Visitor:
    maya = visit()
    maya.page.set_extra_http_headers({"Accept-Language": "de"})
    maya.sign_in()
    return maya


def test_the_queue_an_order_and_its_receipt_in_german(visit: Visit) -> None:
    maya = arrive(visit)
    page = maya.page
    assert maya.troubles("german-queue") == []
    maya.open(f"{SHOP}/review/?q=O-1001")
    page.locator("[data-item]", has_text="O-1001").first.click()
    approval = page.locator("[data-approve-what]")
    expect(approval).to_have_text("Ersatzlieferung + E-Mail freigeben")
    maya.unfold()
    assert maya.troubles("german-order") == []
    maya.press("?")
    expect(page.locator("#keys")).to_contain_text("Bestellung öffnen")
    maya.press("Escape")
    maya.press("r")
    page.get_by_label("Warum soll nichts davon geschehen?").fill("Schon geklärt")
    page.get_by_role("button", name="Vorschlag ablehnen").click()
    expect(page.locator(".last-decided")).to_contain_text("abgelehnt")
    expect(page.locator("[data-undo-left]")).to_contain_text(re.compile(r"^\(noch \d+ min\)$"))
    maya.follow(page.get_by_role("link", name="Nachweis").first)
    assert maya.troubles("german-receipt") == []
    assert maya.complaints == []


def test_several_at_once_in_german(visit: Visit) -> None:
    maya = arrive(visit)
    page = maya.page
    maya.open(f"{SHOP}/review/?track=exception")
    for number in range(4):
        page.locator("[data-pick]").nth(number).check()
    expect(page.locator("[data-bulk-count]")).to_have_text("4 ausgewählt")
    page.get_by_role("button", name="Freigeben …").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("von 4 Bestellungen freigeben?")
    page.get_by_role("button", name="Erstattung", exact=True).click()
    expect(page.locator('[data-result="ready"]').first).to_be_visible()
    assert maya.troubles("german-bulk") == []
    page.get_by_role("button", name=re.compile(r"^\d+ Bestellung(en)? freigeben$")).click()
    page.get_by_role("dialog").get_by_role("button", name="Freigeben").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("von 4 freigegeben")
    assert maya.troubles("german-bulk-results") == []
    maya.open(f"{SHOP}/ledger/")
    assert maya.troubles("german-ledger") == []
    assert maya.complaints == []
