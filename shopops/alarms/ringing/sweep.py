"""One run over everything that is due: from the database to people's mailboxes."""

import logging
import time
from collections import deque
from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from django.db import connection
from msgspec import Struct

from shopops.alarms.ringing.delivering import Send, Tally, deliver
from shopops.alarms.ringing.leasing import LEASE, Leased, lease_again, lease_due
from shopops.alarms.ringing.mails import Outgoing
from shopops.alarms.ringing.plan import MOST_IN_A_MAIL
from shopops.mailing.outgoing import mail_server
from shopops.mailing.server import MailServer
from shopops.mailing.transport import Sent, Transport
from shopops.tenants.models import Tenant

logger = logging.getLogger(__name__)
# Nobody has to look at a shop that has nothing due, nothing to try again and nobody to release.
WAITING = """
SELECT tenant.id
FROM tenants_tenant tenant
WHERE (%(only)s::bigint IS NULL OR tenant.id = %(only)s)
    AND (EXISTS (
        SELECT FROM alarms_alarmitem item
        WHERE item.tenant_id = tenant.id AND item.ring_in_hand IS NULL
            AND item.send_at <= (SELECT public.shopops_clock()))
    OR EXISTS (
        SELECT FROM alarms_ringmail mail
        WHERE mail.tenant_id = tenant.id AND mail.closed_at IS NULL
            AND mail.ready_at <= (SELECT public.shopops_clock())))
ORDER BY tenant.id
"""
ANSWERS_PER_MAIL = 6  # of the server, each of which may take its time


class Limits(Struct, frozen=True, kw_only=True):
    """`seconds`: no new batch is begun after that; what is left waits for the next sweep.
    `lease`: how long a batch is this worker's."""

    seconds: float = 25.0
    lease: timedelta = LEASE
    most_in_a_mail: int = MOST_IN_A_MAIL


USUAL = Limits()


def ring_all(*, tenant_id: int | None = None, limits: Limits = USUAL) -> Tally:
    """Every shop, or one; the shops take turns, a batch each. Outside of any transaction: every
    mail is a commit of its own.

    `NoMailServer` when something is due and no server is set.
    """
    tally = Tally()
    waiting = tenants_waiting(tenant_id)
    if not waiting:
        return tally
    server = mail_server()
    ends = time.monotonic() + limits.seconds
    found = Tenant.objects.filter(pk__in=waiting).order_by("pk")
    turns = deque((tenant, _batches(tenant, limits)) for tenant in found)
    with Transport(server) as transport:
        send = partial(_send, transport)
        while turns and time.monotonic() < ends and not tally.server_is_gone:
            tenant, batches = turns.popleft()
            if _one_batch(tenant, batches, send, tally, server):
                turns.append((tenant, batches))
    return tally


def _one_batch(
    tenant: Tenant, batches: Iterator[Leased], send: Send, tally: Tally, server: MailServer
) -> bool:
    """Whether this shop may have more."""
    try:
        leased = next(batches, None)
        if leased is not None:
            deliver(leased, send, tally, seconds_to_send=ANSWERS_PER_MAIL * server.timeout)
    except Exception as problem:
        if not connection.is_usable():
            raise  # the database is away, for every shop
        logger.exception("ringing for %s broke off", tenant)  # and goes on for the others
        tally.broken += 1
        tally.problem = f"{tenant}: {problem}"
        return False
    return leased is not None


def tenants_waiting(only: int | None) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(WAITING, {"only": only})
        return [tenant_id for (tenant_id,) in cursor.fetchall()]


def _batches(tenant: Tenant, limits: Limits) -> Iterator[Leased]:
    """What is to be tried again comes first: somebody has waited for it longest."""
    new = partial(lease_due, tenant, lease_for=limits.lease, most_in_a_mail=limits.most_in_a_mail)
    for lease in (partial(lease_again, tenant, lease_for=limits.lease), new):
        more = True
        while more:
            leased = lease()
            yield leased
            more = leased.more


def _send(transport: Transport, mail: Outgoing) -> Sent:
    sent = transport.send(mail.message, sender=mail.sender, recipient=mail.recipient)
    logger.debug("mail %s: %s (%s)", mail.mail_id, sent.outcome, sent.reply)
    return sent
