"""Why an effect stands where it stands, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

POLICY = "policy:"

SENTENCES: Mapping[str, str] = {
    "evidence_changed": gettext_noop(
        "The order is no longer as it was when it was approved, so nothing was done. Look at the "
        "order as it is now and decide anew."
    ),
    "suppressed": gettext_noop("The address is on the suppression list, so no mail was sent."),
    "order_gone": gettext_noop("The shop no longer has this order, so nothing was done."),
    "earlier_step_failed": gettext_noop(
        "It waited for a step before it, which was not carried out. It goes on once that one is "
        "done."
    ),
    "superseded": gettext_noop("A newer proposal took its place before it was carried out."),
    "waits": gettext_noop("It waits for the step before it."),
    "asked_again": gettext_noop(
        "Somebody asked for another try. What came of the tries before is looked up first."
    ),
    "cut_off": gettext_noop(
        "The program stopped in the middle of a try. What came of it is looked up."
    ),
    "not_there_yet": gettext_noop(
        "The shop does not show it. That may be too early, so the shop is asked again before "
        "anything is sent again."
    ),
    "tried_often": gettext_noop(
        "It was tried many times and the shop shows nothing of it. Try it again, or do it by hand."
    ),
}


def why(code: str, detail: str) -> str:
    """Empty where there is nothing to say."""
    if code.startswith(POLICY):
        rule = code.removeprefix(POLICY)
        said = _("Policy no longer agrees ({rule}), so nothing was done.").format(rule=rule)
        return f"{said} {detail}".strip()
    if code in SENTENCES:
        return _(SENTENCES[code])
    return detail or code.replace("_", " ").capitalize()
