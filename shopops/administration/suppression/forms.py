"""Addresses for the suppression list, as people paste them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_domain_name, validate_email
from django.utils.translation import gettext, gettext_lazy

MOST_AT_ONCE = 500


def _why() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=500,
        help_text=gettext_lazy("kept with the entry; no name or address, please"),
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )


class SuppressForm(forms.Form):
    """One a line; "@example.com" is every address there."""

    addresses = forms.CharField(
        label=gettext_lazy("E-mail addresses, one a line"),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        max_length=MOST_AT_ONCE * 260,
        help_text=gettext_lazy("“@example.com” is every address of that domain"),
        error_messages={"required": gettext_lazy("Write the addresses.")},
    )
    reason = _why()

    def clean_addresses(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["addresses"].splitlines()]
        found = list(dict.fromkeys(line for line in lines if line))
        if len(found) > MOST_AT_ONCE:
            raise ValidationError(
                gettext("At most {most_at_once} addresses at once; these are more.").format(
                    most_at_once=MOST_AT_ONCE
                )
            )
        bad = [line for line in found if not _is_one(line)]
        if bad:
            raise ValidationError(
                gettext("This is no e-mail address: {address}").format(address=bad[0][:100])
            )
        return found


class TakeOffForm(forms.Form):
    """Who is written to again, although they or somebody once asked that nobody does."""

    reason = _why()


class LookForm(forms.Form):
    """Is this address on the list?"""

    address = forms.CharField(
        label=gettext_lazy("Is this address on the list?"), max_length=254, required=False
    )


def _is_one(line: str) -> bool:
    check: Any = validate_domain_name if line.startswith("@") else validate_email
    try:
        check(line.removeprefix("@"))
    except ValidationError:
        return False
    return True
