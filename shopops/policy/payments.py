"""MON-1 to MON-3: whole minor units, in the transaction's currency, within what is left."""

from shopops.agents.facts import TransactionMoney
from shopops.agents.proposal import Action, ActionKind
from shopops.policy.amounts import flaw, money_of
from shopops.policy.question import Question, deny, permit
from shopops.policy.reasons import Reason
from shopops.policy.rules import RuleId
from shopops.policy.verdicts import LiveRemedy, RuleResult

# A refund or a credit of nothing is no remedy; a mail or a parcel may concern a free order.
PAYS_OUT = frozenset({ActionKind.PROPOSE_REFUND, ActionKind.PROPOSE_STORE_CREDIT})


def mon_1(question: Question) -> RuleResult | None:
    """The amount is an integer of minor units and has a currency of ISO 4217."""
    action = question.action
    pays_out = action.kind in PAYS_OUT
    if action.amount_minor is None and action.currency is None and not pays_out:
        return None
    found = flaw(action.amount_minor, action.currency)
    if found is None and pays_out and action.amount_minor == 0:
        found = Reason.AMOUNT_ZERO
    if found is not None:
        return deny(
            RuleId.MON_1,
            found,
            given=_shown(action.amount_minor),
            given_currency=_shown(action.currency),
        )
    return permit(RuleId.MON_1, Reason.AMOUNT_WELL_FORMED, amount=action.amount_minor)


def mon_2(question: Question) -> RuleResult | None:
    """Refunds of one transaction stay within captured - refunded - reserved.

    Counted against it: this refund, the proposal's other refunds of the same transaction (two
    refunds are never alternatives of each other: all may be approved), and live refunds that the
    source does not show yet.
    """
    own = money_of(question.action)
    transaction = _transaction(question)
    if question.action.kind != ActionKind.PROPOSE_REFUND or own is None or transaction is None:
        return None
    if own.currency != transaction.currency:
        return None  # MON-3 refuses; amounts of two currencies compare to nothing
    if question.pack.money_conflicts:
        return deny(RuleId.MON_2, Reason.MONEY_CONFLICT, conflict=question.pack.money_conflicts[0])
    pending = _pending(question, transaction)
    asked = own.minor + _beside(question, transaction)
    left = transaction.remaining - pending
    within = asked <= left
    return (permit if within else deny)(
        RuleId.MON_2,
        Reason.WITHIN_REMAINING if within else Reason.ABOVE_REMAINING,
        asked=asked,
        remaining=left,
        captured=transaction.captured,
        refunded=transaction.refunded,
        reserved=transaction.reserved + pending,
    )


def mon_3(question: Question) -> RuleResult | None:
    """A refund names a transaction of this order, and its currency is the transaction's."""
    action = question.action
    if action.kind != ActionKind.PROPOSE_REFUND and action.transaction_id is None:
        return None
    if action.transaction_id is None:
        return deny(RuleId.MON_3, Reason.NO_TRANSACTION)
    transaction = _transaction(question)
    if transaction is None:
        return deny(RuleId.MON_3, Reason.UNKNOWN_TRANSACTION, transaction=action.transaction_id)
    own = money_of(action)
    if own is None:
        return None  # MON-1 refuses, or the action moves no money
    matches = own.currency == transaction.currency
    return (permit if matches else deny)(
        RuleId.MON_3,
        Reason.CURRENCY_MATCHES if matches else Reason.CURRENCY_DIFFERS,
        currency=own.currency,
        transaction_currency=transaction.currency,
    )


def _transaction(question: Question) -> TransactionMoney | None:
    wanted = question.action.transaction_id
    return next((money for money in question.pack.money if money.id == wanted), None)


def _beside(question: Question, transaction: TransactionMoney) -> int:
    """The proposal's other refunds of the transaction. MON-3 refuses those of another currency."""
    others = [item for item in question.other_remedies if _refunds(item, transaction)]
    monies = [money_of(item) for item in others]
    return sum(money.minor for money in monies if money and money.currency == transaction.currency)


def _pending(question: Question, transaction: TransactionMoney) -> int:
    """Live refunds of the transaction that its own numbers do not include yet."""
    monies = (
        money_of(live)
        for live in question.live_remedies
        if _refunds(live, transaction) and not live.in_source
    )
    return sum(money.minor for money in monies if money)


def _refunds(remedy: Action | LiveRemedy, transaction: TransactionMoney) -> bool:
    return remedy.kind == ActionKind.PROPOSE_REFUND and remedy.transaction_id == transaction.id


def _shown(value: object) -> str | None:
    return None if value is None else str(value)[:40]
