"""The second line: what opens something is not written to a log, whoever puts it into a message.

The first line is that nobody does. But Django logs the address of a request that crashed, and the
address of a link is its secret.
"""

import logging
import re
from typing import Any

HIDDEN = "…"
# What ends a line somewhere, steers a terminal, or shows a line in another order than it has.
BREAKS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
SECRETS = (
    re.compile(r"(?<=/invitation/)[^/\s\"']+"),
    re.compile(r"(?<=/confirm-address/)[^/\s\"']+"),
    re.compile(r"(?<=/choose/)[^/\s\"']+"),
    re.compile(r"(?<=/unsubscribe/)[^/\s\"']+"),
    re.compile(r"(?<=/webhooks/)[^/\s\"']+"),
    re.compile(r"(?<=/sign-in/password/)[^/\s\"']+"),
    re.compile(r"\bso_[\w-]{20,}"),  # an API token
)


def redacted(text: str) -> str:
    for secret in SECRETS:
        text = secret.sub(HIDDEN, text)
    return text


class Line(logging.Formatter):
    """A line of the log, with its traceback, except of a request that was refused: that is an
    answer, and no fault of ours. What somebody sent begins no line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        said = {"msg": BREAKS.sub(_escaped, record.getMessage()), "args": None, "exc_text": None}
        if getattr(record, "status_code", 500) < 500:
            said["exc_info"] = None
        return redacted(super().format(logging.makeLogRecord(record.__dict__ | said)))

    def formatException(self, ei: Any) -> str:  # noqa: N802  logging's own name
        """Further in than a line of the log begins: what was raised may say what somebody sent."""
        lines = super().formatException(ei).split("\n")
        return "\n".join(f"  {BREAKS.sub(_escaped, line)}" for line in lines)


def _escaped(found: re.Match[str]) -> str:
    return repr(found[0])[1:-1]
