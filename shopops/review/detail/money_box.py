"""What each payment still holds, as a bar of 100 parts, and refunds that belong to none."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from shopops.agents.facts import Pack, TransactionMoney
from shopops.agents.intake.evidence import id_part
from shopops.agents.records import Order
from shopops.review.words.values import money

WIDTH = 100
REFUND = "refund:"
NOTHING: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Part:
    kind: str  # refunded, reserved, held or remaining
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Payment:
    """`held`: approved here, not carried out, so the source does not know of it yet. `done`:
    carried out from here since the pack was made, whose other amounts are as they stood then."""

    id: str
    captured: str
    refunded: str
    reserved: str
    held: str
    done: str
    remaining: str  # "Nothing" when refunds took it all, or more than that
    known: bool  # False: the amounts contradict each other, so nobody can tell what remains
    parts: list[Part]
    sources: list[str]

    @property
    def described(self) -> str:
        """The bar in words."""
        nothing = _("nothing") if self.remaining == _("Nothing") else ""
        parts = [
            _("{amount} refunded").format(amount=self.refunded),
            _("{amount} refunded from here since").format(amount=self.done) if self.done else "",
            _("{amount} reserved").format(amount=self.reserved),
            _("{amount} approved and held").format(amount=self.held) if self.held else "",
            _("{amount} still refundable").format(amount=nothing or self.remaining),
        ]
        said = _("Of {captured} captured: {parts}")
        return said.format(captured=self.captured, parts=", ".join(filter(None, parts)))


@dataclass(frozen=True, slots=True)
class LooseRefund:
    """A refund of no payment on record."""

    id: str
    amount: str
    status: str
    payment: str  # what it names, which is not there
    source: str


def money_box(
    pack: Pack, held: Mapping[str, int], done: Mapping[str, int] = NOTHING
) -> list[Payment]:
    """Minor units by transaction id (history.refunds_from_here)."""
    known = not pack.money_conflicts
    return [
        _payment(one, held.get(one.id, 0), done.get(one.id, 0), known=known) for one in pack.money
    ]


def loose_refunds(pack: Pack, order: Order | None) -> list[LooseRefund]:
    """What the pack has seen and put to no payment. Nothing once the order's record is erased."""
    placed = {found for one in pack.money for found in one.evidence_ids}
    loose = {found for found in pack.evidence if found.startswith(REFUND)} - placed
    return [
        LooseRefund(
            id=refund.id,
            amount=money(refund.amount.minor, refund.amount.currency),
            status=str(refund.status),
            payment=refund.transaction_id or "",
            source=source,
        )
        for refund in (order.refunds if order else ())
        if (source := f"{REFUND}{id_part(refund.id)}") in loose
    ]


def _payment(one: TransactionMoney, held: int, done: int, *, known: bool) -> Payment:
    remaining = one.remaining - held - done
    return Payment(
        id=one.id,
        captured=money(one.captured, one.currency),
        refunded=money(one.refunded, one.currency),
        reserved=money(one.reserved, one.currency),
        held=money(held, one.currency) if held else "",
        done=money(done, one.currency) if done else "",
        remaining=money(remaining, one.currency) if remaining > 0 else _("Nothing"),
        known=known,
        parts=_parts(one, held, done) if known else [],
        sources=list(one.evidence_ids),
    )


def _parts(one: TransactionMoney, held: int, done: int) -> list[Part]:
    """Nothing is drawn for a payment whose numbers contradict each other."""
    remaining = one.remaining - held - done
    if one.captured <= 0 or remaining < 0:
        return []
    parts, x = [], 0
    gone = (("refunded", one.refunded + done), ("reserved", one.reserved), ("held", held))
    for kind, minor in gone:
        width = WIDTH * minor // one.captured or (1 if minor else 0)
        parts.append(Part(kind, x, width))
        x += width
    parts.append(Part("remaining", x, max(0, WIDTH - x) if remaining else 0))
    return [part for part in parts if part.width]
