"""Who may answer for a shop, as plain values."""

from collections.abc import Iterable

from msgspec import Struct

from shopops.acknowledgments.domains import comparable


class Person(Struct, frozen=True, kw_only=True):
    """`key`: the identity key. `shared`: several people read this mailbox, so it is nobody."""

    key: str
    name: str
    addresses: tuple[str, ...]
    shared: bool = False


class Roster:
    """Found by exact address only. An address that two people have belongs to neither, but if both
    share it, it is known as shared."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people = tuple(people)
        self._by_address: dict[str, Person | None] = {}
        for person in self.people:
            for address in {comparable(address) for address in person.addresses} - {None}:
                known = self._by_address.setdefault(str(address), person)
                if known is not person and not (known and known.shared and person.shared):
                    self._by_address[str(address)] = None

    def find(self, address: str) -> Person | None:
        """`address` in the form of `domains.comparable`."""
        return self._by_address.get(address)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(person.name for person in self.people)
