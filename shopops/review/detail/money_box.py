"""What each payment still holds, as a bar of 100 parts."""

from dataclasses import dataclass

from shopops.agents.facts import Pack, TransactionMoney
from shopops.review.words.values import money

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Part:
    kind: str  # refunded, reserved or remaining
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Payment:
    id: str
    captured: str
    refunded: str
    reserved: str
    remaining: str  # "Nothing" when refunds took it all, or more than that
    parts: list[Part]
    sources: list[str]


def money_box(pack: Pack) -> list[Payment]:
    return [_payment(one) for one in pack.money]


def _payment(one: TransactionMoney) -> Payment:
    return Payment(
        id=one.id,
        captured=money(one.captured, one.currency),
        refunded=money(one.refunded, one.currency),
        reserved=money(one.reserved, one.currency),
        remaining=money(one.remaining, one.currency) if one.remaining > 0 else "Nothing",
        parts=_parts(one),
        sources=list(one.evidence_ids),
    )


def _parts(one: TransactionMoney) -> list[Part]:
    """Nothing is drawn for a payment whose numbers contradict each other."""
    if one.captured <= 0 or one.remaining < 0:
        return []
    parts, x = [], 0
    for kind, minor in (("refunded", one.refunded), ("reserved", one.reserved)):
        width = WIDTH * minor // one.captured or (1 if minor else 0)
        parts.append(Part(kind, x, width))
        x += width
    parts.append(Part("remaining", x, max(0, WIDTH - x) if one.remaining else 0))
    return [part for part in parts if part.width]
