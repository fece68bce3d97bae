"""What is noted of a delivery that says something besides records: a sentence of ours, kept in
English, and the orders or the customer that it is about."""

from django.utils.translation import gettext, gettext_noop

ABOUT = gettext_noop("It is about: {about}.")


def with_about(said: str, about: str) -> str:
    return f"{said} {ABOUT.format(about=about)}" if about else said


def note_said(reason: str) -> str:
    """In the language of whoever reads."""
    said, found, about = reason.partition(f" {ABOUT.format(about='').removesuffix('.')}")
    if not found:
        return gettext(reason)
    return f"{gettext(said)} {gettext(ABOUT).format(about=about.removesuffix('.'))}"
