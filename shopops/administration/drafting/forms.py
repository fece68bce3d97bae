"""Whether a model may draft words, as a form."""

from django import forms
from django.utils.translation import gettext_lazy

from shopops.administration.version_reason import version_reason
from shopops.review.drafting.switch import Wording

ON, OFF = "on", "off"


class WordingForm(forms.Form):
    drafts = forms.ChoiceField(
        label=gettext_lazy("May a model draft words?"),
        choices=[
            (OFF, gettext_lazy("No: whoever adds words to a mail writes them")),
            (ON, gettext_lazy("Yes: whoever adds words may ask the model for a draft")),
        ],
        widget=forms.RadioSelect,
    )
    reason = version_reason()
    based_on = forms.IntegerField(widget=forms.HiddenInput)

    @property
    def wording(self) -> Wording:
        return Wording(drafts=self.cleaned_data["drafts"] == ON)


def form_of(current: Wording) -> WordingForm:
    """Shows the version in force."""
    return WordingForm(
        initial={"drafts": ON if current.drafts else OFF, "based_on": current.version}
    )
