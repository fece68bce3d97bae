"""Sentences of the mail doctor on a page."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_CODE = re.compile(r"`([^`]+)`")


@register.filter
def with_code(sentence: str) -> SafeString:
    """What stands in backticks is shown as code. Some of it comes from outside: it is escaped."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", str(escape(sentence))))  # noqa: S308
