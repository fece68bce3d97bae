"""Who acknowledged alarms of the order: the code, the confirmer, and how it was verified."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext

from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmItem
from shopops.ledger import Entry, EventKind
from shopops.review.receipt.contents import Acknowledgment, By, Person
from shopops.review.receipt.people import confirmer, names_by_hash
from shopops.review.words.alarms import VERIFIED


def acknowledged(tenant_id: int, order_id: str, rows: Iterable[Entry]) -> list[Acknowledgment]:
    given = [row for row in rows if row.kind is EventKind.ACKNOWLEDGED]
    if not given:
        return []
    items = AlarmItem.objects.of(tenant_id).filter(order_id=order_id)
    codes = {bytes(item.item_key): _code(item) for item in items}
    hashes = [bytes(row.confirmer_name_hash) for row in given if row.confirmer_name_hash]
    opened = names_by_hash(tenant_id, hashes)
    return [
        Acknowledgment(
            code=codes.get(bytes(row.item_key or b""), ""),
            by=By(who=_who(row, opened), at=row.recorded_at, how=_how(row)),
            until=_until(row),
            seq=row.seq,
        )
        for row in given
    ]


def _who(row: Entry, opened: dict[bytes, str]) -> Person:
    if row.confirmer_key is None or row.confirmer_name_hash is None:
        return Person(name=gettext("an API token"), key="")
    return confirmer(bytes(row.confirmer_key), bytes(row.confirmer_name_hash), opened)


def _how(row: Entry) -> str:
    verified = VERIFIED.get(str(row.body.get("verified_by")))
    return gettext(verified) if verified else gettext("not verified")


def _until(row: Entry) -> datetime | None:
    until = row.body.get("until")
    return datetime.fromisoformat(until) if isinstance(until, str) else None


def _code(item: AlarmItem) -> str:
    """As people type it; an older system's code stays as it was."""
    return item.code if item.code_shift is None else shown(item.code)
