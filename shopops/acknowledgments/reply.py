"""The answer to a person's mail: exactly what was acknowledged, what was not and why.

A code is printed only if an item of this shop has it; of any other, the first characters.
"""

from datetime import datetime

from django.conf import settings
from django.template.loader import get_template
from django.utils import translation
from django.utils.translation import gettext as _
from msgspec import Struct

from shopops.acknowledgments.models import InboundMail
from shopops.acknowledgments.open_items import OpenItems, open_items
from shopops.acknowledgments.reading.message import Read
from shopops.acknowledgments.result import Refusal, Result
from shopops.alarms import numbers
from shopops.alarms.clock import database_now
from shopops.alarms.codes import LENGTH, bracketed
from shopops.alarms.config import AlarmConfig
from shopops.alarms.models import AlarmItem
from shopops.alarms.ringing.content import cause_words, order_words, shops_page
from shopops.alarms.ringing.rendering import reply_address_to
from shopops.alarms.ringing.words import moment
from shopops.alarms.said import said
from shopops.mailing.message_ids import message_id
from shopops.mailing.mime import AUTO_REPLIED, Mail, compose
from shopops.mailing.outgoing import SENDER_NAME, own_domain, sender_address
from shopops.tenants.languages import language_of
from shopops.tenants.models import Membership

KIND = "answer"
SHOWN_OF_UNKNOWN = 2  # characters


class Line(Struct, frozen=True, kw_only=True):
    """`code` in brackets, or empty."""

    what: str
    code: str = ""
    says: str = ""


class Reply(Struct, frozen=True, kw_only=True):
    """What the templates are filled with. `more_open`: how many are not listed, in words."""

    name: str
    shop: str
    acknowledged: list[Line]
    refused: list[Line]
    open: list[Line]
    more_open: str
    none_open: bool
    asked_for_all: bool
    page: str

    @property
    def subject(self) -> str:
        done, all_of_them = len(self.acknowledged), len(self.acknowledged) + len(self.refused)
        if not done:
            return _("Nothing was acknowledged")
        if done == all_of_them:
            named = ", ".join(line.what for line in self.acknowledged[:3])
            return _("Acknowledged: {items}").format(items=named)
        return _("Acknowledged {done} of {all}").format(done=done, all=all_of_them)


def compose_reply(
    *,
    mail: InboundMail,
    read: Read,
    member: Membership,
    recipient: str,
    answers_own_mail: int | None,
    result: Result,
) -> bytes:
    """In a scope; raises `NotMailable`. `answers_own_mail`: the ring that it answers."""
    reply_to = (
        settings.SHOPOPS_REPLY_ADDRESS
        if answers_own_mail is None
        else reply_address_to(member.tenant_id, member.pk, answers_own_mail)
    )
    with translation.override(language_of(member)):
        reply = _reply(member, result)
        filled = {"reply": reply}
        return compose(
            Mail(
                sender=sender_address(),
                sender_name=SENDER_NAME,
                recipient=recipient,
                recipient_name=member.display_name,
                reply_to=reply_to,
                subject=" ".join(reply.subject.split()),
                date=database_now(),
                message_id=message_id(mail.reply_token, kind=KIND, domain=own_domain()),
                auto_submitted=AUTO_REPLIED,
                in_reply_to=plain_id(read.message_id),
                text=get_template("mail/reply.txt").render(filled),
                html=get_template("mail/reply.html").render(filled),
            )
        )


def _reply(member: Membership, result: Result) -> Reply:
    tenant, config = member.tenant, numbers.current(member.tenant_id)
    done = {item.pk for item, _ in result.acknowledged}
    told = open_items(member, without=done)
    return Reply(
        name=member.display_name,
        shop=tenant.name,
        acknowledged=[
            _line(item, says=_quiet(until, config)) for item, until in result.acknowledged
        ],
        refused=[_refused(refusal) for refusal in result.refused],
        open=[_line(item) for item in told.items],
        more_open=_more(told),
        none_open=not told.items and not told.at_least,
        asked_for_all=result.asked_for_all,
        page=shops_page(settings.SHOPOPS_SITE_URL, tenant.slug),
    )


def _refused(refusal: Refusal) -> Line:
    says = said(refusal.refusal)
    if refusal.item is not None:
        return _line(refusal.item, says=says)
    if refusal.typed is None:
        return Line(what=_("Your mail"), says=says)
    start = refusal.typed[:SHOWN_OF_UNKNOWN]
    return Line(what=_("The code that begins with {start}").format(start=start), says=says)


def _line(item: AlarmItem, *, says: str = "") -> Line:
    order = order_words(item.order_number)
    known = item.cause or item.obligation
    cause = f": {cause_words(item.cause, item.obligation)}" if known else ""
    is_ours = item.code_shift is not None and len(item.code) == LENGTH
    return Line(
        what=f"{order}{cause}",
        code=bracketed(item.code) if is_ours else f"[{item.code}]",
        says=says,
    )


def _more(told: OpenItems) -> str:
    if not told.more:
        return ""
    return _("at least {number}").format(number=told.more) if told.at_least else str(told.more)


def _quiet(until: datetime | None, config: AlarmConfig) -> str:
    return _("Quiet until {when}.").format(when=moment(until, config)) if until else ""


def plain_id(name: str | None) -> str:
    """A Message-ID that a header can hold as it is."""
    return name if name and name.isascii() and name.isprintable() else ""
