"""What a form shows of how it was sent, when it was refused. Each tag names the form it stands in
(`Returned.form`); on a page that nobody sent anything to, all of them say nothing."""

from typing import Any

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from shopops.review.detail.returned import Returned

register = template.Library()


@register.simple_tag(takes_context=True)
def opened(context: Context, form: str) -> SafeString | str:
    """For its `<details>`."""
    return mark_safe(" open") if _returned(context, form) else ""


@register.simple_tag(takes_context=True)
def typed(context: Context, form: str, field: str) -> str:
    returned = _returned(context, form)
    return returned.sent.get(field, "") if returned else ""


@register.simple_tag(takes_context=True)
def chosen(context: Context, form: str, field: str, value: str) -> SafeString | str:
    """For an `<option>`."""
    return mark_safe(" selected") if typed(context, form, field) == value else ""


@register.simple_tag(takes_context=True)
def described(context: Context, form: str, field: str, hint: str = "") -> SafeString | str:
    """The attributes of a field. `hint`: the id of what is always said about it."""
    returned = _returned(context, form)
    wrong = returned is not None and field in returned.beside
    ids = " ".join(one for one in (_id(form, field) if wrong else "", hint) if one)
    said = format_html(' aria-describedby="{}"', ids) if ids else ""
    if returned is None or not wrong:
        return said
    first = next(iter(returned.beside)) == field
    return format_html('{} aria-invalid="true"{}', said, mark_safe(" autofocus") if first else "")


@register.simple_tag(takes_context=True)
def wrong(context: Context, form: str, field: str) -> SafeString | str:
    """The reason, beside the field."""
    returned = _returned(context, form)
    said = returned.beside.get(field) if returned else None
    return (
        format_html('<span class="wrong" id="{}">{}</span>', _id(form, field), said) if said else ""
    )


@register.inclusion_tag("review/detail/_returned.html", takes_context=True)
def why_returned(context: Context, form: str) -> dict[str, Any]:
    """At the top of the form: that nothing was decided, and why."""
    return {"returned": _returned(context, form)}


def _returned(context: Context, form: str) -> Returned | None:
    returned: Returned | None = context.get("returned")
    return returned if returned is not None and returned.form == form else None


def _id(form: str, field: str) -> str:
    return f"wrong-{form}-{field}"
