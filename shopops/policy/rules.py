"""Every policy rule id, once."""

from enum import StrEnum


class RuleId(StrEnum):
    EVD_1 = "EVD-1"  # evidence present
    EVD_2 = "EVD-2"  # every evidence id resolves in this tenant
    EVD_3 = "EVD-3"  # old evidence is re-read before execution
    ID_1 = "ID-1"  # requester matched
    MON_1 = "MON-1"  # integer minor units
    MON_2 = "MON-2"  # refund within captured - refunded - reserved, per transaction
    MON_3 = "MON-3"  # currency equals the transaction's
    DUP_1 = "DUP-1"  # one live remedy per order, cause and line
    APR_1 = "APR-1"  # above the cap, or no cap: approval
    APR_2 = "APR-2"  # approval binds amount, payee and proposal digest
    APR_3 = "APR-3"  # approver is not the proposer; four eyes above the second cap
    SHP_1 = "SHP-1"  # reship needs a known address
    SHP_2 = "SHP-2"  # reship always needs approval
    GDW_1 = "GDW-1"  # goodwill within cap and share of the total, one per period
    CHN_1 = "CHN-1"  # the suppression list wins
    AGG_1 = "AGG-1"  # live money-moving remedies of one order are added up
