"""What a file's page says about its rows. Pure."""

from django.utils.translation import gettext, gettext_noop, ngettext
from msgspec import Struct

from shopops.connectors.held import Outcome
from shopops.setup.files.tally import Tally
from shopops.setup.models import Stage

HINTS = {
    "not_utf8": gettext_noop("not UTF-8; save the file as UTF-8 and send it again"),
    "unknown_order": gettext_noop(
        "of orders that are not here; send the orders first, then this file again"
    ),
    "other_source": gettext_noop("with the id of a record that came from another source"),
    "other_order": gettext_noop("of another shop, with the id of an order that is here"),
    "unknown_member": gettext_noop("with a member that the format does not have"),
    "cut_off": gettext_noop("cut off in the middle; was the file copied whole?"),
}


class Figure(Struct, frozen=True, kw_only=True):
    count: int
    words: str


def figures(tally: Tally, *, done: bool) -> list[Figure]:
    """Every row is in exactly one of them; what is none is left out, but for new ones."""
    return [
        Figure(count=tally.of(outcome), words=_words(outcome, tally.of(outcome), done=done))
        for outcome in Outcome
        if tally.of(outcome) or outcome is Outcome.CREATED
    ]


def _words(outcome: Outcome, count: int, *, done: bool) -> str:
    words = {
        Outcome.CREATED: gettext("came in new") if done else ngettext("is new", "are new", count),
        Outcome.UPDATED: ngettext("was brought up to date", "were brought up to date", count)
        if done
        else ngettext("is changed", "are changed", count),
        Outcome.UNCHANGED: ngettext(
            "is here already or twice in the file, unchanged",
            "are here already or twice in the file, unchanged",
            count,
        ),
        Outcome.OLDER: ngettext("is older than what is here", "are older than what is here", count),
        Outcome.REFUSED: ngettext("was refused", "were refused", count)
        if done
        else gettext("would be refused"),
    }
    return words[outcome]


def verdict(tally: Tally, what: str, stage: Stage) -> str:
    """In one sentence, what the figures come to; empty where they say it, or are not whole yet."""
    refused = tally.of(Outcome.REFUSED)
    if stage not in (Stage.CHECKED, Stage.DONE):
        return ""
    if not tally.rows:
        return gettext("There is no row in this file, so there is nothing to import.")
    if refused == tally.rows:
        return gettext(
            "Every row was refused, so nothing can come in. Is the file really “{what}”?"
        ).format(what=what)
    if not tally.news and not refused:
        return gettext(
            "Nothing is new: everything in this file is here already. Importing it adds nothing."
        )
    if not tally.news:
        return gettext("Nothing is new: what was not refused is here already.")
    return ""


def undated(tally: Tally) -> str:
    """Empty where everything says when it was made."""
    if not tally.undated:
        return ""
    said = ngettext(
        "{number} row does not say when the record or a payment of it was made (placed_at of an "
        "order, created_at of a payment or a tracker). No alarm can ring for that. Add the dates "
        "and send the file again.",
        "{number} rows do not say when the record or a payment of it was made (placed_at of an "
        "order, created_at of a payment or a tracker). No alarm can ring for those. Add the dates "
        "and send the file again.",
        tally.undated,
    )
    return said.format(number=f"{tally.undated:,}")


def orderless(tally: Tally) -> str:
    """Empty where every tracker that names an order names one that is here."""
    if not tally.orderless:
        return ""
    said = ngettext(
        "{number} tracker names an order that is not here. It comes in, and nothing is judged by "
        "it until that order is imported.",
        "{number} trackers name an order that is not here. They come in, and nothing is judged by "
        "them until that order is imported.",
        tally.orderless,
    )
    return said.format(number=f"{tally.orderless:,}")


def hints(tally: Tally) -> list[str]:
    """What to do about the refused rows, by how many they are."""
    most = sorted(tally.codes.items(), key=lambda pair: (-pair[1], pair[0]))
    return [
        ngettext("{number} row {hint}.", "{number} rows {hint}.", count).format(
            number=f"{count:,}", hint=gettext(HINTS[code])
        )
        for code, count in most
        if code in HINTS
    ]
