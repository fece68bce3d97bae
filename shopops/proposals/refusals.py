"""What the database refuses about proposals; the triggers in sql/ raise these SQLSTATEs."""

from shopops.tenants.refusals import DatabaseRefusal


class UnprovenAction(DatabaseRefusal):
    """An action must cite evidence of its own pack; this one cites none."""

    sqlstate = "SO101"


class FrozenColumn(DatabaseRefusal):
    """Of a proposal or an action only the status columns may change."""

    sqlstate = "SO102"


class StepRefused(DatabaseRefusal):
    """This status can't follow the one the row has."""

    sqlstate = "SO103"


class UndoneInPart(DatabaseRefusal):
    """A decision is taken back whole: no action of it stays approved."""

    sqlstate = "SO105"


class AlternativesClash(DatabaseRefusal):
    """Two alternatives of one trouble (send again, refund) can't both be approved."""

    sqlstate = "SO104"
