"""Which decisions count: the ones of `review.models.FINAL` that nobody took back."""

from shopops.review.models import FINAL, DecisionKind

# An edit makes the next revision and leaves the order waiting; the others end its wait.
ENDS_THE_WAIT = tuple(kind for kind in FINAL if kind is not DecisionKind.EDIT)


def _words(kinds: tuple[DecisionKind, ...]) -> str:
    return ", ".join(f"'{kind.value}'" for kind in kinds)


IS_DECISION = f"decision.kind IN ({_words(FINAL)})"
ENDED_THE_WAIT = f"decision.final AND decision.kind IN ({_words(ENDS_THE_WAIT)})"
# Saying that it is not null keeps the planner from reading all that undo nothing.
STANDS = """NOT EXISTS (
    SELECT FROM review_decision taken_back
    WHERE taken_back.undoes_id = decision.id AND taken_back.undoes_id IS NOT NULL)"""
# How many of each kind, in the order of `Outcomes`.
COUNTED = """
    count(*) FILTER (WHERE decision.kind = 'approve'),
    count(*) FILTER (WHERE decision.kind = 'edit'),
    count(*) FILTER (WHERE decision.kind = 'reject'),
    count(*) FILTER (WHERE decision.kind = 'handled_outside')"""
