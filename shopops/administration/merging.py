"""Two people changed settings at once: what the later one changed, on top of what is in force."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

Settings = TypeVar("Settings", bound=Struct)


def on_top_of(current: Settings, *, base: Settings, draft: Settings) -> Settings:
    """`draft` was made from `base`, while `current` came into force. What the draft leaves as it
    was is the current one's. Raises ValueError when the two don't go together."""
    names = [name for name in current.__struct_fields__ if name != "version"]
    changed = {
        name: getattr(draft, name) for name in names if getattr(draft, name) != getattr(base, name)
    }
    return replace(current, **changed)


def on_top_or_theirs(
    current: Settings, *, base: Settings, draft: Settings
) -> tuple[Settings, bool]:
    """The same; where the two don't go together what is in force, and that they clash."""
    try:
        return on_top_of(current, base=base, draft=draft), False
    except ValueError:
        return current, True
