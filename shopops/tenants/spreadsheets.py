"""Files for spreadsheets, which run what looks like a formula."""

import unicodedata
from typing import TypeVar

FORMULA = ("=", "+", "-", "@")
LAYOUT = ("\t", "\r", "\n")
Cell = TypeVar("Cell")


def safe_cell(cell: Cell) -> Cell | str:
    """Names come from outside. An apostrophe before them makes a spreadsheet take them as text;
    some also read the wide signs of East Asian keyboards, and skip every space before them."""
    if not isinstance(cell, str):
        return cell
    begins = unicodedata.normalize("NFKC", cell).lstrip()
    return f"'{cell}" if cell.startswith(LAYOUT) or begins.startswith(FORMULA) else cell
