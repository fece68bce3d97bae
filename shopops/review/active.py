"""The filters in use, each in words and with the address without it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from shopops.review.beside import Person
from shopops.review.filters import ME, NOBODY, Filters
from shopops.review.forms import AGES, DUES, KINDS, REASONS, SORTS, STATUSES, Choices
from shopops.review.query import clean_query
from shopops.review.words.values import money


@dataclass(frozen=True, slots=True)
class Active:
    """`without`: the query that lacks this filter."""

    words: str
    without: str


def active_filters(query: QueryDict, filters: Filters, people: Sequence[Person]) -> list[Active]:
    """Without the track, which has chips of its own."""
    return [
        Active(words, clean_query(query, *names) or "?") for words, names in _named(filters, people)
    ]


def _named(filters: Filters, people: Sequence[Person]) -> Iterator[tuple[str, Sequence[str]]]:
    """The words of each, and the fields it stands in."""
    said = {
        "asked": filters.asked and "Waits for information",
        "status": filters.status and _words(STATUSES, filters.status),
        "due": filters.due and f"Due: {_words(DUES, filters.due).lower()}",
        "age": filters.age_hours and f"Waits {_words(AGES, str(filters.age_hours))}",
        "assignee": filters.assignee and _assignee(filters.assignee, people),
        "kind": filters.kind and _words(KINDS, filters.kind),
        "rule": filters.rule and f"Rule {filters.rule}",
        "reason": filters.reason and _words(REASONS, filters.reason),
        "currency": filters.currency and _amount(filters),
        "sort": filters.by_value and _words(SORTS, filters.sort),
    }
    for name, words in said.items():
        if words:
            yield str(words), ["currency", "low", "high"] if name == "currency" else [name]


def _words(choices: Choices, value: str) -> str:
    return dict(choices).get(value, value)


def _assignee(who: str, people: Sequence[Person]) -> str:
    if who == NOBODY:
        return "Nobody works on it"
    if who == ME:
        return "You work on it"
    name = next((one.name for one in people if str(one.id) == who), "Somebody who left")
    return f"{name} works on it"


def _amount(filters: Filters) -> str:
    low, high = (
        None if limit is None else money(limit, filters.currency)
        for limit in (filters.low, filters.high)
    )
    if low and high:
        return f"{low} to {high}"
    if low:
        return f"{low} or more"
    return f"up to {high}" if high else f"In {filters.currency}"
