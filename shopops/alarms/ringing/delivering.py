"""Sends mails one after another: look, send, record. Nothing is written for what was not sent."""

import time
from collections.abc import Callable
from datetime import timedelta

from msgspec import Struct

from shopops.alarms.ringing.leasing import Leased
from shopops.alarms.ringing.mails import Outgoing
from shopops.alarms.ringing.recording import Holder, Step, Tried, step
from shopops.alarms.schedule import is_held
from shopops.mailing.transport import Outcome, Sent

Send = Callable[[Outgoing], Sent]
GONE_AFTER = 3


class Tally(Struct, kw_only=True):
    """What became of the mails of a sweep.

    `without_service`: our mail server took nothing; `in_a_row`: the latest of those, with no other
    between. `broken`: shops whose ringing broke off.
    """

    tried: int = 0
    accepted: int = 0
    superseded: int = 0
    failed: int = 0
    without_service: int = 0
    in_a_row: int = 0
    broken: int = 0
    problem: str = ""

    @property
    def server_is_gone(self) -> bool:
        return self.in_a_row >= GONE_AFTER

    @property
    def is_good(self) -> bool:
        return not self.broken and not self.all_in_vain

    @property
    def all_in_vain(self) -> bool:
        return 0 < self.tried == self.without_service

    def count(self, sent: Sent) -> None:
        self.tried += 1
        self.without_service += sent.no_service
        self.in_a_row = self.in_a_row + 1 if sent.no_service else 0
        if sent.outcome is not Outcome.ACCEPTED:
            self.failed += 1
            self.problem = sent.reply

    def recorded(self, done: Step) -> None:
        self.accepted += done.became == "accepted"
        self.superseded += done.became == "sent_superseded"


def deliver(
    leased: Leased,
    send: Send,
    tally: Tally,
    *,
    seconds_to_send: float,
    timer: Callable[[], float] = time.monotonic,
) -> None:
    """What is left when the server is gone, or when quiet hours begin, stays queued and is free
    when its lease ends."""
    holder = Holder(
        tenant_id=leased.tenant_id,
        lease=leased.lease,
        config=leased.config,
        seconds_to_send=seconds_to_send,
    )
    tried: Tried | None = None
    begun = timer()
    for mail in leased.mails:
        if is_held(leased.at + timedelta(seconds=timer() - begun), leased.config):
            break
        done = step(holder, tried, mail)
        tally.recorded(done)
        tried = Tried(mail=mail, sent=send(mail)) if done.go else None
        if tried is not None:
            tally.count(tried.sent)
        if tally.server_is_gone:
            break
    if tried is not None:
        tally.recorded(step(holder, tried, None))
