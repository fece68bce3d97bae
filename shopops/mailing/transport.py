"""Hands one mail after another to a mail server over one connection, and says what became of each.

What matters is the moment of a failure. Before the server said 354 nothing has happened; once it
said 250 the mail is its duty. In between nobody knows.
"""

import logging
import smtplib
import socket
import ssl
from enum import StrEnum
from types import TracebackType
from typing import Self

from msgspec import Struct

from shopops.mailing.headers import mail_address
from shopops.mailing.server import MailServer

logger = logging.getLogger(__name__)
LONGEST_REPLY = 300  # characters kept of what a server said


class Outcome(StrEnum):
    ACCEPTED = "accepted"  # the server has taken it on
    REFUSED = "refused"  # the server has not got it
    UNKNOWN = "unknown"  # the connection was lost while the server had it in hand


class Sent(Struct, frozen=True, kw_only=True):
    """`reply` is what the server said, or what was wrong instead. `no_such_address`: it will
    never take a mail for this recipient, so a later try is of no use. `no_service`: it takes
    nothing at all from us now, whoever it is for."""

    outcome: Outcome
    reply: str
    no_such_address: bool = False
    no_service: bool = False


class Transport:
    """Connects when the first mail comes and stays connected; not to be shared by threads."""

    def __init__(self, server: MailServer) -> None:
        self._server = server
        self._smtp: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def send(self, message: bytes, *, sender: str, recipient: str) -> Sent:
        """`sender` is the envelope's: where a report goes when the mail cannot be delivered; empty:
        nowhere. `NotMailable` before anything was said where an address is none."""
        sender, recipient = _path(sender), _path(recipient)
        try:
            refused = self._announce(sender, recipient)
        except (OSError, smtplib.SMTPException) as problem:
            self._drop()
            return Sent(outcome=Outcome.REFUSED, reply=_said(problem), no_service=True)
        if refused is not None:
            self._reset()
            return refused
        try:
            return self._hand_over(message)
        except (OSError, smtplib.SMTPException) as problem:
            self._drop()
            return Sent(outcome=Outcome.UNKNOWN, reply=_said(problem))

    def close(self) -> None:
        if self._smtp is None:
            return
        try:
            self._smtp.quit()
        except (OSError, smtplib.SMTPException) as problem:
            logger.debug("the mail server did not wait for our QUIT: %s", problem)
        self._drop()

    def _announce(self, sender: str, recipient: str) -> Sent | None:
        """Up to the server's 354. None when it is ready for the mail, else how it refused."""
        smtp, code, reply = self._first_command(sender)
        if code != 250:
            return _refused(code, reply, no_service=True)
        code, reply = smtp.docmd("RCPT", f"TO:{recipient}")
        if code not in (250, 251):
            return _refused(code, reply, no_such_address=500 <= code < 600)
        code, reply = smtp.docmd("DATA")
        return None if code == 354 else _refused(code, reply)

    def _first_command(self, sender: str) -> tuple[smtplib.SMTP, int, bytes]:
        """A connection that stood idle may be gone: nothing has happened yet, so ask anew once."""
        if self._smtp is not None:
            try:
                code, reply = self._smtp.docmd("MAIL", f"FROM:{sender}")
            except (OSError, smtplib.SMTPServerDisconnected):
                self._drop()
            else:
                if code != 421:  # "closing the channel", politely
                    return self._smtp, code, reply
                self._drop()
        self._smtp = _connect(self._server)
        return (self._smtp, *self._smtp.docmd("MAIL", f"FROM:{sender}"))

    def _hand_over(self, message: bytes) -> Sent:
        assert self._smtp is not None  # noqa: S101  _announce has connected
        self._smtp.send(_dotted(message) + b".\r\n")
        code, reply = self._smtp.getreply()
        if 200 <= code < 300:
            return Sent(outcome=Outcome.ACCEPTED, reply=_text(code, reply))
        if code == -1:
            raise smtplib.SMTPServerDisconnected("no answer that could be read")
        return _refused(code, reply)

    def _reset(self) -> None:
        """After a refusal the server waits for us; clear the table for the next mail."""
        if self._smtp is None:
            return
        try:
            code, _ = self._smtp.rset()
        except (OSError, smtplib.SMTPException):
            code = 0
        if code != 250:
            self._drop()

    def _drop(self) -> None:
        if self._smtp is not None:
            self._smtp.close()
            self._smtp = None


def _connect(server: MailServer) -> smtplib.SMTP:
    context = ssl.create_default_context() if server.is_encrypted else None
    if server.implicit_tls:
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=server.timeout, context=context
        )
    else:
        smtp = smtplib.SMTP(server.host, server.port, timeout=server.timeout)
    try:
        if smtp.sock is not None:  # small commands, each waiting for its answer
            smtp.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if server.starttls:
            smtp.starttls(context=context)
        smtp.ehlo_or_helo_if_needed()
        if server.user:
            smtp.login(server.user, server.password)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _path(address: str) -> str:
    """As MAIL and RCPT take it. smtplib's own methods parse every address as a header's, which
    costs more than the rest of a mail's conversation."""
    return f"<{mail_address(address)}>" if address else "<>"


def _dotted(message: bytes) -> bytes:
    """A line that begins with a dot gets a second one, as RFC 5321 wants; ends with CR LF."""
    if message.startswith(b"."):
        message = b"." + message
    return message.replace(b"\r\n.", b"\r\n..")


def _refused(
    code: int, reply: bytes, *, no_such_address: bool = False, no_service: bool = False
) -> Sent:
    return Sent(
        outcome=Outcome.REFUSED,
        reply=_text(code, reply),
        no_such_address=no_such_address,
        no_service=no_service,
    )


def _text(code: int, reply: bytes) -> str:
    words = " ".join(reply.decode("utf-8", "replace").split())
    return f"{code} {words}"[:LONGEST_REPLY]


def _said(problem: Exception) -> str:
    return (" ".join(str(problem).split()) or type(problem).__name__)[:LONGEST_REPLY]
