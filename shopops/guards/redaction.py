"""The second line: what opens something is not written to a log, whoever puts it into a message.

The first line is that nobody does. But Django logs the address of a request that crashed, and the
address of a link is its secret.
"""

import logging
import re

HIDDEN = "…"
SECRETS = (
    re.compile(r"(?<=/invitation/)[^/\s\"']+"),
    re.compile(r"(?<=/confirm-address/)[^/\s\"']+"),
    re.compile(r"(?<=/sign-in/password/)[^/\s\"']+"),
    re.compile(r"\bso_[\w-]{20,}"),  # an API token
)


def redacted(text: str) -> str:
    for secret in SECRETS:
        text = secret.sub(HIDDEN, text)
    return text


class Line(logging.Formatter):
    """A line of the log, its traceback included."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(record))
