"""Entries about connected shops, and about what became of an approved step."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop

from shopops.review.words.people import Names, name_of
from shopops.review.words.values import money

Body = Mapping[str, Any]
CONNECTIONS = {
    "connected": gettext_noop("{who} connected a shop ({shop})"),
    "changed": gettext_noop("{who} changed the settings of a connected shop ({shop})"),
    "carries_out": gettext_noop("{who} changed what a connected shop carries out ({shop}): {to}"),
    "paused": gettext_noop("{who} paused a connected shop ({shop})"),
    "resumed": gettext_noop("{who} resumed a connected shop ({shop})"),
    "removed": gettext_noop("{who} removed a connected shop ({shop})"),
}
OTHER_CHANGE = gettext_noop("{who} changed a connected shop ({shop})")
OUT = {
    "nothing": gettext_noop("nothing"),
    "approved": gettext_noop("what a person approved"),
    "permitted": gettext_noop("what a person approved, and what needs no approval"),
}
STEPS = {
    "refund": gettext_noop("Refund"),
    "reship": gettext_noop("Sending again"),
    "credit": gettext_noop("Store credit"),
    "mail": gettext_noop("Mail to the customer"),
    "note": gettext_noop("Note in the order"),
}
STEP = gettext_noop("Approved step")
BECAME = {
    "held": gettext_noop("{step} is held"),
    "running": gettext_noop("{step} is under way"),
    "unknown": gettext_noop("{step}: whether it happened is not known yet"),
    "succeeded": gettext_noop("{step} is done"),
    "failed": gettext_noop("{step} failed"),
    "let_go": gettext_noop("{step} was taken back before it ran"),
}
UNSAID = gettext_noop("It was recorded what became of an approved step")


def connection_changed(body: Body, names: Names) -> str:
    said = gettext(CONNECTIONS.get(str(body.get("change")), OTHER_CHANGE))
    out = OUT.get(str(body.get("after")))
    return said.format(
        who=name_of(body.get("author"), names),
        shop=body.get("connector"),
        to=gettext(out) if out else "",
    )


def execution(body: Body, names: Names) -> str:
    """Such as: Refund of 12.00 USD is done, said Maya."""
    said = BECAME.get(str(body.get("state")))
    if said is None:
        return gettext(UNSAID)
    told = gettext(said).format(step=_step(body))
    if body.get("by"):
        return gettext("{told}, said {who}").format(told=told, who=name_of(body["by"], names))
    return told


def _step(body: Body) -> str:
    step = gettext(STEPS.get(str(body.get("does")), STEP))
    if body.get("amount_minor") is None:
        return step
    amount = money(body["amount_minor"], str(body.get("currency")))
    return gettext("{step} of {amount}").format(step=step, amount=amount)
