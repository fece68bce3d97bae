"""A mail server for the demo: it takes every mail and keeps it in the folder of its recipient."""

import socketserver
from pathlib import Path

from shopops.demo.mailbox.folder import put

LONGEST_LINE = 4096
MAX_BYTES = 5_000_000


class Session(socketserver.StreamRequestHandler):
    """SMTP as RFC 5321 asks for at least."""

    folder: Path
    timeout = 120
    disable_nagle_algorithm = True

    def handle(self) -> None:
        self.recipients: list[str] = []
        try:
            self.say("220 demo mailbox")
            while (line := self.rfile.readline(LONGEST_LINE)) and self.obey(line):
                pass
        except (ConnectionError, TimeoutError):
            return  # the other side is gone; what it did not finish was never taken

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode("ascii", "replace"))

    def obey(self, line: bytes) -> bool:
        """Whether the connection stays open."""
        text = line.decode("ascii", "replace").strip()
        verb = text[:4].upper()
        if verb == "QUIT":
            self.say("221 bye")
            return False
        if verb == "DATA":
            return self.data()
        if verb == "RCPT":
            self.recipients.append(text.partition("<")[2].partition(">")[0])
        elif verb in {"MAIL", "RSET", "EHLO", "HELO"}:
            self.recipients = []
        self.say("250 ok")
        return True

    def data(self) -> bool:
        if not self.recipients:
            self.say("503 to whom?")
            return True
        self.say("354 go ahead")
        lines, size = [], 0
        while (line := self.rfile.readline()) not in (b".\r\n", b".\n"):
            size += len(line)
            if not line or size > MAX_BYTES:
                return False
            lines.append(line.removeprefix(b"."))
        self.keep(b"".join(lines))
        return True

    def keep(self, message: bytes) -> None:
        try:
            for recipient in self.recipients:
                put(self.folder, recipient, message)
        except ValueError:
            self.say("550 no such mailbox")
        else:
            self.say("250 kept")
        self.recipients = []


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


def server(port: int, folder: Path) -> Server:
    """Bound, not serving yet. Reachable from this machine only."""
    return Server(("127.0.0.1", port), type("Kept", (Session,), {"folder": folder}))


def serve(port: int, folder: Path) -> None:
    with server(port, folder) as running:
        running.serve_forever()
