"""What a file's page says about its rows. Pure."""

from msgspec import Struct

from shopops.connectors.held import Outcome
from shopops.setup.files.tally import Tally
from shopops.setup.models import Stage

HINTS = {
    "not_utf8": "not UTF-8; save the file as UTF-8 and send it again",
    "unknown_order": "of orders that are not here; send the orders first, then this file again",
    "other_source": "with the id of a record that came from another source",
    "unknown_member": "with a member that the format does not have",
    "cut_off": "cut off in the middle; was the file copied whole?",
}


class Figure(Struct, frozen=True, kw_only=True):
    count: int
    words: str


def figures(tally: Tally, *, done: bool) -> list[Figure]:
    """Every row is in exactly one of them; what is none is left out, but for new ones."""
    new, changed = (
        ("came in new", "were brought up to date") if done else ("are new", "are changed")
    )
    words = {
        Outcome.CREATED: new,
        Outcome.UPDATED: changed,
        Outcome.UNCHANGED: "are here already, unchanged",
        Outcome.OLDER: "are older than what is here",
        Outcome.REFUSED: "were refused" if done else "would be refused",
    }
    return [
        Figure(count=tally.of(outcome), words=said)
        for outcome, said in words.items()
        if tally.of(outcome) or outcome is Outcome.CREATED
    ]


def verdict(tally: Tally, what: str, stage: Stage) -> str:
    """In one sentence, what the figures come to; empty where they say it, or are not whole yet."""
    refused = tally.of(Outcome.REFUSED)
    if stage not in (Stage.CHECKED, Stage.DONE):
        return ""
    if not tally.rows:
        return "There is no row in this file, so there is nothing to import."
    if refused == tally.rows:
        return f"Every row was refused, so nothing can come in. Is the file really “{what}”?"
    if not tally.news and not refused:
        return "Nothing is new: everything in this file is here already. Importing it adds nothing."
    if not tally.news:
        return "Nothing is new: what was not refused is here already."
    return ""


def hints(tally: Tally) -> list[str]:
    """What to do about the refused rows, by how many they are."""
    most = sorted(tally.codes.items(), key=lambda pair: (-pair[1], pair[0]))
    return [
        f"{count:,} row{'s' if count > 1 else ''} {HINTS[code]}."
        for code, count in most
        if code in HINTS
    ]
