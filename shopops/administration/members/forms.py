"""Inviting somebody and changing somebody, as typed forms."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django_stubs_ext import StrOrPromise

from shopops.administration.members.changing import Standing, standing_of
from shopops.administration.reviewing.forms import amounts, typed
from shopops.policy.amounts import MOST_MINOR
from shopops.review.config import Above
from shopops.tenants.models import Membership, Role

MAY = {
    Role.VIEWER: gettext_noop("reads orders, alarms, figures and the ledger"),
    Role.AUDITOR: gettext_noop("reads all of that and every setting, and changes nothing"),
    Role.REVIEWER: gettext_noop("decides on orders and answers alarms"),
    Role.ADMIN: gettext_noop("decides, and changes settings and people"),
}
MOST_CURRENCIES = 200


def _roles() -> list[tuple[str, str]]:
    """Asked for when a form is made, in the language of its page."""
    return [(role.value, f"{gettext(role.label)}: {gettext(MAY[role])}") for role in Role]


def _name(label: StrOrPromise) -> forms.CharField:
    return forms.CharField(
        label=label,
        min_length=2,
        max_length=80,
        help_text=gettext_lazy("as colleagues and the ledger’s receipts show it"),
    )


def _role(label: StrOrPromise) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=_roles, widget=forms.RadioSelect)


def _reason() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=500,
        help_text=gettext_lazy("kept with the change"),
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )


class _Named(forms.Form):
    def clean_display_name(self) -> str:
        """On one line, and nothing in it that is not seen."""
        name = " ".join(self.cleaned_data["display_name"].split())
        if any(unicodedata.category(letter) in {"Cc", "Cf"} for letter in name):
            raise ValidationError(gettext("Use letters that can be seen."))
        if "@" in name:
            raise ValidationError(gettext("Enter a name, not an address."))
        return name


class InviteForm(_Named):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        help_text=gettext_lazy("the link goes there and nowhere else"),
    )
    display_name = _name(gettext_lazy("Name"))
    role = _role(gettext_lazy("Role"))

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class JoinForm(_Named):
    """How who was invited is to be called. `invited_as`: what they were called so far; what was
    only taken from their address is not shown to them as their name."""

    display_name = _name(gettext_lazy("Your name"))

    def __init__(self, data: Any = None, *, invited_as: str, email: str) -> None:
        known = "" if invited_as.lower() == email.partition("@")[0].lower() else invited_as
        super().__init__(data, initial={"display_name": known})
        self.fields["display_name"].widget.attrs["autocomplete"] = "name"


class _Seen(forms.Form):
    """`seen_…`: how the page showed the person."""

    seen_role = forms.CharField(widget=forms.HiddenInput, max_length=16)
    seen_name = forms.CharField(widget=forms.HiddenInput, max_length=80, strip=False)
    seen_active = forms.BooleanField(widget=forms.HiddenInput, required=False)

    @property
    def seen(self) -> Standing:
        data = self.cleaned_data
        return Standing(data["seen_role"], data["seen_name"], data["seen_active"])

    @property
    def wanted(self) -> Standing:
        """How they are to be."""
        raise NotImplementedError

    @property
    def changes_power(self) -> bool:
        """Rather than the name alone."""
        return self.wanted != self.seen._replace(display_name=self.wanted.display_name)


class MemberForm(_Named, _Seen):
    display_name = _name(gettext_lazy("Name"))
    role = _role(gettext_lazy("Role"))
    reason = _reason()

    @property
    def wanted(self) -> Standing:
        data = self.cleaned_data
        return Standing(data["role"], data["display_name"], self.seen.active)


class LeaveForm(_Seen):
    """Out of the shop, or back into it: whichever they are not."""

    reason = _reason()

    @property
    def wanted(self) -> Standing:
        return self.seen._replace(active=not self.seen.active)


class LimitForm(forms.Form):
    """`seen_limits`: how the page showed them."""

    limits = forms.CharField(
        label=gettext_lazy("Approves at most, for one order"),
        required=False,
        help_text=gettext_lazy(
            "One currency a line, such as USD 100.00; USD 0.00 is nothing. The lower one of this "
            "and of the role’s limit counts. Left empty, the role’s limit counts alone."
        ),
        widget=forms.Textarea({"rows": 3, "placeholder": "USD 100.00"}),
    )
    seen_limits = forms.CharField(widget=forms.HiddenInput, required=False)
    reason = _reason()

    def clean_limits(self) -> Above:
        found = amounts(self.cleaned_data["limits"])
        if len(found) > MOST_CURRENCIES or max(found.values(), default=0) > MOST_MINOR:
            raise ValidationError(gettext("No order is worth that much. Write smaller amounts."))
        return found

    def clean_seen_limits(self) -> Above:
        return amounts(self.cleaned_data["seen_limits"])


def forms_of(member: Membership, own: Above) -> dict[str, Any]:
    """They show the person as they are. `own`: their own limits."""
    seen = standing_of(member)
    shown = {"seen_role": seen.role, "seen_name": seen.display_name, "seen_active": seen.active}
    named = {"role": seen.role, "display_name": seen.display_name}
    return {
        "changing": MemberForm(initial=shown | named),
        "leaving": LeaveForm(initial=shown, auto_id="id_leave_%s"),
        "limiting": LimitForm(
            initial={"limits": typed(own), "seen_limits": typed(own)}, auto_id="id_limit_%s"
        ),
    }
