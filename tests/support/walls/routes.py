"""Every address that the site answers to, as its urlconfs say."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

APPS = re.compile(r"(?<=<app_label>)[\w|]+")  # of Django's admin, in the order of registration
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


def routes() -> set[str]:
    """Patterns as they are written, such as `t/<slug:slug>/review/`; of all included urlconfs."""
    return set(_walk(get_resolver()))


def filled(pattern: str, values: Mapping[str, Any]) -> str:
    """The address of this pattern. Raises `KeyError` for a parameter that no value is known of."""
    return "/" + PARAMETER.sub(lambda found: str(values[found[1]]), pattern)


def _walk(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        pattern = before + str(one.pattern)
        if isinstance(one, URLPattern):
            yield APPS.sub(lambda found: "|".join(sorted(found[0].split("|"))), pattern)
        else:
            yield from _walk(one, pattern)
