"""Why somebody saves a version, as a field of a form of settings."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

SAY_WHY = gettext_lazy("Say why, in a few words.")
GOES_ON = ":"  # what the page begins when an older version is restored ends in it


def version_reason() -> forms.CharField:
    """What the page began is no reason before somebody goes on."""
    return forms.CharField(
        label=gettext_lazy("Why does this change?"),
        max_length=500,
        help_text=gettext_lazy("kept with the version"),
        error_messages={"required": SAY_WHY},
        validators=[_refuse_begun],
    )


def _refuse_begun(text: str) -> None:
    if text.rstrip().endswith(GOES_ON):
        raise ValidationError(SAY_WHY)
