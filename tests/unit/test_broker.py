"""The broker in files: what a reader sees while somebody writes."""

from pathlib import Path
from queue import Empty
from threading import Thread
from typing import Any

import pytest
from kombu import Connection

from shopops.celery_app import app

MESSAGES = 8
LARGE = "x" * 3_000_000  # takes long enough to write that a reader comes in between


@pytest.fixture
def channel(tmp_path: Path) -> Any:
    folders = {name: str(tmp_path) for name in ("data_folder_in", "data_folder_out")}
    options = {**folders, "control_folder": str(tmp_path / "control")}
    assert app.main == "shopops"  # which chose the transport
    with Connection("filesystem://", transport_options=options) as connection:
        yield connection.default_channel


def test_a_reader_never_gets_a_message_that_is_not_whole(channel: Any) -> None:
    writer = Thread(target=lambda: [channel._put("q", {"body": LARGE}) for _ in range(MESSAGES)])
    writer.start()
    got = 0
    while got < MESSAGES:
        is_over = not writer.is_alive()
        try:
            assert channel._get("q") == {"body": LARGE}
            got += 1
        except Empty:
            assert not is_over, "a message was lost"
    writer.join()
