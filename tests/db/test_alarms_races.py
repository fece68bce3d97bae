"""Two at once, on real connections with real commits: one wins, the other is told why."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from shopops.alarms import answers
from shopops.alarms.asked import VerifiedBy
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.ledger.verify import verify
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
K, C, S = EventKind, RefusalCode, AlarmStatus


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    return alarm_shop(clock, "O-1", "O-2", "O-3")


def at_once(*calls: Callable[[], object]) -> list[object]:
    """What each call answered, or the code that it was refused with; all start together."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        barrier.wait(timeout=10)
        try:
            return call()
        except Refused as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def _codes(answers: list[object]) -> list[object]:
    return [answer for answer in answers if isinstance(answer, RefusalCode)]


def _is_whole(shop: AlarmShop) -> None:
    with tenant_scope(shop.tenant.pk):
        report = verify(shop.tenant.pk)
    wrong = [one for one in report.findings if "shopops_clock" not in one.where]
    assert wrong == []  # the clock is not as it was laid down: the test has stopped it


@pytest.mark.parametrize("_round", range(3))
def test_of_two_appends_of_one_handle_one_is_written(shop: AlarmShop, _round: int) -> None:
    handle = shop.derive(K.OBSERVED).handle
    found = at_once(*[lambda: shop.append(handle)] * 4)
    assert _codes(found) == [C.HANDLE_USED] * 3
    assert shop.kinds() == [K.OBSERVED]
    assert shop.refusals() == [(C.HANDLE_USED, K.OBSERVED)] * 3
    _is_whole(shop)


@pytest.mark.parametrize("_round", range(3))
def test_of_two_raises_at_once_one_rings(shop: AlarmShop, _round: int) -> None:
    shop.reach(S.DUE_NEW)
    handles = [shop.derive(K.RAISED).handle for _ in range(2)]
    found = at_once(*[lambda handle=handle: shop.append(handle) for handle in handles])
    assert _codes(found) == [C.NOT_DUE]
    assert shop.kinds() == [K.OBSERVED, K.RAISED]


@pytest.mark.parametrize("_round", range(3))
def test_two_who_acknowledge_are_both_heard(shop: AlarmShop, _round: int) -> None:
    shop.reach(S.RINGING)
    shop.person("Per")
    shop.person("Maya")
    found = at_once(lambda: shop.acknowledge(), lambda: shop.acknowledge(name="Per"))
    assert _codes(found) == []
    assert len(shop.item().confirmers) == 2
    assert shop.kinds().count(K.ACKNOWLEDGED) == 2
    _is_whole(shop)


@pytest.mark.parametrize("_round", range(3))
def test_an_acknowledgment_and_a_raise_keep_an_order(shop: AlarmShop, _round: int) -> None:
    """Whoever is first, the state is the one that the rows tell, and no raise falls in a snooze."""
    shop.reach(S.DUE_AGAIN)
    shop.person()
    handle = shop.derive(K.RAISED).handle
    found = at_once(lambda: shop.acknowledge(), lambda: shop.append(handle))
    kinds = shop.kinds()[2:]
    assert kinds in ([K.ACKNOWLEDGED], [K.RAISED, K.ACKNOWLEDGED])
    assert _codes(found) == ([C.NOT_DUE] if kinds == [K.ACKNOWLEDGED] else [])
    assert shop.item().status == S.SNOOZED
    _is_whole(shop)


@pytest.mark.parametrize("_round", range(3))
def test_an_acknowledgment_and_a_resolve_leave_it_resolved(shop: AlarmShop, _round: int) -> None:
    shop.reach(S.RINGING)
    shop.person()
    found = at_once(lambda: shop.acknowledge(), lambda: shop.resolve())
    assert _codes(found) in ([], [C.ALREADY_RESOLVED])
    assert (shop.item().status, shop.kinds()[-1]) == (S.RESOLVED, K.RESOLVED)
    _is_whole(shop)


def test_batches_in_opposite_orders_do_not_wait_for_each_other(shop: AlarmShop) -> None:
    for order_id in ("O-1", "O-2", "O-3"):
        shop.reach(S.RINGING, order_id)
    ids = [shop.item(order_id).pk for order_id in ("O-1", "O-2", "O-3")]
    people = [shop.person(name) for name in ("Maya", "Per")]

    def acknowledge(person_at: int, order: list[int]) -> object:
        return answers.acknowledge_many(
            confirmer=people[person_at],
            answers=[answers.Answer(item_id=item_id) for item_id in order],
            verified_by=VerifiedBy.MAIL,
            skill="mail",
        )

    for _ in range(5):
        at_once(lambda: acknowledge(0, ids), lambda: acknowledge(1, ids[::-1]))
    assert [shop.kinds(order_id).count(K.ACKNOWLEDGED) for order_id in ("O-1", "O-3")] == [10, 10]
    _is_whole(shop)


def test_one_record_observed_by_two_at_once_is_one_item(shop: AlarmShop) -> None:
    found = at_once(*[lambda: shop.derive(K.OBSERVED)] * 4)
    assert len({(one.item_key, one.code) for one in found}) == 1  # type: ignore[attr-defined]
    assert shop.item().code == found[0].code  # type: ignore[attr-defined]
