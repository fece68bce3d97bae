"""The step behind an item, for the mail that rings for it. Whoever carries steps out registers how
they are told; alarms know nothing of them."""

from collections.abc import Callable, Mapping, Sequence

from django.utils.module_loading import import_string
from msgspec import Struct


class Step(Struct, frozen=True, kw_only=True):
    """In the active language. `said`: which step, and that it was not done; `why` in a sentence;
    `page`: below the shop's address."""

    said: str
    why: str
    page: str


Telling = Callable[[], Step]  # called while the language of the mail's reader is active
# By item id, of the tenant's items that are given. Inside its scope; locks nothing.
Tell = Callable[[int, Sequence[int]], Mapping[int, Telling]]
_TELL: dict[str, str] = {}


def register(obligation: str, tell: str) -> None:
    """`tell`: where a `Tell` stands, so that a room can register before it has models."""
    _TELL[obligation] = tell


def steps_behind(tenant_id: int, items: Mapping[int, str]) -> dict[int, Telling]:
    """`items`: obligations by item id."""
    found: dict[int, Telling] = {}
    for obligation, path in _TELL.items():
        owed = [item_id for item_id, one in items.items() if one == obligation]
        if owed:
            tell: Tell = import_string(path)
            found.update(tell(tenant_id, owed))
    return found
