"""One alarm item, brought into any state through real doors, and what came of an event there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.test import override_settings
from django.utils import timezone
from msgspec.structs import replace

from shopops.administration.tokens import create_token
from shopops.agents.intake import FakeOms
from shopops.alarms import numbers, projection
from shopops.alarms.fold import view
from shopops.alarms.models import AlarmItem, AlarmRefusal
from shopops.alarms.refusals import RefusalCode
from shopops.alarms.states import AlarmState, AlarmStatus
from shopops.ledger import Entry, EventKind, entries_of_items
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import ALARM_SCOPES, Scope
from tests.support.alarm_cells import Cell
from tests.support.alarm_doors import SKILL, Doors
from tests.support.alarm_store import CONFIG, an_order, import_orders
from tests.support.clock import Clock
from tests.support.inbound import SETTINGS
from tests.support.pipeline import import_fakes, open_shop
from tests.support.ringing import assert_projection_agrees, mail_server, on_call, state_of
from tests.support.smtp_sink import Kept

PEOPLE = ("Maya", "Per", "Ida")  # on call; each is a step of the roster
MAIL_KINDS = {"auto-generated": "alert", "auto-replied": "answer"}
OF_AGENT, OF_RUN = "O-1", "O-1001"
AT_ONCE = replace(CONFIG, ring_after_minutes=0)
S = AlarmStatus


@dataclass
class Journey(Doors):
    """What came of an event is compared with what there was at the last `mark`."""

    seen: tuple[int, int, int] = (0, 0, 0)

    @property
    def state(self) -> AlarmState:
        return state_of(self.item)

    def entries(self, item: AlarmItem | None = None) -> list[Entry]:
        """The item's rows on the ledger; none where nobody has asked for the item yet."""
        items = AlarmItem.objects.of(self.tenant.pk).filter(order_id=self.order_id)
        keys = [bytes(one.item_key) for one in ([item] if item else items)]
        with tenant_scope(self.tenant.pk):
            found = entries_of_items(self.tenant.pk, keys)
        return [entry for key in keys for entry in found.get(key, ())]

    def rows(self, item: AlarmItem | None = None) -> tuple[str, ...]:
        return tuple(map(self._row, self.entries(item)))

    def refusals(self) -> list[str]:
        rows = AlarmRefusal.objects.of(self.tenant.pk).order_by("id")
        return list(rows.values_list("code", flat=True))

    def mails(self) -> tuple[str, ...]:
        """All that were sent, oldest first."""
        return tuple(map(_mail, self.sink.mails))

    def reach(self, status: AlarmStatus) -> None:
        """Bring the item there through the doors."""
        for step in STEPS[status]:
            step(self)
        if status is not S.NONE:
            assert self.state.status is status
        self.mark()

    def mark(self) -> None:
        self.seen = (len(self.entries()), len(self.sink.mails), len(self.refusals()))

    def assert_came(self, cell: Cell, refused: str = "") -> None:
        """Since the mark: these rows, this state, these mails, and in the log this refusal."""
        rows, mails, refusals = self.seen
        found = cell._replace(
            after=self.state.status,
            rows=self.rows()[rows:],
            mails=self.mails()[mails:],
            refused=RefusalCode(refused) if refused else None,
        )
        assert found == cell, f"{found} instead of {cell}"
        self.assert_folded()
        is_kept = cell.refused is not None and cell.refused.is_error
        assert self.refusals()[refusals:] == ([cell.refused] if is_kept else [])

    def assert_folded(self) -> None:
        """The projection says what the ledger says."""
        item = self.item
        if self.entries():  # before its first row an item's row is as it was made
            assert_projection_agrees(item)
        with tenant_scope(self.tenant.pk):
            config, now = numbers.current_and_now(self.tenant.pk)
        projected = view(projection.story_of(item), now=now, config=config)
        assert projected == replace(self.state, last_seq=0)

    def _row(self, entry: Entry) -> str:
        assert (entry.confirmer_key is None) == (entry.confirmer_name_hash is None)
        names = {self.key_of(name): name for name in self.people}
        words = str(entry.kind)
        if entry.confirmer_key is not None:
            words += f" by {names[entry.confirmer_key.hex()]} ({entry.body['verified_by']})"
        told = entry.body.get("told") or entry.body.get("holder")
        return f"{words} to {names[str(told)]}" if told else words


def _mail(kept: Kept) -> str:
    name = kept.recipient.partition("@")[0].title()
    return f"{MAIL_KINDS[str(kept.mail['Auto-Submitted'])]} to {name}"


def _snooze(alarm: Journey) -> None:
    assert alarm.page("acknowledge", "Per", minutes=120) == ""


def _hand_to_per(alarm: Journey) -> None:
    assert alarm.hand_to("Per") == ""


def _wait(alarm: Journey) -> None:
    alarm.clock.move(minutes=CONFIG.interval_minutes)


def _resolve(alarm: Journey) -> None:
    assert alarm.page("resolve", reason="Refunded by hand") == ""


RUNG = (Journey.observe, Journey.sweep)
# Maya is told; Per snoozes, or takes over.
STEPS: dict[AlarmStatus, tuple[Callable[[Journey], None], ...]] = {
    S.NONE: (),
    S.DUE_NEW: (Journey.observe,),
    S.RINGING: RUNG,
    S.SNOOZED: (*RUNG, _snooze),
    S.HANDED_OFF: (*RUNG, _hand_to_per),
    S.DUE_AGAIN: (*RUNG, _wait),
    S.RESOLVED: (*RUNG, _resolve),
}


@contextmanager
def agents_item(clock: Clock) -> Iterator[Journey]:
    """An order's duty to be reviewed, that an agent observes and no proposal asks for."""
    with _shop(clock, OF_AGENT, oms=None) as alarm:
        import_orders(alarm.tenant, an_order(OF_AGENT))
        assert alarm.derive(EventKind.OBSERVED)[0] == 200
        yield alarm


@contextmanager
def runs_item(clock: Clock) -> Iterator[Journey]:
    """A stalled parcel whose proposal waits for a decision. The database's clock is a day behind
    the machine's, by which a run reads its evidence."""
    oms = FakeOms(now=clock.move(days=-1))
    oms.orders = {OF_RUN: oms.orders[OF_RUN]}
    named = {parcel.tracker_id for parcel in oms.orders[OF_RUN].shipments}
    kept = {name: one for name, one in oms.tracker_records.items() if name in named}
    oms.tracker_records = kept
    with _shop(clock, OF_RUN, oms=oms) as alarm:
        import_fakes(alarm.tenant, oms, now=clock.now)
        yield alarm


@contextmanager
def _shop(clock: Clock, order_id: str, *, oms: FakeOms | None) -> Iterator[Journey]:
    with override_settings(**SETTINGS), mail_server() as sink:
        tenant = open_shop()
        people = {name: on_call(tenant, name, step=step) for step, name in enumerate(PEOPLE)}
        with tenant_scope(tenant.pk):
            numbers.save_config(tenant_id=tenant.pk, config=AT_ONCE, reason="test", author=None)
        token = create_token(
            tenant_id=tenant.pk,
            name="agent",
            scopes=(*ALARM_SCOPES, Scope.RESOLVE),
            author=None,
            now=timezone.now(),
            skill=SKILL,
        )
        yield Journey(tenant, clock, sink, people, token.secret, order_id, oms)
