"""A chart's numbers as a file for spreadsheets."""

import csv
from io import StringIO

from shopops.dashboard.charts.parts import Sheet
from shopops.tenants.spreadsheets import safe_cell


def csv_text(sheet: Sheet) -> str:
    """RFC 4180: CRLF, quotes where needed. Empty cells are unknown, not zero."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(sheet.header)
    writer.writerows([safe_cell(cell) for cell in row] for row in sheet.rows)
    return out.getvalue()
