"""A file of orders, and what it is."""

from django import forms
from django.utils.translation import gettext, gettext_lazy

from shopops.setup.files.kinds import KINDS


def _kinds() -> list[tuple[str, str]]:
    """Asked for when a form is made, in the language of its page."""
    return [(name, gettext(kind.words)) for name, kind in KINDS.items()]


class FileForm(forms.Form):
    kind = forms.ChoiceField(
        label=gettext_lazy("What is in the file?"),
        choices=_kinds,
        widget=forms.RadioSelect,
        initial="shopops-orders",
        error_messages={"required": gettext_lazy("Choose what is in the file.")},
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        allow_empty_file=True,  # refused in our own words
        help_text=gettext_lazy("JSON, in UTF-8, at most 20 MB: about 20,000 orders"),
        widget=forms.FileInput(attrs={"accept": ".json,.jsonl,.ndjson,application/json"}),
        error_messages={
            "required": gettext_lazy("Choose a file."),
            "missing": gettext_lazy("Choose a file."),
        },
    )
