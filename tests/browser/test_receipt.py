"""A receipt on screen and on paper: one clean document, black on white, no row cut in two."""

import re

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.browser.conftest import ARTIFACTS, Visit, Visitor

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"


def _receipt(visitor: Visitor) -> Page:
    """Of a decision just taken, by way of the shop's ledger."""
    page = visitor.page
    visitor.open(f"{SHOP}/review/?q=O-1001")
    page.locator("[data-item]", has_text="O-1001").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("O-1001")
    page.locator("[data-approve]").click()
    expect(page.get_by_role("status").get_by_text("O-1001 approved")).to_be_visible()
    visitor.open(f"{SHOP}/ledger/")
    page.get_by_role("link", name=re.compile("^Receipt of decision")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Approved: order O-1001")
    return page


def _pages(page: Page, name: str, paper: str) -> list[str]:
    """The text of each printed page, without spaces, because paper breaks words where it likes."""
    ARTIFACTS.mkdir(exist_ok=True)
    path = ARTIFACTS / f"{name}.pdf"
    page.pdf(path=path, format=paper)
    document = pdfium.PdfDocument(path)
    printed = ["".join(one.get_textpage().get_text_bounded().split()) for one in document]
    document.close()
    return printed


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_it_prints_as_one_clean_document(visit: Visit, paper: str) -> None:
    maya = visit()
    maya.sign_in()
    page = _receipt(maya)
    rows = [
        "".join(" ".join(cells).split())
        for cells in page.locator("main tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.children].map(cell => cell.innerText))"
        )
    ]
    printed = _pages(page, f"receipt-{paper}", paper)
    whole = "".join(printed)
    assert len(rows) > 20
    assert len(printed) > 1
    for number, text in enumerate(printed, start=1):
        assert f"Page{number}of{len(printed)}" in text
    for furniture in ("Dashboard", "Skiptothecontent", "JSON←", "←Order", "Print"):
        assert furniture not in whole
    for row in rows:
        assert any(_holds(text, row) for text in printed), row


def _holds(text: str, row: str) -> bool:
    """Whether every word and hash of the row stands on this page."""
    return all(piece in text for piece in re.findall(r"[0-9a-f]{64}|^[\w:@#-]{4,20}", row))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_white_whatever_the_screen_is(visit: Visit, scheme: str) -> None:
    maya = visit(scheme)
    maya.sign_in()
    page = _receipt(maya)
    page.emulate_media(media="print")
    colours = page.locator("main").evaluate(
        "main => [getComputedStyle(main).backgroundColor, getComputedStyle(document.body).color]"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    expect(page.get_by_role("navigation")).to_be_hidden()
    assert maya.complaints == []


@pytest.mark.parametrize(
    ("scheme", "size"), [("light", (1440, 1080)), ("dark", (1440, 1080)), ("light", (390, 844))]
)
def test_axe_finds_nothing_on_it_and_it_fits_the_screen(
    visit: Visit, scheme: str, size: tuple[int, int]
) -> None:
    maya = visit(scheme, size)
    maya.sign_in()
    page = _receipt(maya)
    maya.keep(f"receipt-{scheme}-{size[0]}", whole=True)
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    assert maya.complaints == []
