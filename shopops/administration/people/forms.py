"""Who is on call, as typed forms."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from django_stubs_ext import StrOrPromise

from shopops.alarms.models import RosterContact
from shopops.alarms.roster import LARGEST_STEP, Seen
from shopops.tenants.models import DECIDERS, Membership


def _step() -> forms.IntegerField:
    return forms.IntegerField(
        label=gettext_lazy("Step"),
        min_value=0,
        max_value=LARGEST_STEP,
        help_text=gettext_lazy("0 is rung first, then 1, …"),
    )


def _shared() -> forms.BooleanField:
    return forms.BooleanField(
        label=gettext_lazy("Several people read this mailbox"), required=False
    )


def _moment(label: StrOrPromise) -> forms.DateTimeField:
    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
    return forms.DateTimeField(label=label, widget=widget)


class _OfShop(forms.Form):
    """Its people are those of one shop."""

    def __init__(self, tenant_id: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Membership.objects.filter(tenant_id=tenant_id, active=True)
        self.fields["person"].queryset = people.order_by("display_name")  # type: ignore[attr-defined]


class AddForm(_OfShop):
    person = forms.ModelChoiceField(
        label=gettext_lazy("Person"), queryset=Membership.objects.none()
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        help_text=gettext_lazy("is asked to confirm before it is rung"),
    )
    step = _step()
    shared = _shared()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Whoever may not answer an alarm is not rung (`alarms.roster`)."""
        super().__init__(*args, **kwargs)
        person = self.fields["person"]
        person.queryset = person.queryset.filter(role__in=DECIDERS)  # type: ignore[attr-defined]


class AwayForm(_OfShop):
    """Times are the shop's wall clock; clean it with that time zone active."""

    person = forms.ModelChoiceField(
        label=gettext_lazy("Person"), queryset=Membership.objects.none()
    )
    start = _moment(gettext_lazy("Away from"))
    end = _moment(gettext_lazy("Until"))


class BackForm(_OfShop):
    person = forms.ModelChoiceField(queryset=Membership.objects.none())


class ChangeForm(forms.Form):
    """`seen_…`: how the page showed the address. `turn` "on" or "off": the button that was pressed
    instead of Save."""

    step = _step()
    shared = _shared()
    seen_step = forms.IntegerField(widget=forms.HiddenInput)
    seen_shared = forms.BooleanField(widget=forms.HiddenInput, required=False)
    seen_active = forms.BooleanField(widget=forms.HiddenInput, required=False)
    turn = forms.ChoiceField(
        choices=[("", ""), ("on", "on"), ("off", "off")], required=False, widget=forms.HiddenInput
    )

    @property
    def seen(self) -> Seen:
        data = self.cleaned_data
        return Seen(data["seen_step"], data["seen_shared"], data["seen_active"])

    @property
    def wanted(self) -> Seen:
        """A button that turns it on or off changes nothing else."""
        data, seen = self.cleaned_data, self.seen
        if data["turn"]:
            return seen._replace(active=data["turn"] == "on")
        return Seen(data["step"], data["shared"], seen.active)


def change_form(contact: RosterContact) -> ChangeForm:
    """Shows the address as it is."""
    return ChangeForm(
        auto_id=f"id_{contact.pk}_%s",
        initial={
            "step": contact.step,
            "shared": contact.shared,
            "seen_step": contact.step,
            "seen_shared": contact.shared,
            "seen_active": contact.active,
        },
    )
