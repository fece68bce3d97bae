"""What people send from an item's page."""

from datetime import datetime, timedelta

from django import forms

from shopops.alarms.models.notes import LONGEST_NOTE

LONGEST = 43_200  # minutes; the shop's own limit is checked where the row is written


class Until(forms.Form):
    """`minutes` from now on; none: the shop's usual end."""

    minutes = forms.IntegerField(min_value=1, max_value=LONGEST, required=False)
    note = forms.CharField(max_length=LONGEST_NOTE, required=False)

    def until(self, now: datetime) -> datetime | None:
        minutes = self.cleaned_data["minutes"]
        return now + timedelta(minutes=minutes) if minutes else None


class HandOff(Until):
    holder = forms.IntegerField(min_value=1)


class Reason(forms.Form):
    reason = forms.CharField(max_length=LONGEST_NOTE, required=False)


class Resolving(Reason):
    """`proposal`: the one that the page said is closed too; none: it said nothing of one."""

    proposal = forms.IntegerField(min_value=1, required=False)
