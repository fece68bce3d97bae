"""A mail server for tests that keeps what it is given and can fail at each moment that matters."""

import contextlib
import socketserver
import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from enum import Enum


class Answer(Enum):
    """What becomes of one mail."""

    ACCEPT = "250 after the data: it is kept"
    REJECT_SENDER = "450 to MAIL FROM"
    REJECT_RECIPIENT = "550 to RCPT TO"
    REJECT_DATA = "451 after the data: not kept"
    HANG_UP_EARLY = "the connection is closed when DATA is asked for"
    KEEP_AND_HANG_UP = "the data is kept, and the connection closed before the 250"
    LOSE_AND_HANG_UP = "the data is thrown away, and the connection closed before the 250"
    STALL = "the data is kept; the 250 comes when the sink is released"
    STALL_AND_REJECT = "451 when the sink is released: not kept"


@dataclass(frozen=True)
class Kept:
    sender: str
    recipient: str
    data: bytes

    @property
    def mail(self) -> EmailMessage:
        return message_from_bytes(self.data, policy=default)

    @property
    def message_id(self) -> str:
        return str(self.mail["Message-ID"])


@dataclass
class Sink:
    """`script` says what becomes of the next mails, in order; after it every mail is accepted,
    but for recipients in `unknown`, of whom it has never heard."""

    mails: list[Kept] = field(default_factory=list)
    script: deque[Answer] = field(default_factory=deque)
    unknown: set[str] = field(default_factory=set)
    connections: int = 0
    port: int = 0
    stalled_port: int = 0  # the other end of the connection whose mail is stalled
    holding: threading.Event = field(default_factory=threading.Event)  # set: a mail is stalled
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?timeout=30"

    @property
    def message_ids(self) -> list[str]:
        return [kept.message_id for kept in self.mails]

    def next_answer(self) -> Answer:
        return self.script.popleft() if self.script else Answer.ACCEPT


class Session(socketserver.StreamRequestHandler):
    sink: Sink
    disable_nagle_algorithm = True

    def handle(self) -> None:
        self.sink.connections += 1
        self.sender = self.recipient = ""
        self.answer = Answer.ACCEPT
        # a client that is killed tears its connection down
        with contextlib.suppress(ConnectionError):
            self.say("220 sink")
            while (line := self.rfile.readline()) and self.obey(line.decode().strip()):
                pass

    def say(self, line: str) -> bool:
        self.wfile.write(line.encode() + b"\r\n")
        return True

    def obey(self, line: str) -> bool:
        """Whether the connection stays open."""
        verb = line.partition(":")[0].upper()
        match verb:
            case "MAIL FROM":
                return self.begin(_between(line))
            case "RCPT TO":
                return self.address(_between(line))
            case "DATA":
                return self.answer is not Answer.HANG_UP_EARLY and self.data()
            case "QUIT":
                self.say("221 bye")
                return False
            case _:
                return self.say("250 ok")

    def begin(self, sender: str) -> bool:
        self.sender, self.answer = sender, self.sink.next_answer()
        if self.answer is Answer.REJECT_SENDER:
            return self.say("450 not now")
        return self.say("250 ok")

    def address(self, recipient: str) -> bool:
        self.recipient = recipient
        if self.answer is Answer.REJECT_RECIPIENT or recipient in self.sink.unknown:
            return self.say("550 no such user")
        return self.say("250 ok")

    def data(self) -> bool:
        self.say("354 go ahead")
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            if not line:
                return False  # the client is gone in mid-mail
            lines.append(line.removeprefix(b"."))
        return self.close_data(Kept(self.sender, self.recipient, b"".join(lines)))

    def close_data(self, kept: Kept) -> bool:
        answer = self.answer
        if answer is Answer.REJECT_DATA:
            return self.say("451 no room")
        if answer not in (Answer.LOSE_AND_HANG_UP, Answer.STALL_AND_REJECT):
            self.sink.mails.append(kept)
        if answer in (Answer.KEEP_AND_HANG_UP, Answer.LOSE_AND_HANG_UP):
            return False
        if answer in (Answer.STALL, Answer.STALL_AND_REJECT):
            self.sink.stalled_port = self.client_address[1]
            self.sink.holding.set()
            self.sink.released.wait(60)
        return self.say("451 no room" if answer is Answer.STALL_AND_REJECT else "250 kept")


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


@contextlib.contextmanager
def smtp_sink(*script: Answer) -> Iterator[Sink]:
    sink = Sink(script=deque(script))
    handler = type("SinkSession", (Session,), {"sink": sink})
    with Server(("127.0.0.1", 0), handler) as server:
        sink.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield sink
        finally:
            sink.released.set()
            server.shutdown()
            thread.join()


def _between(line: str) -> str:
    return line.partition("<")[2].partition(">")[0]
