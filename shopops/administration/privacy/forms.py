"""What is typed on the pages of customers' data."""

from django import forms
from django.utils.translation import gettext_lazy

from shopops.privacy.models import LONGEST_REASON, RequestKind

LONGEST_NUMBER = 255


class ByHandForm(forms.Form):
    """A wish that came by letter, mail or phone."""

    number = forms.CharField(
        label=gettext_lazy("Order number"),
        max_length=LONGEST_NUMBER,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("as the order’s page shows it; no name or address, please"),
        error_messages={"required": gettext_lazy("Type the order’s number.")},
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("What is asked?"),
        choices=[
            (RequestKind.ACCESS.value, gettext_lazy("What is kept of them")),
            (RequestKind.ERASE_CUSTOMER.value, gettext_lazy("Erase what is kept of them")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what is asked.")},
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=LONGEST_REASON,
        help_text=gettext_lazy("kept with the request; no name or address, please"),
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )


class EraseForm(ReasonForm):
    """`seen`: of the orders that were shown. Nothing is erased that nobody saw."""

    prefix = "erase"
    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class AnswerForm(ReasonForm):
    """`given` alone settles a request for what is kept as done."""

    prefix = "answer"
