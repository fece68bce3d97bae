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
