"""The two forms of setting up that no page of settings has: the shop itself, and few amounts."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from shopops.administration.forms import BaseCapsFormSet, CapsForm, caps_initial
from shopops.agents.thresholds import Thresholds
from shopops.setup.opening_form import name_field, one_line, zone_field

ASKED = ("approval_above_cents", "second_cap_cents", "exception_refund_cents")


class ShopForm(forms.Form):
    name = name_field()
    timezone = zone_field(gettext_lazy("Time zone"), gettext_lazy("days begin at its midnight"))

    def clean_name(self) -> str:
        return one_line(self.cleaned_data["name"])


class AmountsForm(CapsForm):
    """The other amounts stay as they are."""

    standard_update_cents = None  # type: ignore[assignment]
    goodwill_cap_cents = None  # type: ignore[assignment]


AmountsRows = forms.formset_factory(AmountsForm, extra=2, max_num=60)


class AmountsFormSet(BaseCapsFormSet, AmountsRows):  # type: ignore[misc, valid-type]
    """A currency that was there stays, unless its row is emptied."""

    def clean(self) -> None:
        super().clean()
        if not self.by_currency():
            raise ValidationError(gettext("Name one currency at least, with an amount."))

    @property
    def caps(self) -> dict[str, dict[str, int]]:
        """By setting and currency, in minor units."""
        found = self.by_setting()
        return {name: found[name] for name in ASKED}


class BasedOnForm(forms.Form):
    """The version that the page showed."""

    based_on = forms.IntegerField(widget=forms.HiddenInput, min_value=1)


def amounts_initial(numbers: Thresholds, seen: set[str]) -> list[dict[str, Any]]:
    """One row for each currency that has an amount, or that an order is in."""
    rows = caps_initial({name: getattr(numbers, name) for name in ASKED})
    known = {row["currency"] for row in rows}
    return [*rows, *({"currency": currency} for currency in sorted(seen - known))]
