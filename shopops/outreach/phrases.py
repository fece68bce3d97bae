"""What the wording of one language consists of. Pure.

A text holds `{number}`, `{carrier}`, `{date}`, `{amount}` or `{name}` and nothing else that could
change; a sentence whose facts are not known is left out. No text holds a number or date of its own,
not as a word either.
"""

from collections.abc import Mapping

from msgspec import Struct

OTHER = ""  # the apology for a trouble that has no words of its own


class Phrases(Struct, frozen=True, kw_only=True):
    """`points` by `Outline` and `Settled` code; `sums` say the amount after the point of the same
    code. `apologies` and `subjects` by cause. `fallback`: why it is not in their own language.
    `choose` and `leave` stand before an address. `date` is a Babel pattern, `separators` of
    thousands and of decimals."""

    locale: str
    date: str
    separators: tuple[str, str]
    hello: str
    hello_nobody: str
    fallback: str
    about: str
    last_scan: str
    last_scan_nobody: str
    apologies: Mapping[str, str]
    points: Mapping[str, str]
    sums: Mapping[str, str]
    choose: str
    leave: str
    subject_parcel: str
    subjects: Mapping[str, str]
    subject: str
    goodbye: str
