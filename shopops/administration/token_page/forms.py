"""Creating and replacing tokens, as typed forms."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from shopops.administration.tokens import LONGEST_SKILL
from shopops.tenants.models import Membership
from shopops.tenants.tokens import Scope

MAY = {
    Scope.ORDERS_WRITE: gettext_noop("bring in orders"),
    Scope.TRACKERS_WRITE: gettext_noop("bring in tracking"),
    Scope.RESOLVE: gettext_noop("have orders looked at, so that proposals are made"),
    Scope.PROPOSALS_READ: gettext_noop("read proposals and their evidence"),
    Scope.ALARMS_RING: gettext_noop("report what is open and ring about it"),
    Scope.ALARMS_ACKNOWLEDGE: gettext_noop("acknowledge alarms"),
    Scope.ALARMS_RESOLVE: gettext_noop("close alarms"),
    Scope.REVIEW_READ: gettext_noop("read the review queue and its orders"),
    Scope.REVIEW_DECIDE: gettext_noop("decide in the name of the person chosen below"),
}
OVERLAPS = {
    "0": (gettext_noop("stops at once"), timedelta(0)),
    "1": (gettext_noop("works for one more day"), timedelta(days=1)),
    "7": (gettext_noop("works for seven more days"), timedelta(days=7)),
}
DEFAULT_DAYS, MOST_DAYS = 90, 365


def _scopes() -> list[tuple[str, str]]:
    """Asked for when a form is made, in the language of its page."""
    return [(scope.value, f"{gettext(words)} ({scope.value})") for scope, words in MAY.items()]


def _overlaps() -> list[tuple[str, str]]:
    return [(key, gettext(words)) for key, (words, _) in OVERLAPS.items()]


def _days() -> forms.IntegerField:
    return forms.IntegerField(
        label=gettext_lazy("Expires after"),
        min_value=1,
        max_value=MOST_DAYS,
        initial=DEFAULT_DAYS,
        help_text=gettext("days, 1 to {most_days}").format(most_days=MOST_DAYS),
    )


class TokenForm(forms.Form):
    """`people`: who may decide in this shop."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        min_length=2,
        max_length=80,
        help_text=gettext_lazy("who or what uses it"),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("It may"),
        choices=_scopes,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one.")},
    )
    skill = forms.CharField(
        label=gettext_lazy("Skill"),
        required=False,
        max_length=LONGEST_SKILL,
        help_text=gettext_lazy("for whom it speaks on alarms; needed with alarms:…"),
    )
    acts_for = forms.ChoiceField(
        label=gettext_lazy("Acts for"),
        required=False,
        help_text=gettext_lazy("whose decisions it sends; for review:decide"),
    )
    days = _days()

    def __init__(self, people: Iterable[Membership], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(one.pk): one for one in people}
        names = [
            ("", gettext("Nobody")),
            *((key, one.display_name) for key, one in self.people.items()),
        ]
        self.fields["acts_for"].choices = names  # type: ignore[attr-defined]

    def clean_scopes(self) -> list[Scope]:
        return [Scope(scope) for scope in self.cleaned_data["scopes"]]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if Scope.REVIEW_DECIDE in data.get("scopes", []) and not data.get("acts_for"):
            self.add_error("acts_for", gettext("Choose whose decisions it sends."))
        return data

    @property
    def acting(self) -> Membership | None:
        return self.people.get(self.cleaned_data["acts_for"])


class ReplaceForm(forms.Form):
    """`seen_expires`: until when the page said that the token works."""

    overlap = forms.ChoiceField(
        label=gettext_lazy("The old one"),
        choices=_overlaps,
        initial="1",
    )
    days = _days()
    seen_expires = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    @property
    def after(self) -> timedelta:
        return OVERLAPS[self.cleaned_data["overlap"]][1]

    @property
    def seen(self) -> datetime | None:
        """None too for what is no time: no token expires then."""
        try:
            return datetime.fromisoformat(self.cleaned_data["seen_expires"])
        except ValueError:
            return None
