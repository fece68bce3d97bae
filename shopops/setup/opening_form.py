"""What a new shop needs, as a typed form; the command reads its options with it, too."""

import unicodedata
import zoneinfo
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django_stubs_ext import StrOrPromise

from shopops.money import MoneyError, exponent

USUAL_CURRENCY = "USD"
# Words that an address of this site begins with, or that would mislead in one.
RESERVED = frozenset(
    {
        "account",
        "admin",
        "api",
        "app",
        "confirm-address",
        "demo",
        "healthz",
        "inbound",
        "invitation",
    }
    | {"new", "operator", "root", "setup", "shop", "shops", "shopops", "sign-in", "sign-out"}
    | {"static", "support", "system", "t", "test", "www"}
)


def one_line(text: str) -> str:
    """With single spaces, and nothing in it that is not seen."""
    line = " ".join(text.split())
    if any(unicodedata.category(letter) in {"Cc", "Cf"} for letter in line):
        raise ValidationError(gettext("Use letters that can be seen."))
    return line


def zones() -> list[tuple[str, str]]:
    return [(name, name) for name in sorted(zoneinfo.available_timezones())]


def zone_field(label: StrOrPromise, hint: StrOrPromise) -> forms.ChoiceField:
    wrong = gettext_lazy("%(value)s is not a time zone: use a name such as Europe/Berlin.")
    return forms.ChoiceField(
        label=label, choices=zones, help_text=hint, error_messages={"invalid_choice": wrong}
    )


def name_field() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Name of the shop"),
        min_length=2,
        max_length=120,
        help_text=gettext_lazy("as people read it"),
    )


class OpeningForm(forms.Form):
    name = name_field()
    slug = forms.RegexField(
        label=gettext_lazy("Short name"),
        regex=r"^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$",
        min_length=2,
        max_length=63,
        help_text=gettext_lazy(
            "stands in every address, such as /t/lantern-works/, and never changes"
        ),
        error_messages={
            "invalid": gettext_lazy(
                "Use small letters, digits, - and _; begin and end with a letter or digit."
            )
        },
    )
    timezone = zone_field(
        gettext_lazy("Time zone"), gettext_lazy("days begin at its midnight; can be changed later")
    )
    currency = forms.CharField(
        label=gettext_lazy("Currency of most orders"),
        max_length=3,
        required=False,
        help_text=gettext_lazy(
            "such as EUR; left empty, USD. A person approves above 50 of it, until the shop’s "
            "admin sets other amounts"
        ),
    )
    admin_email = forms.EmailField(
        label=gettext_lazy("E-mail address of its first admin"),
        max_length=254,
        help_text=gettext_lazy("the link goes there"),
    )
    admin_name = forms.CharField(
        label=gettext_lazy("Name of its first admin"),
        min_length=2,
        max_length=80,
        help_text=gettext_lazy("as colleagues read it"),
    )

    def clean_name(self) -> str:
        return one_line(self.cleaned_data["name"])

    def clean_admin_name(self) -> str:
        return one_line(self.cleaned_data["admin_name"])

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED:
            raise ValidationError(
                gettext("“{slug}” is reserved for the site itself: choose another one.").format(
                    slug=slug
                )
            )
        return slug

    def clean_currency(self) -> str:
        currency: str = self.cleaned_data["currency"].strip().upper() or USUAL_CURRENCY
        try:
            exponent(currency)
        except MoneyError as error:
            raise ValidationError(str(error)) from error
        return currency

    @property
    def wanted(self) -> dict[str, Any]:
        """For `open_shop`."""
        return self.cleaned_data


def sentences(form: forms.Form, names: dict[str, str]) -> str:
    """What is wrong, for a command; `names`: of its options, by field."""
    return " ".join(
        f"{names.get(field, field)}: {message}"
        for field, messages in form.errors.items()
        for message in messages
    )
