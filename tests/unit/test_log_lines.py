"""What a line of the log says of a request that was refused, and of one that failed."""

import logging
import sys

from shopops.guards.redaction import Line


def _line(status: int) -> str:
    try:
        raise PermissionError("not yours")
    except PermissionError:
        record = logging.LogRecord(
            "django.request", logging.WARNING, "", 1, "%s", ("Forbidden",), sys.exc_info()
        )
    record.status_code = status
    return Line("%(message)s").format(record)


def test_a_refused_request_is_one_line_and_a_failure_has_its_traceback() -> None:
    assert _line(403) == "Forbidden"
    assert "Traceback" in _line(500)


def test_what_was_raised_begins_no_line_of_its_own() -> None:
    try:
        raise ValueError("no number: a\n2026-12-01 INFO all is well\r\x1b[2J\u2028")
    except ValueError:
        record = logging.LogRecord("shopops", logging.ERROR, "", 1, "failed", (), sys.exc_info())
    logging.Formatter().format(record)  # another handler's, which keeps what it made
    first, *others = Line("%(levelname)s %(message)s").format(record).split("\n")
    assert first == "ERROR failed"
    assert all(line.startswith("  ") for line in others)
    assert others[-1] == "  2026-12-01 INFO all is well\\r\\x1b[2J\\u2028"


def test_what_somebody_sent_begins_no_line_of_its_own() -> None:
    sent = "/a\n2026-12-01 INFO all is well\r\x1b[2J\u2028\u202eé\tb"
    record = logging.LogRecord("shopops", logging.WARNING, "", 1, "no page %s", (sent,), None)
    assert Line("%(levelname)s %(message)s").format(record) == (
        "WARNING no page /a\\n2026-12-01 INFO all is well\\r\\x1b[2J\\u2028\\u202eé\tb"
    )
    assert record.args == (sent,)  # others that write the same record are left alone
