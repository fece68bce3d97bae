"""How alarms ring, as typed forms with their limits in words."""

import zoneinfo
from datetime import datetime
from itertools import pairwise
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy
from django_stubs_ext import StrOrPromise

from shopops.administration.version_reason import version_reason
from shopops.alarms.config import AlarmConfig, EscalationStep, QuietHours
from shopops.alarms.roster import LARGEST_STEP

MOST_MINUTES = 43_200
MOST_RINGS = 1000
MOST_STEPS = 20


def _minutes(label: StrOrPromise, hint: StrOrPromise, *, least: int = 1) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=MOST_MINUTES,
        help_text=format_lazy("{}; {}", gettext_lazy("minutes"), hint),
    )


def _wall_clock(label: StrOrPromise, hint: StrOrPromise) -> forms.TimeField:
    widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    return forms.TimeField(label=label, required=False, widget=widget, help_text=hint)


class RingingForm(forms.Form):
    """The numbers are named as in `AlarmConfig`."""

    interval_minutes = _minutes(
        gettext_lazy("Ring again every"),
        gettext_lazy("1 to 43,200 (30 days). A shorter one applies to open alarms at once."),
    )
    ring_after_minutes = _minutes(
        gettext_lazy("Wait before an approval rings"),
        gettext_lazy(
            "0 rings at once. What is worse than a missing approval always rings at once."
        ),
        least=0,
    )
    snooze_default_minutes = _minutes(
        gettext_lazy("Usual quiet after an acknowledgment"),
        gettext_lazy("for whoever names no end. Then it rings again."),
    )
    snooze_max_minutes = _minutes(
        gettext_lazy("Longest quiet after an acknowledgment"),
        gettext_lazy("nobody can silence an item for longer at once."),
    )
    hand_off_max_minutes = _minutes(
        gettext_lazy("Longest hand-off"),
        gettext_lazy("then it rings the person who has it, and the others after."),
    )
    quiet_start = _wall_clock(
        gettext_lazy("Quiet from"), gettext_lazy("leave both empty for no quiet hours")
    )
    quiet_end = _wall_clock(
        gettext_lazy("Quiet until"), gettext_lazy("an end before the start is on the next day")
    )
    timezone = forms.ChoiceField(
        label=gettext_lazy("Time zone of these hours"),
        choices=[(name, name) for name in sorted(zoneinfo.available_timezones())],
    )
    reason = version_reason()
    based_on = forms.IntegerField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        usual, longest = data.get("snooze_default_minutes"), data.get("snooze_max_minutes")
        if usual and longest and usual > longest:
            self.add_error(
                "snooze_default_minutes",
                gettext(
                    "The usual quiet is longer than the longest one: raise that or lower this."
                ),
            )
        self._check_quiet(data)
        return data

    def _check_quiet(self, data: dict[str, Any]) -> None:
        if {"quiet_start", "quiet_end"} & self.errors.keys():
            return
        start, end = data.get("quiet_start"), data.get("quiet_end")
        if (start is None) != (end is None):
            self.add_error(
                "quiet_end" if end is None else "quiet_start",
                gettext("Quiet hours need a start and an end; leave both empty for none."),
            )
        elif start is not None and start == end:
            self.add_error(
                "quiet_end",
                gettext(
                    "Quiet hours that end when they start are never or always quiet. "
                    "To silence everything for a time, plan maintenance."
                ),
            )


class StepForm(forms.Form):
    step = forms.IntegerField(
        label=gettext_lazy("On-call step"), min_value=0, max_value=LARGEST_STEP, required=False
    )
    rings = forms.IntegerField(
        label=gettext_lazy("Rings without an answer"),
        min_value=1,
        max_value=MOST_RINGS,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        step, rings = data.get("step"), data.get("rings")
        if not self.errors and (step is None) != (rings is None):
            self.add_error(
                "rings" if rings is None else "step",
                gettext("A row needs both, or neither."),
            )
        return data


class BaseStepFormSet(forms.BaseFormSet[StepForm]):
    def clean(self) -> None:
        steps = self.steps()
        if any(self.errors):
            return
        if not steps:
            raise ValidationError(gettext("Somebody must be rung first: fill in at least one row."))
        if len(steps) > MOST_STEPS:
            raise ValidationError(
                gettext("At most {most_steps} rows.").format(most_steps=MOST_STEPS)
            )
        for before, after in pairwise(steps):
            if before.step == after.step:
                raise ValidationError(
                    gettext(
                        "Step {step} follows itself: give it all of its rings in one row."
                    ).format(step=after.step)
                )

    def steps(self) -> list[EscalationStep]:
        """The rows in their order, without the empty ones."""
        filled = [
            form.cleaned_data
            for form in self.forms
            if hasattr(form, "cleaned_data") and form.cleaned_data.get("rings") is not None
        ]
        return [
            EscalationStep(step=row["step"], rings=row["rings"])
            for row in filled
            if row.get("step") is not None
        ]


class StepFormSet(
    BaseStepFormSet,
    forms.formset_factory(StepForm, extra=2, max_num=MOST_STEPS + 2),  # type: ignore[misc]
):
    """With two empty rows for further steps."""


class WindowForm(forms.Form):
    """Times are the shop's wall clock; clean it with that time zone active."""

    start = forms.DateTimeField(
        label=gettext_lazy("From"),
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    end = forms.DateTimeField(
        label=gettext_lazy("Until"),
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        help_text=gettext_lazy("14 days at most"),
    )
    why = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=200,
        help_text=gettext_lazy("kept with the window"),
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )


class EndForm(forms.Form):
    """Which window: its ends, as the page wrote them."""

    start = forms.CharField(max_length=40)
    end = forms.CharField(max_length=40)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        try:
            self.window = tuple(datetime.fromisoformat(data[name]) for name in ("start", "end"))
        except (KeyError, ValueError) as problem:
            raise ValidationError(gettext("This names no window.")) from problem
        if any(at.tzinfo is None for at in self.window):
            raise ValidationError(gettext("This names no window."))
        return data


def forms_of(current: AlarmConfig) -> tuple[RingingForm, StepFormSet]:
    """Forms that show the version in force."""
    quiet = current.quiet_hours
    initial = {name: getattr(current, name, None) for name in RingingForm.base_fields}
    initial |= {
        "quiet_start": quiet and quiet.start,
        "quiet_end": quiet and quiet.end,
        "based_on": current.version,
        "reason": "",
    }
    steps = [{"step": one.step, "rings": one.rings} for one in current.escalation]
    return RingingForm(initial=initial), StepFormSet(initial=steps)


def draft_of(current: AlarmConfig, typed: RingingForm, steps: StepFormSet) -> dict[str, Any]:
    """The members of `current` that valid forms change; those that the page has not, stay."""
    data = typed.cleaned_data
    quiet = None
    if data["quiet_start"] is not None:
        quiet = QuietHours(start=data["quiet_start"], end=data["quiet_end"])
    shown = {name for name in RingingForm.base_fields if hasattr(current, name)}
    return {name: data[name] for name in shown} | {
        "quiet_hours": quiet,
        "escalation": tuple(steps.steps()),
    }
