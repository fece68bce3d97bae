"""What other rooms keep of the ledger's rows for quick reading, compared when it is verified.

A room that keeps a projection registers how to fold the ledger again; the ledger knows no room.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.utils.module_loading import import_string


class Difference(NamedTuple):
    """Where a projection says something else than the ledger, and what."""

    where: str
    detail: str


# Called inside the tenant's scope; writes nothing and locks nothing.
Compare = Callable[[int], Iterator[Difference]]

_COMPARE: dict[str, str] = {}


def register(name: str, compare: str) -> None:
    """`compare`: where a `Compare` stands, so that a room can register before it has models."""
    _COMPARE[name] = compare


def differences(tenant_id: int) -> Iterator[Difference]:
    for name, path in _COMPARE.items():
        compare: Compare = import_string(path)
        for where, detail in compare(tenant_id):
            yield Difference(f"{name} {where}", detail)
