"""A chart's numbers as a file for spreadsheets, which run what looks like a formula."""

import csv
from io import StringIO

from shopops.dashboard.charts.parts import Cell, Sheet

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_text(sheet: Sheet) -> str:
    """RFC 4180: CRLF, quotes where needed. Empty cells are unknown, not zero."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(sheet.header)
    writer.writerows([_safe(cell) for cell in row] for row in sheet.rows)
    return out.getvalue()


def _safe(cell: Cell) -> Cell:
    """Names come from outside. An apostrophe before them makes a spreadsheet take them as text."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA):
        return f"'{cell}"
    return cell
