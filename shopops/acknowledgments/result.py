"""What came of a person's mail."""

from datetime import datetime

from msgspec import Struct

from shopops.alarms.models import AlarmItem
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.ledger import Json


class Refusal(Struct, frozen=True, kw_only=True):
    """`typed` is what the mail says, `item` what it belongs to here; both None: the whole mail."""

    refusal: Refused
    typed: str | None = None
    item: AlarmItem | None = None
    is_logged: bool = False


class Result(Struct, frozen=True, kw_only=True):
    """Items that were acknowledged, each with the end of its quiet."""

    acknowledged: list[tuple[AlarmItem, datetime | None]]
    refused: list[Refusal]
    asked_for_all: bool = False

    @property
    def main_reason(self) -> RefusalCode | None:
        return self.refused[0].refusal.code if self.refused else None

    def said(self) -> dict[str, Json]:
        """For the mail's row: nothing that a person wrote."""
        return {
            "acknowledged": [item.pk for item, _ in self.acknowledged],
            "refused": [
                [refusal.item.pk if refusal.item else None, str(refusal.refusal.code)]
                for refusal in self.refused
            ],
        }
