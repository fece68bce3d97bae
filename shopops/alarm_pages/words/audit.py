"""What an audit looks for, as the page calls it, and what to do about what it found."""

from collections.abc import Mapping

from shopops.alarms.audit_findings import AuditCode

C = AuditCode

TITLES: Mapping[AuditCode, str] = {
    C.ITEM_REKEYED: "Items whose key does not follow from their record",
    C.EVENT_REKEYED: "Ledger rows with another key than the record that they name",
    C.TWO_KEYS: "Records with two keys for one duty",
    C.PHANTOM: "Items on the ledger that this shop has not",
    C.RECORD_GONE: "Open items whose record is gone",
    C.UNOBSERVED: "Orders that wait for a person without an alarm",
    C.CODE_DIFFERS: "Codes that do not follow from their key",
    C.CODE_KEY_CHANGED: "Codes made with another secret than today’s",
    C.NOBODY_REACHABLE: "Items that nobody can be told of",
    C.HOLDER_GONE: "Items held by somebody who is away or gone",
    C.UNSENT: "Items due for two intervals and not sent",
    C.EXHAUSTED: "Items for which the whole roster was rung in vain",
    C.QUARANTINED: "Items with a reply that is held",
}
REMEDIES: Mapping[AuditCode, str] = {
    C.ITEM_REKEYED: "Somebody changed a row by hand. An operator finds out who, and restores it.",
    C.EVENT_REKEYED: "An operator runs ledger_verify and finds out who changed the row.",
    C.TWO_KEYS: "An answer settles half of it. An operator finds out who made the second.",
    C.PHANTOM: "An operator finds out who wrote it.",
    C.RECORD_GONE: "Import the order again, or resolve the item.",
    C.UNOBSERVED: "A record may lack the date on which it was made. Decide them under Review.",
    C.CODE_DIFFERS: "An operator restores the code that stands in the mails.",
    C.CODE_KEY_CHANGED: "An operator sets SHOPOPS_CODE_KEY back to what it was.",
    C.NOBODY_REACHABLE: "An administrator puts somebody on the roster.",
    C.HOLDER_GONE: "Acknowledge it here if it is yours, or hand it over to somebody who is there.",
    C.UNSENT: "An operator looks at the worker and at its mail server.",
    C.EXHAUSTED: "Acknowledge or resolve it here; an administrator may add people to the roster.",
    C.QUARANTINED: (
        "Somebody answered and was not heard. An administrator looks at the held mail and deletes "
        "it; whoever wrote it signs in and acknowledges here."
    ),
}
