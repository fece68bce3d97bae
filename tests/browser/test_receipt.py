"""A receipt on screen and on paper: one clean document, black on white, no row cut in two."""

import re
from pathlib import Path

import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, Visitor
from tests.browser.looks import BOTH, USUAL, put_on

pytestmark = pytest.mark.django_db(transaction=True)
SHOP = "/t/store_northline"
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"
COLOURS = """(main) => [
    getComputedStyle(main).backgroundColor, getComputedStyle(document.body).color
]"""


def _receipt(visitor: Visitor) -> Page:
    """Of a decision just taken, by way of the shop's ledger."""
    page = visitor.page
    visitor.open(f"{SHOP}/review/?q=O-1001")
    page.locator("[data-item]", has_text="O-1001").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("O-1001")
    page.locator("[data-approve]").click()
    expect(page.locator(".last-decided")).to_contain_text("O-1001 approved.")
    visitor.open(f"{SHOP}/ledger/")
    page.get_by_role("link", name=re.compile("^Receipt of decision")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Approved: order O-1001")
    visitor.settle()
    return page


def _printed(page: Page, paper: str, path: Path) -> list[str]:
    """The text of each printed page, without spaces, because paper breaks words where it likes."""
    page.pdf(path=path, format=paper)
    document = pdfium.PdfDocument(path)
    printed = ["".join(one.get_textpage().get_text_bounded().split()) for one in document]
    document.close()
    return printed


def test_it_prints_as_one_clean_document(visit: Visit, tmp_path: Path) -> None:
    maya = visit()
    maya.sign_in()
    page = _receipt(maya)
    rows = [
        "".join(" ".join(cells).split())
        for cells in page.locator("main tbody tr").evaluate_all(
            "rows => rows.map(row => [...row.children].map(cell => cell.innerText))"
        )
    ]
    assert len(rows) > 20
    for paper in ("A4", "Letter"):
        printed = _printed(page, paper, tmp_path / f"{paper}.pdf")
        whole = "".join(printed)
        assert len(printed) > 1, paper
        for number, text in enumerate(printed, start=1):
            assert f"{number}/{len(printed)}" in text, paper
            assert re.search(r"Receiptofdecision\d+,orderO-1001\d+/", text), paper
        for furniture in ("Dashboard", "Skiptothecontent", "JSON←", "←Order", "Print"):
            assert furniture not in whole, paper
        for row in rows:
            assert any(_holds(text, row) for text in printed), f"{paper}: {row}"


def _holds(text: str, row: str) -> bool:
    """Whether every word and hash of the row stands on this page."""
    return all(piece in text for piece in re.findall(r"[0-9a-f]{64}|^[\w:@#-]{4,20}", row))


def test_nothing_is_wrong_with_it_on_a_screen_and_paper_is_white_whatever_the_screen_is(
    visit: Visit,
) -> None:
    maya = visit()
    maya.sign_in()
    page = _receipt(maya)
    assert maya.troubles("receipt") == []
    for look in USUAL:
        put_on(page, look)
        expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    for look in BOTH:
        put_on(page, look)
        assert page.locator("main").evaluate(COLOURS) == [WHITE, BLACK], look
        expect(page.get_by_role("navigation")).to_be_hidden()
    assert maya.complaints == []
