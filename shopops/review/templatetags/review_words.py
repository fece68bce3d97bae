"""Small helpers of the review templates."""

from collections.abc import Mapping

from django import template
from django.http import QueryDict

from shopops.agents.proposal import Track
from shopops.review.counts import ALL, Count
from shopops.review.words.times import day, moment, short_moment
from shopops.review.words.values import label, money

register = template.Library()

CHIPS = (
    (ALL, "All"),
    (Track.EXCEPTION, "Exception"),
    (Track.ESCALATE, "Escalated"),
    (Track.STANDARD, "Standard"),
)


@register.filter
def chips(counts: Mapping[str, Count]) -> list[tuple[str, str, Count]]:
    """The filter's value, words and count; tracks in which nothing waits are left out."""
    return [
        ("" if track == ALL else str(track), words, counts[str(track)])
        for track, words in CHIPS
        if track == ALL or counts[str(track)]
    ]


@register.filter
def with_track(query: str, track: str) -> str:
    """The filters with another track: a link within the queue."""
    filters = QueryDict(query.removeprefix("?"), mutable=True)
    filters.pop("track", None)
    if track:
        filters["track"] = track
    return f"?{filters.urlencode()}"


@register.filter
def with_filter(query: str, one: str) -> str:
    """The filters with one more, such as "due=overdue": a link within the queue."""
    filters = QueryDict(query.removeprefix("?"), mutable=True)
    filters.update(QueryDict(one))
    return f"?{filters.urlencode()}"


register.simple_tag(money)
register.filter("field_label", label)
register.filter("moment", moment)
register.filter("short_moment", short_moment)
register.filter("day", day)
