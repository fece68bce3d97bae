"""The ways through the queue above its list: each with the number that it leads to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.agents.proposal import Track
from shopops.proposals.models import ReviewStatus
from shopops.review.counts import ALL, ASKED, FREE, OVERDUE, Count
from shopops.review.filters import ME, Due, Filters

TRACKS = (
    (Track.EXCEPTION, gettext_noop("Exception")),
    (Track.ESCALATE, gettext_noop("Escalated")),
    (Track.STANDARD, gettext_noop("Standard")),
)


@dataclass(frozen=True, slots=True)
class Chip:
    """`counted` names the count, which is None where the filters in use lead to another number."""

    id: str
    words: str
    address: str
    counted: str = ""
    count: Count | None = None
    current: bool = False
    late: bool = False


def chips(
    counts: Mapping[str, Count], filters: Filters, query: str, *, decides: bool
) -> Iterator[Chip]:
    """All that waits, the tracks in which anything does, what is overdue, asked or one's own, and
    what needs nobody.

    `query`: of the address that is shown. Only "All" leaves its filters, and keeps its order.
    """
    yield Chip(
        "track-all",
        _("All"),
        _address(query, keep=("sort",)),
        counted=ALL,
        count=counts[ALL],
        current=not filters.track and not filters.narrowed,
    )
    yield from _tracks(counts, filters, query)
    plain = not filters.track and not filters.narrowed
    if counts[OVERDUE] and not filters.due:
        address = _address(query, due=Due.OVERDUE)
        count = counts[OVERDUE] if plain else None
        yield Chip("chip-overdue", _("Overdue"), address, counted=OVERDUE, count=count, late=True)
    if counts[ASKED] and not filters.status:
        address = _address(query, status=ReviewStatus.CHANGES_REQUESTED)
        count = counts[ASKED] if plain else None
        yield Chip("chip-asked", _("Waits for information"), address, counted=ASKED, count=count)
    if counts[FREE] and not filters.status:
        address = _address(query, status=ReviewStatus.NOT_REQUIRED)
        count = counts[FREE] if plain else None
        yield Chip("chip-free", _("No review needed"), address, counted=FREE, count=count)
    if decides and not filters.assignee:
        yield Chip("chip-mine", _("Mine"), _address(query, assignee=ME))


def _tracks(counts: Mapping[str, Count], filters: Filters, query: str) -> Iterator[Chip]:
    for track, words in TRACKS:
        if counts[str(track)] or filters.track == track:
            yield Chip(
                f"track-{track}",
                _(words),
                _address(query, track=track),
                counted=str(track),
                count=None if filters.narrowed else counts[str(track)],
                current=filters.track == track,
            )


def _address(query: str, *, keep: tuple[str, ...] = (), **more: str) -> str:
    """A link within the queue: the filters with `more`, or of them what is named in `keep`."""
    filters = QueryDict(query.removeprefix("?"), mutable=True)
    if keep:
        for name in [name for name in filters if name not in keep]:
            del filters[name]
    for name, value in more.items():
        filters[name] = value
    return f"?{filters.urlencode()}"
