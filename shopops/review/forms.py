"""What comes in with a request, checked: the queue's filters."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from shopops.agents.proposal import Track
from shopops.money import MoneyError, exponent, parse_minor
from shopops.policy.rules import RuleId
from shopops.review.cursor import Cursor
from shopops.review.queue import Filters
from shopops.review.words.rules import RULES

TRACKS = [("", "All tracks"), *((track.value, track.value.capitalize()) for track in Track)]
RULE_CHOICES = [("", "Any rule"), *((rule.value, f"{rule} {RULES[rule]}") for rule in RuleId)]


class QueueForm(forms.Form):
    """The filters of the queue. What can't be read is named and left out, the rest applies."""

    q = forms.CharField(max_length=80, required=False, label="Order number")
    track = forms.ChoiceField(choices=TRACKS, required=False, label="Track")
    asked = forms.BooleanField(required=False, label="Waits for information")
    rule = forms.ChoiceField(choices=RULE_CHOICES, required=False, label="Rule")
    currency = forms.CharField(max_length=3, required=False, label="Currency")
    low = forms.CharField(max_length=24, required=False, label="Amount from")
    high = forms.CharField(max_length=24, required=False, label="to")
    after = forms.CharField(max_length=40, required=False)

    def clean_currency(self) -> str:
        currency = str(self.cleaned_data["currency"]).upper()
        if currency:
            self._checked(lambda: exponent(currency))
        return currency

    def clean_after(self) -> Cursor | None:
        text = self.cleaned_data["after"]
        try:
            return Cursor.read(text) if text else None
        except ValueError as error:
            raise ValidationError("That link was cut off, so this is the first page.") from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        currency = data.get("currency", "")
        for name in ("low", "high"):
            data[name] = self._minor(name, data.get(name, ""), currency)
        return data

    def _minor(self, name: str, text: str, currency: str) -> int | None:
        if not text or "currency" in self.errors:
            return None
        if not currency:
            self.add_error("currency", "Name the currency of the amount, such as USD.")
            return None
        try:
            return parse_minor(text, currency)
        except MoneyError as error:
            self.add_error(name, str(error))
            return None

    def _checked(self, read: Any) -> None:
        try:
            read()
        except MoneyError as error:
            raise ValidationError(str(error)) from error

    def filters(self) -> Filters:
        self.is_valid()
        data = self.cleaned_data
        return Filters(
            track=data.get("track", ""),
            asked=bool(data.get("asked")),
            rule=data.get("rule", ""),
            currency=data.get("currency", ""),
            low=data.get("low"),
            high=data.get("high"),
            number=data.get("q", ""),
        )
