"""A refusal in one text, to be kept with the item that it is about."""

from shopops.review.changes import Change
from shopops.review.refusals import AlreadyDecided, DecisionRefused, Stale

SHOWN = 3


def told(refusal: DecisionRefused) -> str:
    """The sentence, and what this refusal knows beside it: who was faster, what changed."""
    said = [str(refusal), *getattr(refusal, "sentences", [])]
    if isinstance(refusal, AlreadyDecided) and refusal.by:
        said.append(f"{refusal.status_label} by {refusal.by}.")
    if isinstance(refusal, Stale):
        said += [_change(one) for one in refusal.changes[:SHOWN]]
        more = len(refusal.changes) - SHOWN
        said += [f"And {more} more."] if more > 0 else []
    return " ".join(said)


def _change(one: Change) -> str:
    return f"{one.what}: {one.before}, now {one.after}."
