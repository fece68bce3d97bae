"""Files for spreadsheets, which run what looks like a formula."""

import re
import unicodedata
from typing import TypeVar

FORMULA = ("=", "+", "-", "@")
LAYOUT = ("\t", "\r", "\n")
# Where cells are parted by semicolons, as in Germany, a comma's file is cut anew, also in quotes.
WITHIN = re.compile(r"(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠﹦﹢﹣﹫])")
Cell = TypeVar("Cell")


def safe_cell(cell: Cell) -> Cell | str:
    """Names come from outside. An apostrophe before them makes a spreadsheet take them as text;
    some also read the wide signs of East Asian keyboards, and skip every space before them."""
    if not isinstance(cell, str):
        return cell
    bare = cell.lstrip()
    safe = cell[: len(cell) - len(bare)] + WITHIN.sub("'", bare)
    begins = unicodedata.normalize("NFKC", bare).lstrip()
    return f"'{safe}" if cell.startswith(LAYOUT) or begins.startswith(FORMULA) else safe
