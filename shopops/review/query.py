"""The filters as they stand in an address."""

from django.http import QueryDict


def clean_query(query: QueryDict, *without: str) -> str:
    """With its "?", in one order, without what is empty and without the place in the list; empty
    when nothing is left. The same filters always give the same text."""
    left = QueryDict(mutable=True)
    for name in sorted(query):
        if query.get(name) and name not in ("after", *without):
            left[name] = str(query[name])
    return f"?{left.urlencode()}" if left else ""
