"""From the submitted forms to a draft of the next version, and back."""

from typing import Any

import msgspec

from shopops.administration.forms import (
    CapsFormSet,
    NumbersForm,
    caps_initial,
)
from shopops.administration.threshold_limits import contradictions
from shopops.agents.threshold_changes import CAPS
from shopops.agents.thresholds import Thresholds

NOT_NUMBERS = {"reason", "based_on"}


def blank_forms(current: Thresholds) -> tuple[NumbersForm, CapsFormSet]:
    """Forms that show the version in force."""
    values = msgspec.structs.asdict(current)
    initial = {name: values.get(name) for name in NumbersForm.base_fields}
    numbers = NumbersForm(initial=initial | {"based_on": current.version, "reason": ""})
    return numbers, CapsFormSet(initial=caps_initial({name: values[name] for name in CAPS}))


def draft_of(current: Thresholds, numbers: NumbersForm, caps: CapsFormSet) -> Thresholds:
    """`current` with what valid forms say; settings that the page does not show stay."""
    typed: dict[str, Any] = {
        name: value for name, value in numbers.cleaned_data.items() if name not in NOT_NUMBERS
    }
    typed["required_contact_fields"] = tuple(typed["required_contact_fields"])
    return msgspec.structs.replace(current, **typed, **caps.by_setting())


def refuse_contradictions(draft: Thresholds, numbers: NumbersForm, caps: CapsFormSet) -> bool:
    """Say beside each field what can't be; whether there was anything to say."""
    found, rows = contradictions(draft), caps.by_currency()
    for setting, currency, why in found:
        (numbers if currency is None else rows[currency]).add_error(setting, why)
    return bool(found)
