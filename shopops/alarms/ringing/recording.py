"""What became of a mail goes into the database, and the next one is looked at: one round trip."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import DatabaseError, connection
from msgspec import Struct

from shopops.alarms.config import AlarmConfig
from shopops.alarms.database_refusals import ItemMoved
from shopops.alarms.ringing.again import is_vain
from shopops.alarms.ringing.fresh import finish_afresh
from shopops.alarms.ringing.mails import Outgoing
from shopops.alarms.schedule import retry_at
from shopops.mailing.transport import Outcome, Sent
from shopops.tenants.refusals import refusal_of

STEP = """
SELECT became, begun FROM public.alarm_ring_step(
    %s, %s, %s, %s, %s, %s, %s::jsonb, %s, %s)
"""
STATES = {Outcome.ACCEPTED: "accepted", Outcome.REFUSED: "failed", Outcome.UNKNOWN: "unknown"}
NO_SERVICE = "no_service"  # failed, and no fault of the mail's
SOME_DAY = datetime(2026, 1, 1, tzinfo=UTC)


class Holder(Struct, frozen=True, kw_only=True):
    """Who has mails in hand, for which shop, and how long one may take to be sent."""

    tenant_id: int
    lease: UUID
    config: AlarmConfig
    seconds_to_send: float


class Tried(Struct, frozen=True, kw_only=True):
    mail: Outgoing
    sent: Sent


class Step(Struct, frozen=True, kw_only=True):
    """`became`: the state of the mail that was tried; None: none was, or it was not ours any more.
    `go`: whether the next one may be sent."""

    became: str | None
    go: bool


def step(holder: Holder, tried: Tried | None, following: Outgoing | None) -> Step:
    """Record the one and begin the other, in one commit. Outside of any transaction."""
    try:
        return _step(holder, tried, following)
    except ItemMoved:
        if tried is None:
            raise
    became = finish_afresh(holder.tenant_id, tried.mail.mail_id, reply=tried.sent.reply)
    return Step(became=became, go=_step(holder, None, following).go)


def _step(holder: Holder, tried: Tried | None, following: Outgoing | None) -> Step:
    values: list[Any] = [
        holder.tenant_id,
        holder.lease,
        *_values(tried, holder.config),
        following and following.mail_id,
        holder.seconds_to_send,
    ]
    with connection.cursor() as cursor:
        try:
            cursor.execute(STEP, values)
        except DatabaseError as error:
            refusal = refusal_of(error)
            if refusal is None:
                raise
            raise refusal from error.__cause__
        became, begun = cursor.fetchone()
    return Step(became=became, go=begun == "send")


def _values(tried: Tried | None, config: AlarmConfig) -> list[Any]:
    if tried is None:
        return [None, None, None, None, None]
    mail, sent = tried.mail, tried.sent
    accepted = sent.outcome is Outcome.ACCEPTED
    after = msgspec.json.encode(mail.after).decode() if accepted else None
    outcome = NO_SERVICE if sent.no_service else STATES[sent.outcome]
    return [mail.mail_id, outcome, sent.reply, wait_after(tried, config), after]


def wait_after(tried: Tried, config: AlarmConfig) -> float | None:
    """Seconds until the next try; None: there is none, somebody else is to be told. That our own
    server takes nothing is no reason to tell somebody else."""
    tries = tried.mail.tries + 1
    if tried.sent.no_service:
        tries = 1
    elif tried.sent.no_such_address or is_vain(tries, config):
        return None
    return (retry_at(SOME_DAY, tries, config) - SOME_DAY).total_seconds()
