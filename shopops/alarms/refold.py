"""The projection against the fold: what `ledger_verify` asks of this room."""

from collections.abc import Iterator, Sequence
from typing import Any

from shopops.alarms import numbers
from shopops.alarms.bodies import row_of
from shopops.alarms.codes import shown
from shopops.alarms.config import AlarmConfig
from shopops.alarms.fold import tell
from shopops.alarms.models import AlarmItem
from shopops.alarms.pairs import pairs
from shopops.alarms.projection import columns, stored
from shopops.alarms.story import Story
from shopops.ledger import Entry, entries_of_items
from shopops.ledger.kinds import ALARM_KINDS, KEY_VERSION
from shopops.ledger.projections import Difference

LOOKS = 3
AS_HEX = ("holder", "evidence_digest")


def differences(tenant_id: int) -> Iterator[Difference]:
    config = numbers.current(tenant_id)
    for item, entries in pairs(tenant_id):
        if item is None:
            if _says_something(entries):
                key = entries[0].item_key or b""
                yield Difference(key.hex(), "the ledger tells of an item that is not there")
        elif _differs(item, entries, config):
            wrong = _again(item, config)
            if wrong:
                yield Difference(shown(item.code), f"{', '.join(wrong)} is not what was told")


def _says_something(entries: Sequence[Entry]) -> bool:
    return any(one.kind in ALARM_KINDS and one.key_version == KEY_VERSION for one in entries)


def _again(item: AlarmItem, config: AlarmConfig) -> list[str]:
    """Item and rows were read at two moments; a difference that an event has made meanwhile is
    none. Looks until the item stands still between two looks."""
    wrong: list[str] = []
    for _ in range(LOOKS):
        item.refresh_from_db()
        before = item.last_event
        key = bytes(item.item_key)
        wrong = _differs(item, entries_of_items(item.tenant_id, [key]).get(key, []), config)
        item.refresh_from_db(fields=["last_event"])
        if not wrong or item.last_event == before:
            return wrong
    return wrong


def _differs(item: AlarmItem, entries: Sequence[Entry], config: AlarmConfig) -> list[str]:
    story = tell(map(row_of, entries))
    expected = columns(story, config)
    return [name for name, value in expected.items() if _kept(item, name) != _comparable(value)]


def _kept(item: AlarmItem, name: str) -> Any:
    value = getattr(item, name)
    if name == "story":
        return value or stored(Story())
    if name in AS_HEX:
        return None if value is None else bytes(value).hex()
    if name == "confirmers":
        return [bytes(key).hex() for key in value]
    return value


def _comparable(value: Any) -> Any:
    """As the database gives it back."""
    if isinstance(value, dict):
        return {name: _comparable(inner) for name, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value
