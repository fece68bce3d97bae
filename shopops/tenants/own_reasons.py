"""Reasons that stand beside a change when no person gave one: kept in English, and said in the
language of whoever reads."""

from django.utils.translation import gettext, gettext_noop

OPENED = gettext_noop("The shop was opened")
SET_UP = gettext_noop("Set while the shop was set up")
ZONE_CHANGED = gettext_noop("The shop’s time zone was changed")
MAINTENANCE_ENDED = gettext_noop("Maintenance ended early")
MAINTENANCE_PLANNED = gettext_noop("Maintenance planned: {why}")  # a person's words within ours
ASKED_BY_LINK = gettext_noop("The customer asked for it, by the link in an offer")
WHOLE = frozenset({OPENED, SET_UP, ZONE_CHANGED, MAINTENANCE_ENDED, ASKED_BY_LINK})


def reason_said(reason: str) -> str:
    """A person's as it was written."""
    if reason in WHOLE:
        return gettext(reason)
    before, planned, why = reason.partition(MAINTENANCE_PLANNED.format(why=""))
    if planned and not before:
        return gettext(MAINTENANCE_PLANNED).format(why=why)
    return reason
