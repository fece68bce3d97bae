"""A file of orders, and what it is."""

from django import forms

from shopops.setup.files.kinds import KINDS


class FileForm(forms.Form):
    kind = forms.ChoiceField(
        label="What is in the file?",
        choices=[(name, kind.words) for name, kind in KINDS.items()],
        widget=forms.RadioSelect,
        initial="shopops-orders",
        error_messages={"required": "Choose what is in the file."},
    )
    file = forms.FileField(
        label="File",
        allow_empty_file=True,  # refused in our own words
        help_text="JSON, in UTF-8, at most 20 MB: about 20,000 orders",
        widget=forms.FileInput(attrs={"accept": ".json,.jsonl,.ndjson,application/json"}),
        error_messages={"required": "Choose a file.", "missing": "Choose a file."},
    )
