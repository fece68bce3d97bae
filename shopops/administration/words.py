"""Changes of settings as people read them, with the labels of the page's own forms."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext

from shopops.administration.forms import CapsForm, NumbersForm
from shopops.agents.threshold_changes import CAPS, Change
from shopops.money import format_minor


class ChangeWords(NamedTuple):
    setting: str
    before: str
    after: str


def in_words(changed: Iterable[Change]) -> list[ChangeWords]:
    return [
        ChangeWords(_label(change), _value(change, change.before), _value(change, change.after))
        for change in changed
    ]


def setting_words(name: str, value: Any) -> list[tuple[str, str]]:
    """A setting with its value; one line for each key of a setting that has keys."""
    pairs = value.items() if isinstance(value, dict) else [(None, value)]
    found = [Change(name, key, None, one) for key, one in pairs]
    return [(_label(change), _value(change, change.after)) for change in found]


def _label(change: Change) -> str:
    form = CapsForm if change.setting in CAPS else NumbersForm
    field = form.base_fields.get(change.setting)
    label = change.setting.replace("_", " ").capitalize() if field is None else str(field.label)
    return label if change.key is None else f"{label} ({change.key.replace('_', ' ')})"


def _value(change: Change, value: Any) -> str:
    if value is None:
        return gettext("not set")
    if change.setting in CAPS and change.key is not None:
        return format_minor(value, change.key)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list | tuple):
        return ", ".join(str(item).replace("_", " ") for item in value) or gettext("none")
    return str(value)
