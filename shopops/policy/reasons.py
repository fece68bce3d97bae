"""Every reason code a rule can give, once. `explain` has a sentence for each."""

from enum import StrEnum


class Reason(StrEnum):
    # EVD-1
    EVIDENCE_CITED = "evidence_cited"
    NO_EVIDENCE = "no_evidence"
    # EVD-2
    EVIDENCE_RESOLVES = "evidence_resolves"
    EVIDENCE_UNRESOLVED = "evidence_unresolved"
    OTHER_ORDER = "other_order"
    # EVD-3
    EVIDENCE_FRESH = "evidence_fresh"
    REREAD_BEFORE_EXECUTION = "reread_before_execution"
    # ID-1
    REQUESTER_MATCHED = "requester_matched"
    REQUESTER_UNKNOWN = "requester_unknown"
    NO_REQUEST = "no_request"
    REQUESTER_NOT_MATCHED = "requester_not_matched"
    # MON-1
    AMOUNT_WELL_FORMED = "amount_well_formed"
    AMOUNT_MISSING = "amount_missing"
    AMOUNT_NOT_INTEGER = "amount_not_integer"
    AMOUNT_NEGATIVE = "amount_negative"
    AMOUNT_ZERO = "amount_zero"
    AMOUNT_TOO_LARGE = "amount_too_large"
    CURRENCY_MISSING = "currency_missing"
    CURRENCY_UNKNOWN = "currency_unknown"
    # MON-2
    WITHIN_REMAINING = "within_remaining"
    ABOVE_REMAINING = "above_remaining"
    MONEY_CONFLICT = "money_conflict"
    # MON-3
    CURRENCY_MATCHES = "currency_matches"
    CURRENCY_DIFFERS = "currency_differs"
    NO_TRANSACTION = "no_transaction"
    UNKNOWN_TRANSACTION = "unknown_transaction"
    # DUP-1
    NO_LIVE_REMEDY = "no_live_remedy"
    LIVE_REMEDY = "live_remedy"
    REPEATED_REMEDY = "repeated_remedy"
    ALTERNATIVE_APPROVED_TOO = "alternative_approved_too"
    # APR-1
    WITHIN_CAP = "within_cap"
    ABOVE_CAP = "above_cap"
    NO_CAP = "no_cap"
    ASKED_BY_PROPOSAL = "asked_by_proposal"
    PERSON_DECIDES = "person_decides"
    ESCALATED = "escalated"
    UNKNOWN_KIND = "unknown_kind"
    # APR-2
    APPROVAL_BINDS = "approval_binds"
    DIGEST_DIFFERS = "digest_differs"
    AMOUNT_DIFFERS = "amount_differs"
    PAYEE_DIFFERS = "payee_differs"
    # APR-3
    INDEPENDENT_APPROVER = "independent_approver"
    APPROVER_MISSING = "approver_missing"
    APPROVER_IS_PROPOSER = "approver_is_proposer"
    APPROVER_IS_EDITOR = "approver_is_editor"
    FOUR_EYES = "four_eyes"
    SAME_APPROVER = "same_approver"
    TWO_APPROVERS = "two_approvers"
    # SHP-1
    ADDRESS_KNOWN = "address_known"
    ADDRESS_UNKNOWN = "address_unknown"
    ADDRESS_INCOMPLETE = "address_incomplete"
    CONFIRM_ADDRESS = "confirm_address"
    UNKNOWN_SHIPMENT = "unknown_shipment"
    # SHP-2
    RESHIP = "reship"
    # GDW-1
    WITHIN_GOODWILL = "within_goodwill"
    ABOVE_GOODWILL = "above_goodwill"
    NO_GOODWILL_CAP = "no_goodwill_cap"
    TOTAL_UNKNOWN = "total_unknown"
    TOTAL_IN_OTHER_CURRENCY = "total_in_other_currency"
    GOODWILL_RECENT = "goodwill_recent"
    GOODWILL_TWICE = "goodwill_twice"
    # CHN-1
    CHANNEL_OPEN = "channel_open"
    CHANNEL_SUPPRESSED = "channel_suppressed"
    CHANNEL_MISSING = "channel_missing"
    OPTED_OUT = "opted_out"
    # AGG-1
    TOTAL_WITHIN_CAP = "total_within_cap"
    TOTAL_ABOVE_CAP = "total_above_cap"
    MIXED_CURRENCIES = "mixed_currencies"
    # A message, by any rule that denies a remedy which it offers
    OFFERS_DENIED = "offers_denied"
    # Any rule that asked for a person, once a person has approved
    APPROVED = "approved"
