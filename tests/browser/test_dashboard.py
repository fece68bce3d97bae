"""The dashboard in a browser: drawn in both schemes, readable without scripts, no complaint."""

import pytest
from playwright.sync_api import Browser, Locator, expect
from pytest_django.live_server_helper import LiveServer

from shopops.dashboard.charts.registry import CHARTS
from shopops.demo.northline import ADAEZE, MAYA, NORTHLINE
from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import DARK_PHONE, USUAL, put_on

pytestmark = pytest.mark.django_db(transaction=True)
DASHBOARD = "/t/store_northline/dashboard/"
# How many of a canvas's pixels are painted.
PAINTED = """(canvas) => canvas.getContext("2d")
    .getImageData(0, 0, canvas.width, canvas.height).data
    .reduce((sum, value, place) => sum + (place % 4 === 3 && value > 0), 0)"""


def _open(visitor: Visitor, path: str = DASHBOARD) -> None:
    visitor.sign_in(ADAEZE.email)
    visitor.open(path)
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Dashboard")


def test_every_chart_is_drawn_and_nothing_complains(visit: Visit) -> None:
    visitor = visit()
    _open(visitor)
    for look in (*USUAL, DARK_PHONE):
        put_on(visitor.page, look)
        visitor.page.reload()
        canvases = visitor.page.locator("canvas").all()
        assert len(canvases) > len(CHARTS) - 3
        for canvas in canvases:
            name = canvas.get_attribute("id")
            assert canvas.evaluate(PAINTED) > 500, f"{name}, {look}"
            assert canvas.get_attribute("aria-label"), name
        assert visitor.troubles("dashboard", look) == []
        for table in visitor.page.locator(".as-table summary").all():
            table.click()
        assert visitor.troubles("dashboard-tables", look) == []
    assert visitor.complaints == []


def test_numbers_wait_folded_beside_their_chart_and_hold_what_it_shows(visit: Visit) -> None:
    visitor = visit()
    _open(visitor)
    chart = visitor.page.locator("section.chart", has_text="What waits, and how long")
    table = chart.get_by_role("table")
    expect(table).to_be_hidden()
    chart.locator("summary").press("Enter")
    expect(table).to_be_visible()
    waits = sum(_numbers(table, column) for column in (1, 2))
    expect(visitor.page.locator(".tiles li").first).to_contain_text(f"Waiting now {waits}")


def _numbers(table: Locator, column: int) -> int:
    cells = table.locator(f"tbody tr td:nth-child({column + 1})").all_inner_texts()
    return sum(int(cell.replace(",", "")) for cell in cells)


def test_days_are_chosen_by_link_and_by_date_and_a_wrong_range_says_why(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    _open(visitor)
    page.get_by_role("link", name="7 days").click()
    expect(page.get_by_role("link", name="7 days")).to_have_attribute("aria-current", "true")
    page.get_by_label("From").fill("2026-01-02")
    page.get_by_label("to", exact=True).fill("2026-01-01")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("alert")).to_contain_text("The first day comes after the last.")
    assert [said for said in visitor.complaints if "400" not in said] == []


def test_colours_follow_when_the_scheme_is_switched(visit: Visit) -> None:
    visitor = visit()
    _open(visitor)
    canvas = visitor.page.locator("#waiting-1")
    before = canvas.evaluate("(canvas) => canvas.toDataURL()")
    visitor.page.get_by_role("button", name="Switch between light and dark").click()
    visitor.page.wait_for_function(
        "(before) => document.getElementById('waiting-1').toDataURL() !== before", arg=before
    )


def test_without_scripts_the_tables_are_the_page(
    browser: Browser, live_server: LiveServer, visit: Visit
) -> None:
    visit()  # fills in the shop
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/sign-in/?next={DASHBOARD}")
    page.get_by_label("E-mail address").fill(MAYA.email)
    page.get_by_label("Password").fill(NORTHLINE.password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Dashboard")
    for table in page.locator("section.chart table").all():
        expect(table).to_be_visible()
    expect(page.locator("canvas").first).to_be_hidden()
    context.close()


def test_a_file_is_downloaded_under_its_name(visit: Visit) -> None:
    visitor = visit()
    _open(visitor)
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="CSV of “Money proposed, approved and paid”").click()
    assert download.value.suggested_filename.startswith("store_northline-money-")
