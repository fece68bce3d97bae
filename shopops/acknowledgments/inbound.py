"""The one door for mail that comes in, on whatever way: keep it, handle it, answer it."""

from collections.abc import Iterator

import dkim
import dns.exception

from shopops.acknowledgments.dkim_check import LookUpTxt
from shopops.acknowledgments.doctor.address import tag_of_test
from shopops.acknowledgments.doctor.watch import came_in
from shopops.acknowledgments.handling import try_to_handle
from shopops.acknowledgments.keep import Delivery, keep
from shopops.acknowledgments.models import InboundMail
from shopops.acknowledgments.reading.limits import MAX_BYTES
from shopops.acknowledgments.reading.message import Read, read_message
from shopops.acknowledgments.sending import AT_ONCE_SECONDS, send_reply
from shopops.alarms.clock import database_now
from shopops.mailing.outgoing import tag_of
from shopops.mailing.reply_address import (
    CUSTOMER_REPORTS,
    CUSTOMERS,
    PURPOSE,
    REPORTS,
    ReplyTag,
)
from shopops.tenants.models import Tenant

__all__ = ["MAX_BYTES", "Delivery", "look_up_txt", "receive"]


def look_up_txt(name: bytes, timeout: int = 5) -> bytes | None:
    """A name server that answers with an error is one that does not answer."""
    try:
        found: bytes | None = dkim.get_txt(name, timeout=timeout)
    except dns.exception.DNSException as problem:
        raise dkim.DnsTimeoutError(str(problem)) from problem
    return found


def receive(
    *, tenant: Tenant, delivery: Delivery, look_up: LookUpTxt = look_up_txt
) -> InboundMail | None:
    """A mail whose origin is proven. None: it came before. It is kept when this returns, whatever
    became of it then; raises only what a database does.

    A signed reply address among the recipients says which shop it is for: one mailbox may serve
    several. `tenant` is for mail without one.
    """
    read = read_message(delivery.raw)
    tenant_id = _addressed(read) or tenant.pk
    mail = keep(tenant_id=tenant_id, delivery=delivery, read=read, now=database_now())
    came_in(tenant_id, read, way=delivery.source, is_kept=mail is not None)
    if mail is None:
        return None
    try_to_handle(mail, look_up=look_up, raw=delivery.raw)
    send_reply(mail.pk, mail.tenant_id, seconds=AT_ONCE_SECONDS)
    return mail


def _addressed(read: Read) -> int | None:
    tags = (
        tag_of_test(address) or next(filter(None, _tags(address)), None)
        for address in read.recipients
    )
    named = [tag.tenant_id for tag in tags if tag]
    return Tenant.objects.filter(pk__in=named[:1]).values_list("pk", flat=True).first()


def _tags(address: str) -> Iterator[ReplyTag | None]:
    for purpose in (PURPOSE, REPORTS, CUSTOMERS, CUSTOMER_REPORTS):
        yield tag_of(address, purpose=purpose)
