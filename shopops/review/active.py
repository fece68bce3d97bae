"""The filters in use, each in words and with the address without it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.review.beside import Person
from shopops.review.filters import ME, NOBODY, Due, Filters
from shopops.review.forms import AGES, KINDS, REASONS, SORTS, STATUSES, Choices
from shopops.review.query import clean_query
from shopops.review.words.values import money

DUES: Mapping[str, str] = {
    Due.OVERDUE: gettext_noop("overdue"),
    Due.SOON: gettext_noop("within 4 hours"),
}


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
        "asked": filters.asked and _("Waits for information"),
        "status": filters.status and _words(STATUSES, filters.status),
        "due": filters.due and _due(filters.due),
        "age": filters.age_hours and _age(str(filters.age_hours)),
        "assignee": filters.assignee and _assignee(filters.assignee, people),
        "kind": filters.kind and _words(KINDS, filters.kind),
        "rule": filters.rule and _("Rule {rule}").format(rule=filters.rule),
        "reason": filters.reason and _words(REASONS, filters.reason),
        "currency": filters.currency and _amount(filters),
        "sort": filters.by_value and _words(SORTS, filters.sort),
    }
    for name, words in said.items():
        if words:
            yield str(words), ["currency", "low", "high"] if name == "currency" else [name]


def _words(choices: Choices, value: str) -> str:
    return str(dict(choices).get(value, value))


def _due(due: str) -> str:
    return _("Due: {when}").format(when=_(DUES.get(due, due)))


def _age(hours: str) -> str:
    return _("Waits {age}").format(age=_words(AGES, hours))


def _assignee(who: str, people: Sequence[Person]) -> str:
    if who == NOBODY:
        return _("Nobody works on it")
    if who == ME:
        return _("You work on it")
    name = next((one.name for one in people if str(one.id) == who), _("Somebody who left"))
    return _("{name} works on it").format(name=name)


def _amount(filters: Filters) -> str:
    low, high = (
        None if limit is None else money(limit, filters.currency)
        for limit in (filters.low, filters.high)
    )
    if low and high:
        return _("{low} to {high}").format(low=low, high=high)
    if low:
        return _("{low} or more").format(low=low)
    if high:
        return _("up to {high}").format(high=high)
    return _("In {currency}").format(currency=filters.currency)
