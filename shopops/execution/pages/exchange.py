"""What went over the line in one attempt, with what is secret or stands for a person covered."""

import msgspec
from django.utils.translation import gettext as _
from msgspec import Struct

from shopops.connections.masking import masked, masked_headers, masked_url, scrubbed
from shopops.connectors.ports import Request
from shopops.outbox.models import Attempt
from shopops.outbox.states import Ended
from shopops.outbox.states import Purpose as Looks
from shopops.tenants.sealing import Purpose, Unreadable, unseal

SMTP = "SMTP"  # how the one who sends mails calls it
ANSWERED = (Ended.DONE, Ended.REFUSED, Ended.AGAIN)


class Said(Struct, frozen=True, kw_only=True):
    """`head`: the first line and the headers. `body` is empty where there is none, or none that can
    be shown; `why_not` says which."""

    head: str = ""
    body: str = ""
    why_not: str = ""


def said_to(attempt: Attempt) -> Said:
    if attempt.purpose == Looks.LOOK_UP:
        return Said(why_not=_("The shop was asked whether it knows the key."))
    if attempt.request is None:
        return Said(why_not=_("It was deleted since, as everything that is sent is."))
    try:
        sealed = unseal(bytes(attempt.request), purpose=Purpose.EXCHANGE)
        request = msgspec.json.decode(sealed, type=Request)
    except Unreadable:
        return Said(why_not=_("It was sealed with a key that this site no longer has."))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Said(why_not=_("It can’t be read any more, so nothing of it is shown."))
    first = f"{request.method} {masked_url(request.url)}".strip()
    headers = [f"{name}: {one}" for name, one in masked_headers(request.headers).items()]
    head = "\n".join([first, *headers])
    if request.method == SMTP:
        return Said(head=head, why_not=_("What the mail says stands on the order’s page."))
    return _with_body(request.body, head=head)


def said_back(attempt: Attempt, *, is_mail: bool) -> Said:
    """`is_mail`: a mail server answers in a line of text."""
    if attempt.ended_at is None:
        return Said(why_not=_("No answer yet."))
    if attempt.reply is None:
        came = _had_answer(attempt, is_mail=is_mail)
        return Said(why_not=_("It was deleted since.") if came else _("No answer came back."))
    try:
        body = unseal(bytes(attempt.reply), purpose=Purpose.EXCHANGE)
    except Unreadable:
        return Said(why_not=_("It was sealed with a key that this site no longer has."))
    if is_mail:
        return Said(body=scrubbed(body.decode(errors="replace")))
    return _with_body(body)


def _had_answer(attempt: Attempt, *, is_mail: bool) -> bool:
    """A mail server's answer has no status; what it came to says that there was one."""
    was_emptied = is_mail and attempt.request is None
    return attempt.status is not None or (was_emptied and attempt.outcome in ANSWERED)


def _with_body(body: bytes, head: str = "") -> Said:
    if not body:
        return Said(head=head)
    text = masked(body)
    if text is not None:
        return Said(head=head, body=text)
    said = _("{bytes} bytes that are neither JSON nor a form, so nothing of them is shown.")
    return Said(head=head, why_not=said.format(bytes=f"{len(body):,}"))
