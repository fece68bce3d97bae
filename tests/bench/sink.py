"""The sink of the tests as a process of its own, so that it does not share our interpreter."""

from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection

from tests.support.smtp_sink import smtp_sink


class SinkProcess:
    def __init__(self, port: int, pipe: Connection) -> None:
        self.port, self._pipe = port, pipe

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def take(self) -> list[str]:
        """The Message-IDs of what came in since the last call."""
        return [_message_id(data) for data in self.take_mails()]

    def take_mails(self) -> list[bytes]:
        """What came in since the last call."""
        self._pipe.send("take")
        mails: list[bytes] = self._pipe.recv()
        return mails


def serve(pipe: Connection) -> None:
    with smtp_sink() as sink:
        pipe.send(sink.port)
        while pipe.recv() is not None:
            came = [kept.data for kept in sink.mails]
            del sink.mails[: len(came)]
            pipe.send(came)


@contextmanager
def sink_process() -> Iterator[SinkProcess]:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield SinkProcess(ours.recv(), ours)
    finally:
        ours.send(None)
        process.join()


def _message_id(data: bytes) -> str:
    """Without parsing the mail, which would cost more than receiving it."""
    start = data.index(b"\r\nMessage-ID: ") + 14
    return data[start : data.index(b"\r\n", start)].decode()
