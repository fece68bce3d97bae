"""Hands a customer's mail to the mail server, once. What came of it is not to be looked up: whoever
lost the connection while the server had the mail does not know, and nobody here can find out."""

from datetime import datetime

from shopops.connectors.ports import (
    AnyAsk,
    Done,
    Found,
    MailAsk,
    NotOffered,
    Refused,
    Reply,
    Request,
    Unknown,
)
from shopops.execution.codes import EffectCode
from shopops.mailing.outgoing import NoMailServer, mail_server
from shopops.mailing.refusals import NotMailable
from shopops.mailing.server import ServerAddressRefused
from shopops.mailing.transport import Outcome, Sent, Transport

SENDER, RECIPIENT, MESSAGE_ID = "mail-from", "rcpt-to", "message-id"


class MailWriter:
    def request_for(self, ask: AnyAsk) -> Request:
        if not isinstance(ask, MailAsk):
            raise NotOffered("The mail server only sends mails.")
        envelope = {SENDER: ask.sender, RECIPIENT: ask.recipient, MESSAGE_ID: ask.message_id}
        return Request(method="SMTP", url="", headers=envelope, body=ask.message)

    def send(self, request: Request) -> Reply:
        try:
            with Transport(mail_server()) as transport:
                sent = transport.send(
                    request.body,
                    sender=request.headers[SENDER],
                    recipient=request.headers[RECIPIENT],
                )
        except NotMailable as problem:
            return Reply(answer=Refused(code=EffectCode.NO_SUCH_ADDRESS, detail=str(problem)))
        except (NoMailServer, ServerAddressRefused) as problem:
            return Reply(
                answer=Refused(code=EffectCode.NO_MAIL_SERVER, detail=str(problem), again=True)
            )
        return Reply(answer=_meant(sent, request), body=sent.reply.encode())

    def find(self, ask: AnyAsk, *, sent_at: datetime) -> Found:
        detail = "The connection was lost while the mail server had the mail."
        return Found(answer=Unknown(code=EffectCode.MAIL_IN_DOUBT, detail=detail, for_good=True))


def ask_again(request: Request, *, key: str, order_id: str, order_number: str) -> MailAsk:
    """What was asked before, byte for byte."""
    return MailAsk(
        key=key,
        order_id=order_id,
        order_number=order_number,
        sender=request.headers[SENDER],
        recipient=request.headers[RECIPIENT],
        message_id=request.headers[MESSAGE_ID],
        message=request.body,
    )


def _meant(sent: Sent, request: Request) -> Done | Refused | Unknown:
    match sent.outcome:
        case Outcome.ACCEPTED:
            return Done(remote_id=request.headers[MESSAGE_ID])
        case Outcome.UNKNOWN:
            return Unknown(code=EffectCode.MAIL_IN_DOUBT, detail=sent.reply, for_good=True)
    if sent.no_such_address:
        return Refused(code=EffectCode.NO_SUCH_ADDRESS, detail=sent.reply)
    if sent.no_service:
        return Refused(code=EffectCode.MAIL_SERVER, detail=sent.reply, again=True)
    return Refused(
        code=EffectCode.MAIL_REFUSED, detail=sent.reply, again=not sent.reply.startswith("5")
    )
