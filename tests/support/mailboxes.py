"""The demo's mail server, as the site's own for as long as a test needs it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.test import override_settings

from shopops.demo.mailbox.answering import AUTHSERV_ID
from shopops.demo.mailbox.server import server


@contextmanager
def mailboxes(var: Path) -> Iterator[Path]:
    """The folder that mails are kept in."""
    with server(0, var / "mailbox") as running:
        serving = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
        serving.start()
        port = running.server_address[1]
        with override_settings(
            SHOPOPS_ENV="demo",
            SHOPOPS_VAR=var,
            SHOPOPS_AUTHSERV_ID=AUTHSERV_ID,
            SHOPOPS_SMTP_URL=f"smtp://127.0.0.1:{port}?timeout=30",
        ):
            try:
                yield var / "mailbox"
            finally:
                running.shutdown()
                serving.join()
