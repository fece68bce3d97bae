"""One time line out of all sources, a page at a time."""

from collections.abc import Callable, Iterator
from heapq import merge
from itertools import islice
from operator import attrgetter

import msgspec
from msgspec import Struct

from shopops.administration.auditing.asked import AuditAsked
from shopops.administration.auditing.lines import Group, Line, Place
from shopops.administration.auditing.sources import (
    access,
    accounts,
    alarms,
    decisions,
    office,
    set_aside,
)

PAGE = 50
Source = Callable[[AuditAsked, int], list[Line]]
SOURCES: tuple[tuple[frozenset[Group], Source], ...] = (
    (frozenset(office.GROUPS.values()), office.lines),
    (frozenset({Group.SIGN_INS}), accounts.lines),
    (frozenset({Group.REFUSALS}), decisions.lines),
    (frozenset({Group.REFUSALS}), alarms.lines),
    (frozenset({Group.REFUSALS}), access.lines),
    (frozenset({Group.SET_ASIDE}), set_aside.lines),
)


class Listing(Struct, frozen=True, kw_only=True):
    """`after`: the place at which the next page begins, where there is one."""

    lines: list[Line]
    after: Place | None


def listing(asked: AuditAsked, *, page: int = PAGE) -> Listing:
    """In the shop's scope: the newest of each source, merged. Every source gives as many as the
    page has, because all of them may come from one."""
    found = [lines(asked, page + 1) for groups, lines in SOURCES if asked.group in (None, *groups)]
    merged = list(islice(merge(*found, key=attrgetter("place"), reverse=True), page + 1))
    more = len(merged) > page
    return Listing(lines=merged[:page], after=merged[page - 1].place if more else None)


def all_lines(asked: AuditAsked, *, most: int, page: int) -> Iterator[Line]:
    """The newest, at most so many, read a page at a time."""
    given = 0
    while given < most:
        found = listing(asked, page=min(page, most - given))
        yield from found.lines
        given += len(found.lines)
        if found.after is None:
            return
        asked = msgspec.structs.replace(asked, after=found.after)
