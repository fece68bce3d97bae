"""A chart's numbers as a file for spreadsheets, which run what looks like a formula."""

import csv
import unicodedata
from io import StringIO

from shopops.dashboard.charts.parts import Cell, Sheet

FORMULA = ("=", "+", "-", "@")
LAYOUT = ("\t", "\r", "\n")


def csv_text(sheet: Sheet) -> str:
    """RFC 4180: CRLF, quotes where needed. Empty cells are unknown, not zero."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(sheet.header)
    writer.writerows([_safe(cell) for cell in row] for row in sheet.rows)
    return out.getvalue()


def _safe(cell: Cell) -> Cell:
    """Names come from outside. An apostrophe before them makes a spreadsheet take them as text;
    some also read the wide signs of East Asian keyboards, and skip every space before them."""
    if not isinstance(cell, str):
        return cell
    begins = unicodedata.normalize("NFKC", cell).lstrip()
    return f"'{cell}" if cell.startswith(LAYOUT) or begins.startswith(FORMULA) else cell
