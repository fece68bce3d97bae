"""A worker is killed with SIGKILL between every two of its steps, another one goes on, and the shop
counts: everything happened exactly once.

The shop does twice what comes twice, so whatever is sent again without a look shows here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec
import pytest

from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import Purpose, State
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.killing import Workers, workers
from tests.support.shop_double import Fault
from tests.support.smtp_sink import smtp_sink

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
PATHS = {
    EffectKind.REFUND: "/refunds",
    EffectKind.RESHIP: "/replacements",
    EffectKind.CREDIT: "/credits",
    EffectKind.NOTE: "/notes",
}
STEPS = {
    EffectKind.REFUND: "propose_refund",
    EffectKind.RESHIP: "propose_reship",
    EffectKind.CREDIT: "propose_store_credit",
    EffectKind.NOTE: "propose_reship",
    EffectKind.MAIL: "draft_email",
}
LIKE = {EffectKind.CREDIT: "O-1036"}  # whose customer takes credit; else the first example
MOST_CASES = 60


@dataclass
class Harness:
    kind: EffectKind
    shop: Carrying
    workers: Workers
    orders: Iterator[str]
    made: list[Effect] = field(default_factory=list)

    def wanted(self) -> Effect:
        """One more of this kind, due now."""
        order, room = next(self.orders), self.shop.room
        room.now = self.shop.clock.now
        room.resolve(order)
        step = room.proposal(order).actions.get(kind=STEPS[self.kind])
        self.shop.approve(order, step.index)
        effect = self._note(order) if self.kind is EffectKind.NOTE else self.shop.effect(order)
        self.made.append(effect)
        return effect

    def _note(self, order: str) -> Effect:
        """Of the decision; what it decided is left alone."""
        of_order = Effect.objects.of(self.shop.room.shop.pk).filter(order_id=order)
        of_order.exclude(kind=EffectKind.NOTE).update(next_at=None)
        note = of_order.get(kind=EffectKind.NOTE)
        of_order.filter(pk=note.pk).update(next_at=note.not_before)
        return note

    def others_come(self, effect: Effect) -> bool:
        """After the time of the one that died is over, until nothing is due. Whether that one may
        have sent it."""
        lost = Attempt.objects.filter(effect=effect, purpose=Purpose.SEND, ended_at=None).exists()
        for _ in range(3):
            self.shop.clock.move(minutes=5)
            self.workers.run()
        effect.refresh_from_db()
        return lost

    def goes_on(self, effect: Effect) -> None:
        lost = self.others_come(effect)
        assert effect.state == State.SUCCEEDED, (effect.state, effect.code, effect.detail)
        [done] = [one for one in self.done() if one["key"] == bytes(effect.key).hex()]
        assert effect.remote_id == done["id"]
        states = [
            one["state"] for one in self.shop.told() if one["effect"] == bytes(effect.key).hex()
        ]
        assert ("unknown" in states) == lost
        assert states[-1] == "succeeded"

    def done(self) -> list[dict[str, str]]:
        return self.shop.shop.books.effects()

    def all_once(self) -> None:
        assert len(self.done()) == len(self.made) > 0


@contextmanager
def _harness(
    kind: EffectKind, folder: Path, clock: Clock, database: str, **settings: str
) -> Iterator[Harness]:
    with carrying([], folder=folder, clock=clock, honours_keys=False) as shop:
        orders = _copies(shop, LIKE.get(kind, "O-1001"))
        with workers(shop.room.shop.pk, database, **settings) as forks:
            yield Harness(kind, shop, forks, orders)


def _copies(shop: Carrying, like: str) -> Iterator[str]:
    """For different customers, each with a tracker of its own; at the shop and here."""
    oms = shop.room.oms
    order = oms.orders[like]
    tracker = oms.tracker_records[order.shipments[0].tracker_id or ""]
    ids = [f"N-{number:05}" for number in range(MOST_CASES)]
    for order_id in ids:
        shipment = msgspec.structs.replace(order.shipments[0], tracker_id=f"trk-{order_id}")
        customer = order.customer and msgspec.structs.replace(order.customer, id=f"c-{order_id}")
        copy = msgspec.structs.replace(
            order, id=order_id, number=order_id, shipments=(shipment,), customer=customer
        )
        oms.add(copy, msgspec.structs.replace(tracker, id=f"trk-{order_id}", order_id=order_id))
        shop.shop.books.orders[order_id] = msgspec.json.decode(msgspec.json.encode(copy))
    shop.room.take_in()
    return iter(ids)


@pytest.mark.parametrize("kind", list(PATHS))
def test_between_every_two_transactions_and_around_the_call(
    kind: EffectKind, tmp_path: Path, clock: Clock, role_dsn: Callable[[str], str]
) -> None:
    with _harness(kind, tmp_path, clock, role_dsn("so_app")) as harness:
        whole = harness.wanted()
        transactions = harness.workers.run()["transaction"]
        harness.goes_on(whole)
        for at in range(1, transactions + 1):
            effect = harness.wanted()
            harness.workers.dies("transaction", at)
            harness.goes_on(effect)
        for how in ("sending", "sent"):
            effect = harness.wanted()
            harness.workers.dies(how)
            harness.goes_on(effect)
        harness.all_once()


@pytest.mark.parametrize("kind", list(PATHS))
def test_while_the_shop_has_the_request(
    kind: EffectKind, tmp_path: Path, clock: Clock, role_dsn: Callable[[str], str]
) -> None:
    with _harness(kind, tmp_path, clock, role_dsn("so_app")) as harness:
        books, path = harness.shop.shop.books, PATHS[kind]
        for fault in (Fault.HANG_AFTER, Fault.HANG_BEFORE):
            before = len(books.lines())
            effect = harness.wanted()
            harness.shop.shop.fail(path, fault)
            happened = _has_it if fault is Fault.HANG_BEFORE else _has_done_it
            harness.workers.is_killed_when(partial(happened, harness, before))
            harness.goes_on(effect)
        harness.all_once()


def _has_done_it(harness: Harness, before: int) -> bool:
    return len(harness.shop.shop.books.lines()) >= before + 2


def _has_it(harness: Harness, before: int) -> bool:
    return not harness.shop.shop.faults[PATHS[harness.kind]]


def test_in_the_middle_of_a_refunds_transactions_too(
    tmp_path: Path, clock: Clock, role_dsn: Callable[[str], str]
) -> None:
    with _harness(EffectKind.REFUND, tmp_path, clock, role_dsn("so_app")) as harness:
        whole = harness.wanted()
        statements = harness.workers.run()["statement"]
        harness.goes_on(whole)
        for at in range(2, statements + 1, 4):
            effect = harness.wanted()
            harness.workers.dies("statement", at)
            harness.goes_on(effect)
        harness.all_once()


def test_a_mail_goes_once_or_nobody_knows_and_it_is_never_sent_again_by_itself(
    tmp_path: Path, clock: Clock, role_dsn: Callable[[str], str]
) -> None:
    with (
        smtp_sink() as sink,
        _harness(
            EffectKind.MAIL, tmp_path, clock, role_dsn("so_app"), SHOPOPS_SMTP_URL=sink.url
        ) as harness,
    ):
        harness.wanted()
        transactions = harness.workers.run()["transaction"]
        assert len(sink.mails) == 1
        deaths = [("transaction", at) for at in range(1, transactions + 1)]
        for how, at in [*deaths, ("sending", 0), ("sent", 0)]:
            effect = harness.wanted()
            harness.workers.dies(how, at)
            arrived = len(sink.mails)
            lost = harness.others_come(effect)
            if lost:
                assert (effect.state, effect.next_at) == (State.UNKNOWN, None)
                assert len(sink.mails) == arrived
            else:
                assert effect.state == State.SUCCEEDED
        ids = sink.message_ids
        assert len(ids) == len(set(ids))
        # Two died with the mail in hand, unsent: before the last look at the time, and after it.
        assert len(ids) == len(harness.made) - 2
