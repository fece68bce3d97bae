"""What a look at the shop's records can find, each by its stable code. Pure."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct


class Code(StrEnum):
    MISSING = "missing"
    FORGED = "forged"
    DIFFERS = "differs"
    TWICE = "twice"
    NAME_ERASED = "name_erased"
    UNREADABLE = "unreadable"


MEANINGS = {
    Code.MISSING: "it is on the ledger, and not on the order's record in the shop",
    Code.FORGED: "it is on the order's record in the shop, and not on the ledger",
    Code.DIFFERS: "the record says something else than the ledger",
    Code.TWICE: "the record has it more than once",
    Code.NAME_ERASED: "the name was erased here, and the record still shows it",
    Code.UNREADABLE: "the record could not be read, so nothing is known about it",
}


class Finding(Struct, frozen=True, kw_only=True):
    """`order`: its id; empty where a whole shop could not be read. `note`: what it is found by.
    `detail`: no name of a person, since findings are kept."""

    code: Code
    order: str = ""
    note: str = ""
    detail: str = ""

    def __str__(self) -> str:
        where = ", ".join(filter(None, (self.order, self.note)))
        more = f" ({self.detail})" if self.detail else ""
        return f"{self.code}: {where or 'the shop'}: {MEANINGS[self.code]}{more}"


class Report(Struct, kw_only=True):
    """`read`: ids of the orders whose records were read; `skipped`: of those whose shop is not
    connected any more or shows no notes. `last`: where the next part begins;
    empty when all were read. `gone`: how many of them the shop has no more. `mute`: shops that show
    no notes, by their titles."""

    read: list[str] = []
    skipped: list[str] = []
    gone: int = 0
    notes: int = 0
    findings: list[Finding] = []
    last: str = ""
    shops: int = 0
    mute: list[str] = []

    @property
    def clean(self) -> bool:
        return not self.findings

    def as_json(self) -> dict[str, Any]:
        return {
            "clean": self.clean,
            "shops": self.shops,
            "orders": len(self.read),
            "orders_gone": self.gone,
            "notes": self.notes,
            "show_no_notes": self.mute,
            "finding_counts": counted(self.findings),
            "findings": msgspec.to_builtins(self.findings),
        }


def counted(findings: Sequence[Finding]) -> dict[str, int]:
    return {str(code): many for code, many in Counter(one.code for one in findings).items()}
