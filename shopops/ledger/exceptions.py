"""What the ledger refuses. The docstring is the message; `code` is for programs, `sqlstate` is
how the database says it. A refusal of the database may surface at the end of the scope."""

from typing import ClassVar

from shopops.tenants.refusals import AppendOnlyRefused, DatabaseRefusal


class LedgerRefusal(DatabaseRefusal):
    """The ledger refused this; nothing of the transaction was written."""

    code: ClassVar[str] = "ledger_refused"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or self.__doc__)


class RecordedAtSupplied(LedgerRefusal):
    """The ledger itself notes when a row is recorded: leave recorded_at out."""

    code = "recorded_at_supplied"
    sqlstate = "SO010"


class OneTenantPerTransaction(LedgerRefusal):
    """A transaction writes for one tenant: end this scope and open one for the other tenant."""

    code = "one_tenant"
    sqlstate = "SO011"


class NoRaise(LedgerRefusal):
    """Nobody was told about this item since it opened, so it cannot be settled: raise it first."""

    code = "no_raise"
    sqlstate = "SO012"


class PreEpoch(LedgerRefusal):
    """The raise is from an older key version and can no longer be answered: raise it anew."""

    code = "pre_epoch"
    sqlstate = "SO013"


class AlreadyResolved(LedgerRefusal):
    """This item is resolved; it opens again only when it is observed or raised again."""

    code = "already_resolved"
    sqlstate = "SO014"


class EventConflict(LedgerRefusal):
    """An event with this id is on the ledger with other content: use a new id for a new event."""

    code = "event_conflict"
    sqlstate = "SO015"


class NoLedger(LedgerRefusal):
    """This tenant does not exist, or its ledger was never set up: create the tenant first."""

    code = "no_ledger"
    sqlstate = "SO016"


class OutOfScope(LedgerRefusal):
    """Events are appended in the scope of their own tenant only."""

    code = "out_of_scope"
    sqlstate = "SO017"


class WrongIsolation(LedgerRefusal):
    """Append in a read committed transaction: a fixed snapshot cannot see the end of the chain."""

    code = "wrong_isolation"
    sqlstate = "SO018"


class OneDoorOnly(AppendOnlyRefused):
    """Rows of the ledger are written by shopops.ledger.append and by nothing else."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


class EventRefused(ValueError):
    """An event cannot be written as it is; the message names what to mend."""

    code: ClassVar[str] = "event_refused"


class BodyRefused(EventRefused):
    """The body is not canonical JSON of integers, strings, booleans, nulls, lists and objects."""

    code = "body_refused"


class FieldRefused(EventRefused):
    """A field beside the body has a value that no ledger row may have."""

    code = "field_refused"


class ExportRefused(Exception):
    """The export was not written; the message says why and what to do."""

    code: ClassVar[str] = "export_refused"
