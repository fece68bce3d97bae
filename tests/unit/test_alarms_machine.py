"""The fold against a model that shares nothing with it, over everything that can come in."""

from datetime import datetime, time, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from shopops.alarms.config import AlarmConfig, EscalationStep, Maintenance, QuietHours
from shopops.alarms.fold import AlarmRow, apply, check, fold, tell, view
from shopops.alarms.refusals import RefusalCode as C
from shopops.alarms.states import AlarmState
from shopops.ledger.kinds import ALARM_KINDS, KEY_VERSION
from shopops.ledger.kinds import EventKind as K
from tests.support.alarm_model import Model
from tests.support.alarms import IDA, MAYA, NEWS, NOON, PER, SEEN, minute

pytestmark = pytest.mark.slow

EDGE = timedelta(microseconds=1)
CONFIGS = [
    AlarmConfig(
        interval_minutes=20,
        snooze_default_minutes=30,
        snooze_max_minutes=100,
        hand_off_max_minutes=150,
        ring_after_minutes=25,
        escalation=(EscalationStep(step=0, rings=1), EscalationStep(step=4, rings=2)),
    ),
    AlarmConfig(
        interval_minutes=7,
        ring_after_minutes=0,
        quiet_hours=QuietHours(start=time(13), end=time(12, 45)),
        maintenance=(Maintenance(start=minute(50), end=minute(55)),),
    ),
    AlarmConfig(interval_minutes=90, timezone="Asia/Kathmandu"),
]
people = st.sampled_from([MAYA, PER, IDA])
evidence = st.sampled_from([SEEN, NEWS, None])
versions = st.sampled_from([KEY_VERSION] * 6 + [1, 3, None, "x"])
lengths = st.sampled_from([-5, 0, 1, 20, 40, 90])


