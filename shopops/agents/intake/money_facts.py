"""What each captured transaction still holds. A refund object does not prove that money moved."""

from collections import defaultdict

from shopops.agents.facts import TransactionMoney
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.ports import SourcedOrder
from shopops.agents.records import (
    Order,
    Refund,
    Transaction,
    TransactionKind,
    TransactionStatus,
)


def captured(order: Order) -> list[Transaction]:
    """The transactions by which money reached the shop; authorizations and voids moved none."""
    return [
        transaction
        for transaction in order.transactions
        if transaction.kind is TransactionKind.CAPTURE
        and transaction.status is TransactionStatus.SUCCEEDED
    ]


def live_refunds(order: Order) -> list[Refund]:
    """The refunds that took money or still may; failed ones are no more than an attempt."""
    return [refund for refund in order.refunds if refund.status is not TransactionStatus.FAILED]


def refunded_transaction(refund: Refund, paid: list[Transaction]) -> Transaction | None:
    """The captured transaction that a refund takes from.

    A refund that names none takes from the only one there is; of several, none is chosen.
    """
    if refund.transaction_id is None:
        return paid[0] if len(paid) == 1 else None
    return next((one for one in paid if one.id == refund.transaction_id), None)


def transactions_money(sourced: SourcedOrder, book: EvidenceBook) -> list[TransactionMoney]:
    """One row for each captured transaction. Every transaction and refund becomes evidence."""
    order = sourced.order
    pay = _cite_transactions(sourced, book)
    refunds = _cite_refunds(sourced, book)
    paid = captured(order)
    taken: dict[str, dict[TransactionStatus, int]] = defaultdict(lambda: defaultdict(int))
    cites: dict[str, list[str]] = defaultdict(list)
    for refund in live_refunds(order):
        source = refunded_transaction(refund, paid)
        if source is not None and refund.amount.currency == source.amount.currency:
            taken[source.id][refund.status] += refund.amount.minor
            cites[source.id].append(refunds[refund.id])
    return [
        TransactionMoney(
            id=one.id,
            currency=one.amount.currency,
            captured=one.amount.minor,
            refunded=taken[one.id][TransactionStatus.SUCCEEDED],
            reserved=taken[one.id][TransactionStatus.PENDING],
            evidence_ids=[pay[one.id], *cites[one.id]],
        )
        for one in paid
    ]


def _cite_transactions(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, str]:
    return {
        one.id: book.cite(
            f"pay:{id_part(one.id)}",
            f"transactions[{index}]",
            one,
            sourced.provenance,
            one.created_at,
        )
        for index, one in enumerate(sourced.order.transactions)
    }


def _cite_refunds(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, str]:
    return {
        refund.id: book.cite(
            f"refund:{id_part(refund.id)}",
            f"refunds[{index}]",
            refund,
            sourced.provenance,
            refund.created_at,
        )
        for index, refund in enumerate(sourced.order.refunds)
    }
