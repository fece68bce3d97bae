"""The forms of an alarm mail, below templates/mail, filled in.

They are templates that hold {names} besides. A template is rendered once for each language; after
that filling one costs next to nothing: it is done for every mail while its items are locked. What
is filled in is never looked at again, whatever it holds.
"""

from collections.abc import Callable, Mapping
from functools import cache
from html import escape

from django.template.loader import get_template
from msgspec.structs import asdict

from shopops.alarms.ringing.content import Content, Entry
from shopops.alarms.ringing.words import active_language

Safe = Callable[[str], str]


def as_text(content: Content) -> str:
    return _alarm(content, "txt", str)


def as_html(content: Content) -> str:
    """Every value is escaped: sources and people wrote some of them."""
    return _alarm(content, "html", escape)


def _alarm(content: Content, kind: str, safe: Safe) -> str:
    entries = (_entry(entry, kind, safe) for entry in content.entries)
    notes = (_filled(f"alarm_note.{kind}", {"note": note}, safe) for note in content.notes)
    values = {
        "name": content.name,
        "shop": content.shop,
        "lead": content.lead,
        "subject": content.subject,
        "quiet_for": content.quiet_for,
        "until": content.until,
        "page": content.page,
    }
    made = {name: safe(value) for name, value in values.items()}
    made |= {"entries": "".join(entries), "notes": "".join(notes)}
    return _form(f"alarm.{kind}", active_language()).format_map(made)


def _entry(entry: Entry, kind: str, safe: Safe) -> str:
    step = _filled(f"alarm_step.{kind}", {"page": entry.page}, safe) if entry.page else ""
    made = {name: safe(value) for name, value in asdict(entry).items()} | {"step": step}
    return _form(f"alarm_entry.{kind}", active_language()).format_map(made)


def _filled(form: str, values: Mapping[str, str], safe: Safe) -> str:
    made = {name: safe(value) for name, value in values.items()}
    return _form(form, active_language()).format_map(made)


@cache
def _form(name: str, language: str) -> str:
    """`language`: the one that is active."""
    return get_template(f"mail/{name}").render({})
