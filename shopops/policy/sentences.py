"""What people read for each reason. The names in braces are the numbers its rule gives."""

from shopops.policy.reasons import Reason

SENTENCES: dict[Reason, str] = {
    Reason.EVIDENCE_CITED: "Evidence is cited: {cited}.",
    Reason.NO_EVIDENCE: "No evidence is cited.",
    Reason.EVIDENCE_RESOLVES: "All cited evidence exists in this shop.",
    Reason.EVIDENCE_UNRESOLVED: (
        "Of {cited} of cited evidence, {unresolved} cannot be found in this shop, first {first}."
    ),
    Reason.OTHER_ORDER: "The evidence was collected for another order, {order}.",
    Reason.EVIDENCE_FRESH: "No cited evidence is older than the limit of {limit_hours}.",
    Reason.REREAD_BEFORE_EXECUTION: (
        "The oldest evidence was read up to {hours} ago, and the limit is {limit_hours}. "
        "It is read again before anything is carried out."
    ),
    Reason.REQUESTER_MATCHED: "The person who asked is the customer of this order.",
    Reason.REQUESTER_UNKNOWN: "It is not known whether the person who asked is the customer.",
    Reason.NO_REQUEST: "Nobody asked: the shop found this itself.",
    Reason.REQUESTER_NOT_MATCHED: "The person who asked is not the customer of this order.",
    Reason.AMOUNT_WELL_FORMED: "The amount is {amount}.",
    Reason.AMOUNT_MISSING: "The action names no amount.",
    Reason.AMOUNT_NOT_INTEGER: (
        "The amount {given} is not a whole number of the currency's smallest unit."
    ),
    Reason.AMOUNT_NEGATIVE: "The amount {given} is below zero.",
    Reason.AMOUNT_ZERO: "The amount is zero, so there is nothing to give back.",
    Reason.AMOUNT_TOO_LARGE: "The amount {given} is larger than any order can be.",
    Reason.CURRENCY_MISSING: "The amount has no currency.",
    Reason.CURRENCY_UNKNOWN: "{given_currency} is not a current ISO 4217 currency.",
    Reason.WITHIN_REMAINING: (
        "Refunds of {asked} on this payment are within the {remaining} that it still holds."
    ),
    Reason.ABOVE_REMAINING: (
        "Refunds of {asked} on this payment are more than the {remaining} that it still holds: "
        "{captured} captured, {refunded} refunded, {reserved} reserved."
    ),
    Reason.MONEY_CONFLICT: (
        "The order's amounts disagree ({conflict}), so what can be refunded is not known."
    ),
    Reason.CURRENCY_MATCHES: "The payment was made in {currency} too.",
    Reason.CURRENCY_DIFFERS: "The amount is in {currency}, the payment in {transaction_currency}.",
    Reason.NO_TRANSACTION: "The refund names no payment of this order.",
    Reason.UNKNOWN_TRANSACTION: "This order has no such payment: {transaction}.",
    Reason.NO_LIVE_REMEDY: "Nothing else was approved for the same trouble.",
    Reason.LIVE_REMEDY: "The same trouble has been answered already, by {remedy}.",
    Reason.REPEATED_REMEDY: "The proposal answers the same trouble twice: there is also {kind}.",
    Reason.ALTERNATIVE_APPROVED_TOO: (
        "Sending again and refunding exclude each other: approve one of them."
    ),
    Reason.WITHIN_CAP: "The amount of {amount} is not above the cap of {cap}.",
    Reason.ABOVE_CAP: "The amount of {amount} is above the cap of {cap}.",
    Reason.NO_CAP: "There is no cap for {currency}, so the amount of {amount} needs approval.",
    Reason.ASKED_BY_PROPOSAL: "The proposal itself asks for approval.",
    Reason.PERSON_DECIDES: "A person must handle this; approval cannot replace that.",
    Reason.ESCALATED: "The order was handed to a person, so nothing may run on its own.",
    Reason.UNKNOWN_KIND: "{given} is not a kind of action.",
    Reason.APPROVAL_BINDS: "The approval names this proposal, amount and payee.",
    Reason.DIGEST_DIFFERS: "The proposal is not the one that was approved. Decide on it again.",
    Reason.AMOUNT_DIFFERS: "The amount is not the approved one ({approved}). Decide on it again.",
    Reason.PAYEE_DIFFERS: "The payee {payee} is not the approved one. Decide on it again.",
    Reason.INDEPENDENT_APPROVER: "The approver is not the proposer.",
    Reason.APPROVER_MISSING: "The approval does not say who gave it.",
    Reason.APPROVER_IS_EDITOR: (
        "Above {cap} two people approve who did not change the proposal: ask two others."
    ),
    Reason.APPROVER_IS_PROPOSER: "Nobody approves a proposal of their own: ask somebody else.",
    Reason.FOUR_EYES: (
        "The amount of {total} is above the second cap of {cap}: {needed} must approve."
    ),
    Reason.SAME_APPROVER: (
        "The amount of {total} is above the second cap of {cap}: "
        "the second approval must come from somebody else."
    ),
    Reason.TWO_APPROVERS: (
        "The amount of {total} is above the second cap of {cap}, and {approvers} approved it."
    ),
    Reason.ADDRESS_KNOWN: "The address is on file and complete.",
    Reason.ADDRESS_UNKNOWN: "There is no address on file to send to.",
    Reason.ADDRESS_INCOMPLETE: "The address on file is not complete.",
    Reason.CONFIRM_ADDRESS: (
        "Parcel {shipment} comes back: the customer confirms the address before it is sent again."
    ),
    Reason.UNKNOWN_SHIPMENT: "This order has no parcel {shipment}.",
    Reason.RESHIP: "Sending again always needs approval.",
    Reason.WITHIN_GOODWILL: "Goodwill of {amount} is within the limit of {limit}.",
    Reason.ABOVE_GOODWILL: (
        "Goodwill of {amount} is above the limit of {limit}, "
        "the lower of {cap} and {percent} % of {order_total}."
    ),
    Reason.NO_GOODWILL_CAP: "The shop gives no goodwill in {currency}.",
    Reason.TOTAL_UNKNOWN: "The order's total is not known, so goodwill has no limit to keep.",
    Reason.TOTAL_IN_OTHER_CURRENCY: (
        "The order's total is in {other}, so goodwill cannot be compared with it."
    ),
    Reason.GOODWILL_RECENT: (
        "The customer got goodwill {days} ago; it is given once in {every_days}."
    ),
    Reason.GOODWILL_TWICE: "The proposal gives goodwill twice; it is given once in {every_days}.",
    Reason.CHANNEL_OPEN: "Nothing forbids writing by {channel}.",
    Reason.CHANNEL_SUPPRESSED: "The customer must not be written to by {channel}.",
    Reason.CHANNEL_MISSING: "The message names no channel, so no opt-out can be ruled out.",
    Reason.OPTED_OUT: "The customer does not want to be written to.",
    Reason.TOTAL_WITHIN_CAP: (
        "All remedies of this order together come to {total}, not above the cap of {cap}."
    ),
    Reason.TOTAL_ABOVE_CAP: (
        "All remedies of this order together come to {total}, above the cap of {cap}."
    ),
    Reason.MIXED_CURRENCIES: (
        "Remedies of this order are in {currency} and {other}, which do not add up."
    ),
    Reason.OFFERS_DENIED: (
        "The message offers {offers}, which this rule denies, so it cannot go out like this."
    ),
    Reason.APPROVED: "A person approved it.",
}
