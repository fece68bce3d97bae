"""What goes back by which payment: each in its own currency, nothing converted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from shopops.agents.facts import Pack, TransactionMoney
from shopops.agents.resolution.reading import order_total
from shopops.agents.resolution.stakes import Stake

Asked = Mapping[str, int]  # minor units by currency


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a refund that goes back by one transaction."""

    money: TransactionMoney
    minor: int


def remainders(money: Iterable[TransactionMoney]) -> dict[str, int]:
    """What the payments still hold, by the currency they were made in."""
    left: Counter[str] = Counter()
    for one in money:
        left[one.currency] += max(one.remaining, 0)
    return {currency: minor for currency, minor in left.items() if minor}


def asked_for(pack: Pack, stake: Stake) -> Asked:
    """What a refund of this parcel would send back.

    A part of the order is worth its lines, in the order's currency. The whole order gives back
    every payment, also one made in another currency, whose share of a part nobody could tell.
    """
    _, currency = order_total(pack)
    asked = {currency: stake.minor or 0}
    return asked if stake.partial else {**remainders(pack.money), **asked}


def share_out(
    asked: Sequence[Asked], money: Sequence[TransactionMoney], limits: Mapping[str, int]
) -> list[list[Share]]:
    """For each refund its shares: per transaction, in order, within what that still holds.

    All of them together stay within each transaction's remainder and each currency's limit,
    because a reviewer may approve every refund of the proposal.
    """
    left = [one.remaining for one in money]
    budget = {**remainders(money), **limits}
    shared: list[list[Share]] = []
    for amounts in asked:
        rest = dict(amounts)
        shares: list[Share] = []
        for place, one in enumerate(money):
            part = min(rest.get(one.currency, 0), left[place], budget.get(one.currency, 0))
            if part > 0:
                shares.append(Share(one, part))
                left[place] -= part
                rest[one.currency] -= part
                budget[one.currency] -= part
        shared.append(shares)
    return shared


def is_cut(
    asked: Sequence[Asked], money: Sequence[TransactionMoney], shared: Iterable[Iterable[Share]]
) -> bool:
    """Whether a limit, and not the money left, kept the refunds below what was asked for."""
    given = Counter[str]()
    for shares in shared:
        for share in shares:
            given[share.money.currency] += share.minor
    return any(
        given[currency] < min(left, sum(amounts.get(currency, 0) for amounts in asked))
        for currency, left in remainders(money).items()
    )
