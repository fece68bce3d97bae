"""Sharing refunds out over payments: within what each holds, within the limit, in one currency."""

from hypothesis import given
from hypothesis import strategies as st

from shopops.agents.facts import TransactionMoney
from shopops.agents.resolution.refunds import Share, is_cut, remainders, share_out

CURRENCIES = st.sampled_from(["USD", "EUR"])
AMOUNTS = st.integers(0, 1000)


def payment(name: str, captured: int, refunded: int = 0, currency: str = "USD") -> TransactionMoney:
    return TransactionMoney(
        id=name,
        currency=currency,
        captured=captured,
        refunded=refunded,
        reserved=0,
        evidence_ids=[f"pay:{name}"],
    )


PAYMENTS = st.lists(st.builds(payment, st.just("t"), AMOUNTS, AMOUNTS, CURRENCIES), max_size=5)
ASKED = st.lists(st.dictionaries(CURRENCIES, AMOUNTS), max_size=4)
LIMITS = st.dictionaries(CURRENCIES, AMOUNTS)


def _given(shared: list[list[Share]], currency: str) -> int:
    return sum(one.minor for shares in shared for one in shares if one.money.currency == currency)


@given(ASKED, PAYMENTS, LIMITS)
def test_shares_stay_within_request_payment_and_limit(
    asked: list[dict[str, int]], money: list[TransactionMoney], limits: dict[str, int]
) -> None:
    shared = share_out(asked, money, limits)
    assert len(shared) == len(asked)
    for amounts, shares in zip(asked, shared, strict=True):
        for currency in ("USD", "EUR"):
            assert _given([shares], currency) <= amounts.get(currency, 0)
    for one in money:
        taken = sum(s.minor for shares in shared for s in shares if s.money is one)
        assert taken <= max(one.remaining, 0)
    for currency, limit in limits.items():
        assert _given(shared, currency) <= limit


@given(ASKED, PAYMENTS, LIMITS)
def test_nothing_that_could_be_given_is_held_back(
    asked: list[dict[str, int]], money: list[TransactionMoney], limits: dict[str, int]
) -> None:
    shared = share_out(asked, money, limits)
    for currency, left in remainders(money).items():
        wanted = sum(amounts.get(currency, 0) for amounts in asked)
        assert _given(shared, currency) == min(wanted, left, limits.get(currency, left))


def test_payments_are_used_in_their_order() -> None:
    money = [payment("t1", 400), payment("t2", 600)]
    [first, second] = share_out([{"USD": 500}, {"USD": 500}], money, {})
    assert [(share.money.id, share.minor) for share in first] == [("t1", 400), ("t2", 100)]
    assert [(share.money.id, share.minor) for share in second] == [("t2", 500)]


def test_a_limit_that_cuts_is_told_from_a_payment_that_is_used_up() -> None:
    used_up, whole = [payment("t1", 400, 300)], [payment("t1", 400)]
    asked = [{"USD": 400}]
    assert not is_cut(asked, used_up, share_out(asked, used_up, {}))
    assert not is_cut(asked, whole, share_out(asked, whole, {"USD": 400}))
    assert is_cut(asked, whole, share_out(asked, whole, {"USD": 399}))
