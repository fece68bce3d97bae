"""Inviting somebody and changing somebody, as typed forms."""

import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from shopops.administration.members.changing import Standing, standing_of
from shopops.tenants.models import Membership, Role

MAY = {
    Role.VIEWER: "reads orders, alarms, figures and the ledger",
    Role.AUDITOR: "reads all of that and every setting, and changes nothing",
    Role.REVIEWER: "decides on orders and answers alarms",
    Role.ADMIN: "decides, and changes settings and people",
}
ROLES = [(role.value, f"{role.label}: {MAY[role]}") for role in Role]


def _name(label: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        min_length=2,
        max_length=80,
        help_text="as colleagues and the ledger’s receipts show it",
    )


def _role(label: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=ROLES, widget=forms.RadioSelect)


def _reason() -> forms.CharField:
    return forms.CharField(
        label="Why?",
        max_length=500,
        help_text="kept with the change",
        error_messages={"required": "Say why, in a few words."},
    )


class _Named(forms.Form):
    def clean_display_name(self) -> str:
        """On one line, and nothing in it that is not seen."""
        name = " ".join(self.cleaned_data["display_name"].split())
        if any(unicodedata.category(letter) in {"Cc", "Cf"} for letter in name):
            raise ValidationError("Use letters that can be seen.")
        return name


class InviteForm(_Named):
    email = forms.EmailField(
        label="E-mail address", max_length=254, help_text="the link goes there and nowhere else"
    )
    display_name = _name("Name")
    role = _role("Role")

    def clean_role(self) -> Role:
        return Role(self.cleaned_data["role"])


class _Seen(forms.Form):
    """`seen_…`: how the page showed the person."""

    seen_role = forms.CharField(widget=forms.HiddenInput, max_length=16)
    seen_name = forms.CharField(widget=forms.HiddenInput, max_length=80, strip=False)
    seen_active = forms.BooleanField(widget=forms.HiddenInput, required=False)

    @property
    def seen(self) -> Standing:
        data = self.cleaned_data
        return Standing(data["seen_role"], data["seen_name"], data["seen_active"])


class MemberForm(_Named, _Seen):
    display_name = _name("Name")
    role = _role("Role")
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


def forms_of(member: Membership) -> dict[str, Any]:
    """They show the person as they are."""
    seen = standing_of(member)
    shown = {"seen_role": seen.role, "seen_name": seen.display_name, "seen_active": seen.active}
    named = {"role": seen.role, "display_name": seen.display_name}
    return {
        "changing": MemberForm(initial=shown | named),
        "leaving": LeaveForm(initial=shown, auto_id="id_leave_%s"),
    }
