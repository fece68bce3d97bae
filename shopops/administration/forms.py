"""The thresholds page as typed forms: money per currency, numbers with their limits in words."""

import zoneinfo
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django_stubs_ext import StrOrPromise

from shopops.agents.threshold_changes import CAPS
from shopops.money import MoneyError, exponent, parse_minor, plain_minor

CONTACT_FIELDS = (
    ("preferred_channel", gettext_lazy("Preferred channel")),
    ("email_on_file", gettext_lazy("E-mail address on file")),
)


def _amount(label: StrOrPromise) -> forms.CharField:
    typed = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
    return forms.CharField(label=label, max_length=24, required=False, widget=typed)


class CapsForm(forms.Form):
    """The amounts of one currency, typed as people write them: 50.00, 9800."""

    currency = forms.CharField(max_length=3, required=False, label=gettext_lazy("Currency"))
    approval_above_cents = _amount(gettext_lazy("Approval above"))
    second_cap_cents = _amount(gettext_lazy("Second approver above"))
    exception_refund_cents = _amount(gettext_lazy("Most an exception refund asks"))
    standard_update_cents = _amount(gettext_lazy("Goodwill with a standard update"))
    goodwill_cap_cents = _amount(gettext_lazy("Most goodwill"))

    def clean_currency(self) -> str:
        currency: str = self.cleaned_data["currency"].strip().upper()
        if currency:
            try:
                exponent(currency)
            except MoneyError as error:
                raise ValidationError(str(error)) from error
        return currency

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        currency = data.get("currency", "")
        typed = {name: data.get(name, "").strip() for name in CAPS}
        if not currency and any(typed.values()) and "currency" not in self.errors:
            self.add_error("currency", gettext("Name the currency of these amounts."))
        self.minor = {
            name: self._minor(name, text, currency) for name, text in typed.items() if text
        }
        return data

    def _minor(self, name: str, text: str, currency: str) -> int:
        try:
            return parse_minor(text, currency) if currency else 0
        except MoneyError as error:
            self.add_error(name, str(error))
            return 0


class BaseCapsFormSet(forms.BaseFormSet[CapsForm]):
    def add_fields(self, form: CapsForm, index: int | None) -> None:
        super().add_fields(form, index)
        if "DELETE" in form.fields:  # not in the empty rows
            form.fields["DELETE"].label = gettext("Remove")

    def clean(self) -> None:
        used = [form.cleaned_data["currency"] for form in self.forms if self._counts(form)]
        if len(used) != len(set(used)):
            raise ValidationError(gettext("Each currency has one row; remove the repeated one."))

    def by_currency(self) -> dict[str, CapsForm]:
        """The rows that count, by the currency that each names."""
        return {form.cleaned_data["currency"]: form for form in self.forms if self._counts(form)}

    def _counts(self, form: CapsForm) -> bool:
        """Whether the row names a currency and is not to be removed."""
        if not form.is_valid() or form.cleaned_data.get("DELETE"):
            return False
        return bool(form.cleaned_data.get("currency"))

    def by_setting(self) -> dict[str, dict[str, int]]:
        """Caps by setting and currency, in minor units; an empty input is a cap not set."""
        rows = self.by_currency()
        return {
            name: {
                currency: form.minor[name] for currency, form in rows.items() if name in form.minor
            }
            for name in CAPS
        }


CapsRows = forms.formset_factory(
    CapsForm, extra=2, max_num=60, can_delete=True, can_delete_extra=False
)


class CapsFormSet(BaseCapsFormSet, CapsRows):  # type: ignore[misc, valid-type]
    """With two empty rows for further currencies."""


def caps_initial(numbers: dict[str, dict[str, int]]) -> list[dict[str, str]]:
    """One row for each currency that any cap names."""
    currencies = sorted({currency for caps in numbers.values() for currency in caps})
    return [
        {"currency": currency}
        | {
            name: plain_minor(caps[currency], currency)
            for name, caps in numbers.items()
            if currency in caps
        }
        for currency in currencies
    ]


def _number(
    label: StrOrPromise, most: int, hint: StrOrPromise, *, least: int = 0
) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=hint)


class NumbersForm(forms.Form):
    """The numbers that have no currency. The names are those of `Thresholds`."""

    exception_at_percent = _number(
        gettext_lazy("Treat as an exception from"),
        100,
        gettext_lazy("percent likelihood that the parcel is in trouble"),
    )
    stall_days_domestic = _number(
        gettext_lazy("Stalled, domestic"), 365, gettext_lazy("days without a scan")
    )
    stall_days_cross_border = _number(
        gettext_lazy("Stalled, cross-border"), 365, gettext_lazy("days without a scan")
    )
    stall_days_past_eta = _number(
        gettext_lazy("Stalled, past its date"), 365, gettext_lazy("days after the promised date")
    )
    pre_transit_business_days = _number(
        gettext_lazy("Not handed over"), 365, gettext_lazy("business days with a label only")
    )
    pickup_days = _number(gettext_lazy("Waiting for pickup"), 365, gettext_lazy("days"))
    evidence_max_age_hours = _number(
        gettext_lazy("Read evidence again after"),
        8760,
        gettext_lazy("hours, before anything is carried out"),
        least=1,
    )
    duplicate_minutes = _number(
        gettext_lazy("Possible duplicate within"), 1440, gettext_lazy("minutes between two orders")
    )
    goodwill_percent = _number(
        gettext_lazy("Goodwill at most"), 100, gettext_lazy("percent of the order total")
    )
    goodwill_every_days = _number(
        gettext_lazy("One goodwill every"), 365, gettext_lazy("days for each customer")
    )
    required_contact_fields = forms.MultipleChoiceField(
        label=gettext_lazy("Needed before a customer is written to"),
        choices=CONTACT_FIELDS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    language_required = forms.BooleanField(
        label=gettext_lazy("Escalate when the customer's language is unknown"), required=False
    )
    default_language = forms.RegexField(
        label=gettext_lazy("Language otherwise"),
        regex=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
        max_length=35,
    )
    timezone = forms.ChoiceField(
        label=gettext_lazy("Time zone in which days are counted"),
        choices=[(name, name) for name in sorted(zoneinfo.available_timezones())],
    )
    reason = forms.CharField(
        label=gettext_lazy("Why do these numbers change?"),
        max_length=500,
        help_text=gettext_lazy("kept with the version"),
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )
    based_on = forms.IntegerField(widget=forms.HiddenInput)


PERIODS = (
    (7, gettext_lazy("7 days")),
    (30, gettext_lazy("30 days")),
    (90, gettext_lazy("90 days")),
    (365, gettext_lazy("a year")),
)


class PreviewForm(forms.Form):
    """Over which orders a draft is tried out."""

    days = forms.TypedChoiceField(
        label=gettext_lazy("Orders proposed within"), choices=PERIODS, coerce=int, initial=30
    )


def _why(most: int) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Why do these numbers change?"),
        max_length=most,
        help_text=gettext_lazy("kept with the version"),
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )


class ReasonForm(forms.Form):
    """Why a version is made, where its numbers stand already."""

    reason = _why(500)


class RestoreForm(ReasonForm):
    """A version keeps 500 characters; some say which older one it restores."""

    reason = _why(460)
