"""What is asked of whoever answers an alarm, as a form with the consequences in words."""

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy

from shopops.acknowledgments.rules import SERVER_NAME, Rules, RulesRefused
from shopops.administration.version_reason import version_reason

PROVEN, UNPROVEN = "proven", "unproven"


class RepliesForm(forms.Form):
    proof = forms.ChoiceField(
        label=gettext_lazy("Which answers count?"),
        choices=[
            (PROVEN, gettext_lazy("Only answers whose sender is proven")),
            (UNPROVEN, gettext_lazy("Also answers that nobody vouches for")),
        ],
        widget=forms.RadioSelect,
    )
    knowingly = forms.BooleanField(
        label=gettext_lazy("I know that anybody could then acknowledge in a person’s name"),
        required=False,
    )
    authserv_id = forms.CharField(
        label=gettext_lazy("Name of the mail server whose word counts"),
        max_length=253,
        required=False,
        validators=[RegexValidator(rf"\A{SERVER_NAME.pattern}\Z", RulesRefused.__doc__)],
        help_text=gettext_lazy(
            "as it stands first in its Authentication-Results headers; empty: the site’s own"
        ),
    )
    reason = version_reason()
    based_on = forms.IntegerField(widget=forms.HiddenInput)

    @property
    def rules(self) -> Rules:
        data = self.cleaned_data
        return Rules(
            takes_unproven=data["proof"] == UNPROVEN, authserv_id=data["authserv_id"].lower()
        )


def form_of(current: Rules) -> RepliesForm:
    """Shows the version in force."""
    return RepliesForm(
        initial={
            "proof": UNPROVEN if current.takes_unproven else PROVEN,
            "authserv_id": current.authserv_id,
            "based_on": current.version,
        }
    )
