"""The review settings as a form, and the form for lending somebody a limit."""

from collections.abc import Iterable
from typing import Any

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django_stubs_ext import StrOrPromise

from shopops.administration.version_reason import version_reason
from shopops.money import MoneyError, exponent, parse_minor, plain_minor
from shopops.review.config import ReviewConfig
from shopops.tenants.models import Membership

A_LINE = gettext_lazy(
    "One currency a line, such as USD 100.00. Left empty, there is no limit; once one is listed, "
    "nothing may be approved in the others."
)


def _limits(label: StrOrPromise) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        help_text=A_LINE,
        widget=forms.Textarea({"rows": 3, "placeholder": "USD 100.00"}),
    )


class ReviewForm(forms.Form):
    undo_minutes = forms.IntegerField(
        label=gettext_lazy("A decision can be taken back for"),
        min_value=0,
        max_value=1440,
        help_text=gettext_lazy("minutes, 0 to 1440; 0: it stands at once"),
    )
    due_hours = forms.IntegerField(
        label=gettext_lazy("Overdue after"),
        min_value=1,
        max_value=2160,
        help_text=gettext_lazy("hours, 1 to 2160"),
    )
    expire_hours = forms.IntegerField(
        label=gettext_lazy("Expires after"),
        min_value=1,
        max_value=8760,
        help_text=gettext_lazy("hours, 1 to 8760; it can then be proposed again"),
    )
    claim_minutes = forms.IntegerField(
        label=gettext_lazy("A claim lasts"),
        min_value=1,
        max_value=480,
        help_text=gettext_lazy("minutes without a sign of life, 1 to 480"),
    )
    reject_reasons = forms.CharField(
        label=gettext_lazy("Reasons to reject"),
        required=False,
        help_text=gettext_lazy("one a line; a reviewer may always write another one"),
        widget=forms.Textarea({"rows": 5}),
    )
    second_factor_above = forms.CharField(
        label=gettext_lazy("A second factor is needed to approve more than"),
        required=False,
        help_text=gettext_lazy(
            "One currency a line, such as USD 200.00. A currency that is not listed asks for none; "
            "0.00 asks for every amount."
        ),
        widget=forms.Textarea({"rows": 3, "placeholder": "USD 200.00"}),
    )
    reviewer = _limits(gettext_lazy("Reviewers approve at most, for one order"))
    admin = _limits(gettext_lazy("Admins approve at most, for one order"))
    reason = version_reason()
    based_on = forms.IntegerField(widget=forms.HiddenInput)

    def clean_reviewer(self) -> dict[str, int]:
        return amounts(self.cleaned_data["reviewer"])

    def clean_admin(self) -> dict[str, int]:
        return amounts(self.cleaned_data["admin"])

    def clean_second_factor_above(self) -> dict[str, int]:
        return amounts(self.cleaned_data["second_factor_above"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        body = {
            **{name: data[name] for name in NUMBERS},
            "reject_reasons": _lines(data["reject_reasons"]),
            "limits": {role: data[role] for role in ROLES if data[role]},
            "second_factor_above": data["second_factor_above"],
        }
        try:
            data["config"] = msgspec.convert(body, ReviewConfig)
        except msgspec.ValidationError as problem:
            raise ValidationError(_sentence(str(problem))) from problem
        return data

    @property
    def config(self) -> ReviewConfig:
        found: ReviewConfig = self.cleaned_data["config"]
        return found


NUMBERS = ("undo_minutes", "due_hours", "expire_hours", "claim_minutes")
ROLES = ("reviewer", "admin")


class LendForm(forms.Form):
    """`people`: who may decide in this shop."""

    giver = forms.ChoiceField(label=gettext_lazy("Limit of"))
    receiver = forms.ChoiceField(label=gettext_lazy("lent to"))
    amount = forms.CharField(
        label=gettext_lazy("Up to"), max_length=24, help_text=gettext_lazy("such as USD 500.00")
    )
    starts_at = forms.DateTimeField(
        label=gettext_lazy("From"), widget=forms.DateTimeInput({"type": "datetime-local"})
    )
    ends_at = forms.DateTimeField(
        label=gettext_lazy("Until"), widget=forms.DateTimeInput({"type": "datetime-local"})
    )
    why = forms.CharField(label=gettext_lazy("Why?"), max_length=500)

    def __init__(self, people: Iterable[Membership], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(one.pk): one for one in people}
        names = [
            ("", gettext("Choose")),
            *((key, one.display_name) for key, one in self.people.items()),
        ]
        for name in ("giver", "receiver"):
            self.fields[name].choices = names  # type: ignore[attr-defined]

    def clean_amount(self) -> tuple[str, int]:
        text = self.cleaned_data["amount"]
        found = amounts(text) if " " in text else {}
        if len(found) != 1:
            raise ValidationError(gettext("Write one amount, such as USD 500.00."))
        [(currency, minor)] = found.items()
        return currency, minor


def form_of(current: ReviewConfig) -> ReviewForm:
    """Shows the version in force."""
    return ReviewForm(
        initial={
            **{name: getattr(current, name) for name in NUMBERS},
            "reject_reasons": "\n".join(current.reject_reasons),
            **{role: typed(current.limits.get(role, {})) for role in ROLES},  # type: ignore[call-overload]
            "second_factor_above": typed(current.second_factor_above),
            "based_on": current.version,
        }
    )


def typed(amounts: dict[str, int]) -> str:
    return "\n".join(
        f"{currency} {plain_minor(minor, currency)}" for currency, minor in sorted(amounts.items())
    )


def amounts(text: str) -> dict[str, int]:
    """A currency and its amount a line, in whichever order people write the two."""
    found: dict[str, int] = {}
    for line in _lines(text):
        currency, amount = _parts(line)
        try:
            exponent(currency)
            minor = parse_minor(amount, currency)
        except MoneyError as error:
            raise ValidationError(str(error)) from error
        if currency in found:
            raise ValidationError(gettext("{currency} is named twice.").format(currency=currency))
        found[currency] = minor
    return found


def _parts(line: str) -> tuple[str, str]:
    first, _, second = (part.strip() for part in line.partition(" "))
    if first[:1].isdigit() and second.isalpha():
        first, second = second, first
    return first.upper(), second


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.replace("\0", "").splitlines() if line.strip()]


def _sentence(problem: str) -> str:
    """A refusal of the settings, without where it stands in them."""
    words = problem.partition(" - at `")[0]
    return f"{words[:1].upper()}{words[1:]}."
