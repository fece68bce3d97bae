"""The people whom a row of the ledger names."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, gettext_noop

from shopops.ledger import Entry

Names = Mapping[str, str]  # identity key to display name
SOMEBODY, WITHIN = gettext_noop("Somebody"), gettext_noop("somebody")
CUSTOMER = "customer"  # stands where else a person's key does
ROLES = (
    "reviewer",
    "delegated_by",
    "giver",
    "receiver",
    "author",
    "by",
    "told",
    "holder",
    "person",
)


def people_in(entries: Iterable[Entry]) -> set[str]:
    """Their identity keys."""
    keys: set[str] = set()
    for entry in entries:
        named = (str(entry.body[role]) for role in ROLES if entry.body.get(role))
        keys.update(key for key in named if key != CUSTOMER)
        if entry.confirmer_key:
            keys.add(bytes(entry.confirmer_key).hex())
    return keys


def name_of(key: object, names: Names) -> str:
    """Who is not named, or is erased from the roster, is "Somebody"."""
    return names.get(str(key)) or gettext(SOMEBODY)


def name_in(entry: Entry, role: str, names: Names, *, within: bool = False) -> str:
    """`within` a sentence it begins with a small letter where it is no name."""
    name = name_of(entry.body.get(role), names)
    return gettext(WITHIN) if within and name == gettext(SOMEBODY) else name