class Alarms(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[AlarmRow] = []
        self.now = NOON
        self.config = CONFIGS[0]

    def add(self, kind: K, version: int | str | None, **fields: Any) -> None:
        row = AlarmRow(
            seq=len(self.rows) + 1, kind=kind, at=self.now, key_version=version, **fields
        )
        self.refusals_hold(row)
        self.rows.append(row)

    def refusals_hold(self, row: AlarmRow) -> None:
        """What check refuses changes no state; what it lets in does or is a note of a bounce."""
        before = self.state()
        refused = check(
            before,
            row.kind,
            now=self.now,
            config=self.config,
            confirmer=row.confirmer,
            until=row.until,
            holder=row.holder,
            evidence=row.evidence_digest,
            observed_at=row.observed_at,
            key_version=row.key_version,
        )
        after = fold([*self.rows, row], now=self.now, config=self.config)
        if refused in {C.UNTIL_PAST, C.UNTIL_TOO_FAR} or row.kind in {K.OBSERVED, K.RAISED}:
            return  # only the door knows the clock and the limits
        unchanged = replace(after, last_seq=before.last_seq) == before
        if refused is not None:
            assert unchanged or (refused is C.PRE_EPOCH and row.key_version == KEY_VERSION)
        elif row.key_version == KEY_VERSION and row.kind is not K.UNDELIVERED:
            assert not unchanged

    def state(self) -> AlarmState:
        return fold(self.rows, now=self.now, config=self.config)

    @rule(
        version=versions,
        digest=evidence,
        age=st.sampled_from([None, -3, 0, 2, 30]),
        flags=st.sampled_from([{}, {}, {"waits": True}]),
    )
    def observe(
        self, version: int | None, digest: bytes | None, age: int | None, flags: dict[str, bool]
    ) -> None:
        seen = None if age is None else self.now - timedelta(minutes=age)
        self.add(K.OBSERVED, version, evidence_digest=digest, observed_at=seen, **flags)

    @rule(version=versions, told=people | st.none())
    def ring(self, version: int | None, told: str | None) -> None:
        self.add(K.RAISED, version, told=told)

    @rule(version=versions, told=people | st.none())
    def bounce(self, version: int | None, told: str | None) -> None:
        self.add(K.UNDELIVERED, version, told=told)

    @rule(version=versions, confirmer=people | st.none(), length=lengths | st.none())
    def acknowledge(self, version: int | None, confirmer: str | None, length: int | None) -> None:
        until = None if length is None else self.now + timedelta(minutes=length)
        self.add(K.ACKNOWLEDGED, version, confirmer=confirmer, until=until)

    @rule(version=versions)
    def unacknowledge(self, version: int | None) -> None:
        self.add(K.UNACKNOWLEDGED, version)

    @rule(version=versions, holder=people, length=lengths)
    def hand_off(self, version: int | None, holder: str, length: int) -> None:
        until = self.now + timedelta(minutes=length)
        self.add(K.HANDED_OFF, version, holder=holder, until=until)

    @rule(version=versions, kind=st.sampled_from([K.RESOLVED, K.WITHDRAWN]), digest=evidence)
    def end(self, version: int | None, kind: K, digest: bytes | None) -> None:
        self.add(kind, version, evidence_digest=digest)

    @rule(minutes=st.sampled_from([1, 3, 10, 20, 25, 60, 300]))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(edge=st.sampled_from([-EDGE, timedelta(0), EDGE]))
    def time_comes_to_the_edge_of_a_deadline(self, edge: timedelta) -> None:
        due = self.state().due_at
        if due is not None and due + edge > self.now:
            self.now = due + edge

    @rule(back=st.sampled_from([EDGE, timedelta(minutes=2)]))
    def the_clock_is_set_back(self, back: timedelta) -> None:
        self.now -= back

    @rule(config=st.sampled_from(CONFIGS))
    def the_shop_changes_its_numbers(self, config: AlarmConfig) -> None:
        self.config = config

    @invariant()
    def fold_and_model_agree(self) -> None:
        state, model = self.state(), Model(self.config).read(self.rows)
        assert state.status == model.status(self.now)
        assert state.due_at == model.due()
        assert state.send_at == model.send(self.now)
        assert (state.episode, state.rings) == (model.episode, len(model.rings()))
        assert state.unacknowledged == model.unacknowledged()
        assert list(state.confirmers) == model.confirmers()
        assert state.holder == model.holder()
        assert list(state.told) == (model.told())
        assert (state.pre_epoch, state.releases) == (model.pre_epoch, model.releases)
        assert state.evidence_digest == (model.newest[1] if model.newest else None)
        if state.is_open:
            assert list(state.unreachable) == model.unreachable()

    @invariant()
    def order_and_repetition_of_the_rows_do_not_matter(self) -> None:
        mixed = [*self.rows, *self.rows[::2]]
        Random(len(mixed)).shuffle(mixed)
        assert fold(mixed, now=self.now, config=self.config) == self.state()

    @invariant()
    def a_prefix_and_a_row_give_what_the_whole_gives(self) -> None:
        if self.rows:
            story = apply(tell(self.rows[:-1]), self.rows[-1])
            assert story == tell(self.rows)
            assert view(story, now=self.now, config=self.config) == self.state()

    @invariant()
    def nothing_open_is_silent_for_ever(self) -> None:
        state = self.state()
        assert state.is_open == (state.send_at is not None)
        if state.send_at is not None:
            assert state.send_at <= self.now + timedelta(days=2)

    @invariant()
    def once_its_moment_has_come_every_open_item_may_be_rung(self) -> None:
        state = self.state()
        if state.send_at is not None:
            then = fold(self.rows, now=state.send_at, config=self.config)
            assert check(then, K.RAISED, now=state.send_at, config=self.config) is None


Alarms.TestCase.settings = settings(
    max_examples=150,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestAlarms = Alarms.TestCase


def test_the_machine_rings_every_kind_of_event() -> None:
    """Should a kind be added, the machine must learn it."""
    assert len(ALARM_KINDS) == 8


def test_the_model_can_disagree() -> None:
    """It is no copy of the fold: a wrong deadline would show."""
    row = AlarmRow(seq=1, kind=K.OBSERVED, at=NOON)
    later: datetime | None = Model(CONFIGS[0]).read([replace(row, at=NOON + EDGE)]).due()
    assert later != fold([row], now=NOON, config=CONFIGS[0]).due_at
