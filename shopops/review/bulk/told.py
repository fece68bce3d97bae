"""A refusal in one text, to be kept with the item that it is about."""

from django.utils.translation import gettext as _

from shopops.review.changes import Change
from shopops.review.refusals import AlreadyDecided, DecisionRefused, Stale
from shopops.review.words.labels import said as label

SHOWN = 3


def told(refusal: DecisionRefused) -> str:
    """The sentence, and what this refusal knows beside it: who was faster, what changed."""
    said = [str(refusal), *getattr(refusal, "sentences", [])]
    if isinstance(refusal, AlreadyDecided) and refusal.by:
        decided = _("{status} by {name}.")
        said.append(decided.format(status=label(refusal.status_label), name=refusal.by))
    if isinstance(refusal, Stale):
        said += [_change(one) for one in refusal.changes[:SHOWN]]
        more = len(refusal.changes) - SHOWN
        said += [_("And {number} more.").format(number=more)] if more > 0 else []
    return " ".join(said)


def _change(one: Change) -> str:
    said = _("{what}: {before}, now {after}.")
    return said.format(what=one.what, before=one.before, after=one.after)
