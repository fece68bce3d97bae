"""Counts as people read them: 12,345."""

from django import template

register = template.Library()


@register.filter
def grouped(count: int) -> str:
    return f"{count:,}"
