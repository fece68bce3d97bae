"""An end to a call of which a byte comes now and then, so that no time-out for a piece ends it."""

import socket
from threading import Lock, Timer
from time import monotonic
from types import TracebackType
from typing import Any, Self


class Deadline:
    """Cuts the line of the call that is on when its time is over. `trace` is httpx's extension of
    that name, which tells what it is doing."""

    def __init__(self, seconds: float) -> None:
        self._ends = monotonic() + seconds
        self._lock = Lock()
        self._line: socket.socket | None = None
        self._timer = Timer(0, self._cut)
        self.request_is_out = False

    @property
    def is_over(self) -> bool:
        return monotonic() >= self._ends

    def __enter__(self) -> Self:
        self._timer = Timer(max(0.0, self._ends - monotonic()), self._cut)
        self._timer.daemon = True
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._line = None

    def trace(self, event: str, info: dict[str, Any]) -> None:
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            with self._lock:
                self._line = info["return_value"].get_extra_info("socket")
            if self.is_over:
                self._cut()
        elif event == "http11.send_request_headers.complete":
            self.request_is_out = True

    def _cut(self) -> None:
        """Whoever waits for the line wakes up; closing it would not wake them."""
        with self._lock:
            if self._line is None:
                return
            try:
                socket.socket.shutdown(self._line, socket.SHUT_RDWR)
            except OSError:
                return  # it is closed already
