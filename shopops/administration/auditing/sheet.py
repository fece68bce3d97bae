"""The rows of the audit page as a file for spreadsheets."""

import csv
from collections.abc import Iterable
from io import StringIO

from django.utils import timezone

from shopops.administration.auditing.lines import Line
from shopops.tenants.spreadsheets import safe_cell

MOST_LINES = 10_000
AT_ONCE = 500
HEADER = ("when", "about", "who", "what", "details", "code", "where")


def sheet_text(lines: Iterable[Line]) -> str:
    """RFC 4180. Moments with the offset of the shop's clock, which must be in force."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    for line in lines:
        when = timezone.localtime(line.at).isoformat(timespec="milliseconds")
        cells = (line.group.label, line.who, line.said, line.detail, line.code, line.link)
        writer.writerow([when, *(safe_cell(cell) for cell in cells)])
    return out.getvalue()
