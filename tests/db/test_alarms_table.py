"""Every cell of the state table through the real commands: what is written, and what is refused."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from shopops.alarms import answers
from shopops.alarms.asked import Asked, Asker, NotWritten, Written
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.states import AlarmStatus
from shopops.alarms.writing import write
from shopops.ledger import EventKind
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock

pytestmark = pytest.mark.django_db
S, C, K = AlarmStatus, RefusalCode, EventKind

Command = Callable[[AlarmShop], Written]
NEWS = b"\x02" * 32


def _undelivered(shop: AlarmShop) -> Written:
    asked = Asked(item_id=shop.item().pk, kind=K.UNDELIVERED, asker=Asker(skill="ringing"))
    with tenant_scope(shop.tenant.pk):
        (outcome,) = write(shop.tenant.pk, [asked])
    if isinstance(outcome, NotWritten):
        raise outcome.refusal
    return outcome


def _observe(shop: AlarmShop) -> Written:
    shop.clock.move(seconds=1)
    return shop.do(K.OBSERVED)


def _unacknowledge(shop: AlarmShop) -> Written:
    return answers.unacknowledge(by=shop.person(), item_id=shop.item().pk, reason="Too soon")


def _withdraw(shop: AlarmShop) -> Written:
    return answers.withdraw(by=shop.person(), item_id=shop.item().pk, reason="A mistake")


COMMANDS: dict[EventKind, Command] = {
    K.OBSERVED: _observe,
    K.RAISED: AlarmShop.ring,
    K.UNDELIVERED: _undelivered,
    K.ACKNOWLEDGED: AlarmShop.acknowledge,
    K.UNACKNOWLEDGED: _unacknowledge,
    K.HANDED_OFF: AlarmShop.hand_off,
    K.RESOLVED: AlarmShop.resolve,
    K.WITHDRAWN: _withdraw,
}

# The design's table, row by row: the state after it, or the refusal.
NONE, NEW, RINGING, SNOOZED, HELD, AGAIN, DONE = S
TABLE: dict[EventKind, dict[AlarmStatus, AlarmStatus | RefusalCode]] = {
    K.OBSERVED: {
        NONE: NEW,
        NEW: C.ALREADY_OPEN,
        RINGING: C.ALREADY_OPEN,
        SNOOZED: C.ALREADY_OPEN,
        HELD: C.ALREADY_OPEN,
        AGAIN: C.ALREADY_OPEN,
        DONE: C.SAME_EVIDENCE,  # other evidence is tested below
    },
    K.RAISED: {
        NONE: C.NOT_OBSERVED,
        NEW: RINGING,
        RINGING: C.NOT_DUE,
        SNOOZED: C.NOT_DUE,
        HELD: C.NOT_DUE,
        AGAIN: RINGING,
        DONE: RINGING,
    },
    K.UNDELIVERED: {
        NONE: C.NO_RAISE,
        NEW: NEW,
        RINGING: AGAIN,
        SNOOZED: SNOOZED,
        HELD: HELD,
        AGAIN: AGAIN,
        DONE: DONE,
    },
    K.ACKNOWLEDGED: {
        NONE: C.NO_RAISE,
        NEW: C.NO_RAISE,
        RINGING: SNOOZED,
        SNOOZED: SNOOZED,
        HELD: C.HANDED_OFF,
        AGAIN: SNOOZED,
        DONE: C.ALREADY_RESOLVED,
    },
    K.UNACKNOWLEDGED: dict.fromkeys(S, C.NOT_SNOOZED) | {SNOOZED: AGAIN},
    K.HANDED_OFF: {
        NONE: C.NO_RAISE,
        NEW: C.NO_RAISE,
        RINGING: HELD,
        SNOOZED: HELD,
        HELD: HELD,
        AGAIN: HELD,
        DONE: C.ALREADY_RESOLVED,
    },
    K.RESOLVED: {
        NONE: C.NO_RAISE,
        NEW: C.NO_RAISE,
        RINGING: DONE,
        SNOOZED: DONE,
        HELD: DONE,
        AGAIN: DONE,
        DONE: C.RESOLVED_BEFORE,
    },
    K.WITHDRAWN: {
        NONE: C.NOT_OBSERVED,
        NEW: NONE,
        RINGING: C.ALREADY_RUNG,
        SNOOZED: C.ALREADY_RUNG,
        HELD: C.ALREADY_RUNG,
        AGAIN: C.ALREADY_RUNG,
        DONE: C.ALREADY_RESOLVED,
    },
}
CELLS = [
    pytest.param(kind, status, expected, id=f"{kind}-on-{status}")
    for kind, row in TABLE.items()
    for status, expected in row.items()
]


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    return alarm_shop(clock)


def test_the_table_has_every_cell() -> None:
    assert {(kind, status) for kind in TABLE for status in TABLE[kind]} == {
        (kind, status) for kind in COMMANDS for status in S
    }


@pytest.mark.parametrize(("kind", "status", "expected"), CELLS)
def test_a_cell_writes_its_row_or_names_its_refusal(
    shop: AlarmShop,
    kind: EventKind,
    status: AlarmStatus,
    expected: AlarmStatus | RefusalCode,
) -> None:
    shop.reach(status)
    before = shop.kinds()
    if isinstance(expected, AlarmStatus):
        written = COMMANDS[kind](shop)
        assert written.state.status is expected
        assert shop.kinds() == [*before, kind]
        assert shop.entries()[-1].event_id == written.event_id
        assert shop.refusals() == []
    else:
        with pytest.raises(Refused) as refused:
            COMMANDS[kind](shop)
        assert refused.value.code is expected
        assert shop.kinds() == before
        _check_log(shop, kind, expected)


def _check_log(shop: AlarmShop, kind: EventKind, code: RefusalCode) -> None:
    """Errors are kept; what there was nothing to do for is only said. What `write` refuses its
    caller keeps."""
    if code.is_error and kind is not K.UNDELIVERED:
        assert shop.refusals() == [(code, kind)]
    else:
        assert shop.refusals() == []


def test_the_holder_may_acknowledge_what_is_handed_off(shop: AlarmShop) -> None:
    shop.reach(S.HANDED_OFF)
    written = shop.acknowledge(name="Per")
    assert written.state.status is S.SNOOZED
    assert shop.entries()[-1].confirmer_key == bytes(shop.person("Per").identity_key)


def test_a_refusal_names_the_holder_and_the_end(shop: AlarmShop) -> None:
    shop.reach(S.HANDED_OFF)
    with pytest.raises(Refused, match=r"handed off to Per until .*Z"):
        shop.acknowledge()


def test_a_second_confirmer_is_added_and_the_later_end_counts(
    shop: AlarmShop, clock: Clock
) -> None:
    shop.reach(S.RINGING)
    late, early = clock.now + timedelta(hours=3), clock.now + timedelta(hours=1)
    shop.acknowledge(until=late)
    state = shop.acknowledge(name="Per", until=early).state
    assert state.until == late
    assert state.confirmers == tuple(
        bytes(shop.person(name).identity_key).hex() for name in ("Maya", "Per")
    )


def test_a_snooze_ends_by_itself_at_its_very_instant(shop: AlarmShop, clock: Clock) -> None:
    shop.reach(S.SNOOZED)
    clock.move(minutes=30, microseconds=-1)
    with pytest.raises(Refused) as refused:
        shop.ring()
    assert refused.value.code is C.NOT_DUE
    clock.move(microseconds=1)
    assert shop.ring().state.rings == 2


def test_a_raise_after_a_resolve_clears_all_three_together(shop: AlarmShop) -> None:
    shop.reach(S.RESOLVED)
    state = shop.ring().state
    assert (state.status, state.episode, state.rings) == (S.RINGING, 2, 1)
    assert (state.confirmers, state.holder, state.closed_at) == ((), None, None)


def test_only_other_and_later_evidence_opens_a_resolved_item(shop: AlarmShop, clock: Clock) -> None:
    item = shop.reach(S.RINGING)
    answers.resolve(by=shop.person(), item_id=item.pk, reason="Done", evidence=NEWS)
    closed_at = clock.now

    def observed(evidence: bytes, after: float) -> RefusalCode | AlarmStatus:
        asked = Asked(
            item_id=item.pk,
            kind=K.OBSERVED,
            asker=Asker(skill="pipeline"),
            evidence=evidence,
            observed_at=closed_at + timedelta(seconds=after),
        )
        with tenant_scope(shop.tenant.pk):
            (outcome,) = write(shop.tenant.pk, [asked])
        return outcome.refusal.code if isinstance(outcome, NotWritten) else outcome.state.status

    assert observed(NEWS, 60) is C.SAME_EVIDENCE
    assert observed(b"\x03" * 32, 0) is C.SAME_EVIDENCE
    assert observed(b"\x03" * 32, 1) is S.DUE_NEW
    assert shop.item().episode == 2


def test_what_was_withdrawn_is_observed_anew(shop: AlarmShop, clock: Clock) -> None:
    shop.reach(S.DUE_NEW)
    _withdraw(shop)
    clock.move(seconds=1)
    assert shop.do(K.OBSERVED).state.episode == 2


@pytest.mark.parametrize("take_back", [_unacknowledge, AlarmShop.resolve])
def test_a_reason_is_required_and_kept_where_it_can_be_erased(
    shop: AlarmShop, take_back: Command
) -> None:
    item = shop.reach(S.SNOOZED)
    with pytest.raises(Refused) as refused:
        answers.resolve(by=shop.person(), item_id=item.pk, reason="  ")
    assert refused.value.code is C.REASON_REQUIRED
    assert shop.refusals() == [(C.REASON_REQUIRED, K.RESOLVED)]
    take_back(shop)
    body = dict(shop.entries()[-1].body)
    assert len(str(body["note_sha256"])) == 64
    assert "Too soon" not in str(body)
    assert "Refunded" not in str(body)


def test_nobody_outside_the_roster_takes_over(shop: AlarmShop, clock: Clock) -> None:
    shop.reach(S.RINGING)
    stranger = alarm_shop(clock, "P-1", slug="store_southline").person("Per")
    with pytest.raises(Refused) as refused:
        answers.hand_off(
            by=shop.person(),
            item_id=shop.item().pk,
            holder=stranger,
            until=clock.now + timedelta(hours=1),
        )
    assert refused.value.code is C.HOLDER_UNKNOWN
    assert shop.kinds() == [K.OBSERVED, K.RAISED]


@pytest.mark.parametrize("status", list(S))
def test_the_projection_says_what_the_ledger_says(shop: AlarmShop, status: AlarmStatus) -> None:
    from_item = shop.reach(status)
    assert from_item.rings == shop.kinds().count(K.RAISED)
    assert from_item.last_event == (shop.entries()[-1].event_id if shop.entries() else None)
