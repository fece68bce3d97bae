"""Who is rung for an item: of all whom a mail can reach, the one whose turn it is. Pure."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from shopops.alarms.states import AlarmState


class Contact(Struct, frozen=True, kw_only=True):
    """An address on the roster; `key` is the person's identity key in hex, `language` what they
    are written to in."""

    membership_id: int
    key: str
    name: str
    email: str
    step: int
    language: str = "en"


def whom(
    state: AlarmState, roster: Sequence[Contact], *, refused: Collection[str] = ()
) -> Contact | None:
    """None: nobody can be told.

    `roster` in its order. `refused` are the addresses that took no mail for this item of late.
    Who held the item comes first, then the step that the rings have reached, then the steps after
    it, then those before it. People of one step take turns.
    """
    able = [one for one in roster if one.key not in state.unreachable and one.email not in refused]
    for holder in able:
        if holder.key == state.holder:
            return holder
    for step in _in_turn(state.step, {one.step for one in able}):
        people = _one_address_each(one for one in able if one.step == step)
        return people[state.unacknowledged % len(people)]
    return None


def _in_turn(reached: int, steps: Collection[int]) -> list[int]:
    return sorted(steps, key=lambda step: (step < reached, step))


def _one_address_each(contacts: Iterable[Contact]) -> list[Contact]:
    first: dict[str, Contact] = {}
    for contact in contacts:
        first.setdefault(contact.key, contact)
    return list(first.values())
