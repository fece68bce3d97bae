"""What differs between two versions of a tenant's numbers, setting by setting."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from shopops.agents.thresholds import Thresholds

CAPS = (
    "approval_above_cents",
    "second_cap_cents",
    "exception_refund_cents",
    "standard_update_cents",
    "goodwill_cap_cents",
)


class Change(NamedTuple):
    """`key`: the currency of a cap or the reason of a likelihood; None otherwise.

    None as a value means "not set".
    """

    setting: str
    key: str | None
    before: Any
    after: Any


def changes(before: Thresholds, after: Thresholds) -> list[Change]:
    """In the order of the settings, then by key. The version number is not a setting."""
    old, new = (msgspec.structs.asdict(numbers) for numbers in (before, after))
    names = [name for name in new if name != "version"]
    return [change for name in names for change in _of_setting(name, old[name], new[name])]


def _of_setting(name: str, old: Any, new: Any) -> Iterator[Change]:
    if not isinstance(new, dict):
        if old != new:
            yield Change(name, None, old, new)
        return
    for key in sorted(old.keys() | new.keys()):
        if old.get(key) != new.get(key):
            yield Change(name, key, old.get(key), new.get(key))
