"""Labels that are kept in English, by models and by rooms without a language, as they are shown."""

from django.utils.translation import gettext, gettext_noop

# What a shop has before it names its own (`review.config`).
REASONS_TO_REJECT = (
    gettext_noop("Already solved with the customer"),
    gettext_noop("The amount is wrong"),
    gettext_noop("The customer wants to wait"),
    gettext_noop("The parcel has arrived"),
)


def said(label: str) -> str:
    return gettext(str(label))


def small(label: str) -> str:
    """As it stands within a sentence, or on a tag."""
    return gettext(str(label).lower())
