"""Why an effect stands where it stands, in words. What shops answer: `answers`."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from shopops.connections.masking import scrubbed
from shopops.execution.pages.answers import answer_words
from shopops.execution.refusals import StillBarred
from shopops.policy.rules import RuleId
from shopops.review.refusals import DecisionRefused
from shopops.review.words.rules import rule_words

POLICY = "policy:"

SENTENCES: Mapping[str, str] = {
    "evidence_changed": gettext_noop(
        "The order is no longer as it was when it was approved, so nothing was done. Look at the "
        "order as it is now and decide anew."
    ),
    "suppressed": gettext_noop(
        "The address is on the suppression list, so no mail was sent. Tell them in another "
        "way and mark it as sent, or give it up."
    ),
    "order_gone": gettext_noop(
        "The shop no longer has this order, so nothing was done. Look there; then mark it as "
        "done, or give it up."
    ),
    "earlier_step_failed": gettext_noop(
        "It waited for a step before it, which was not carried out. It goes on once that one is "
        "done."
    ),
    "not_released": gettext_noop(
        "It has not been checked since it was approved. Press “Try again”, or for a mail “Send it "
        "again”."
    ),
    "given_up": gettext_noop("It is not to happen any more."),
    "two_alike": gettext_noop(
        "The shop shows one of this kind and amount, which may be another’s. Look there which is "
        "which; then mark it as done, or give it up."
    ),
    "done_late": gettext_noop(
        "It counted as not carried out, and then the shop answered that it was. Look in the shop, "
        "and mark it as done."
    ),
    "done_twice": gettext_noop(
        "It counted as done already, and then the shop answered that it did it too, so it may have "
        "happened twice. Look in the shop, put it right there if it did, and mark it as done."
    ),
    "source_behind": gettext_noop(
        "The shop’s copy of this order is older than the one here, so nothing is done. Check that "
        "the connection leads to the right shop."
    ),
    "asked_to_run": gettext_noop("Somebody wants it run. The order is read again first."),
    "shop_down": gettext_noop(
        "The shop has not answered for about an hour. It is asked again every hour, and this goes "
        "on once it answers."
    ),
    "shop_is_quiet": gettext_noop(
        "The shop did not answer lately, so nothing is sent to it for now."
    ),
    "waits_for_refund": gettext_noop(
        "Another refund of this payment is under way. It waits until that one is settled."
    ),
    "not_offered": gettext_noop(
        "This kind of shop has no such thing. Do it there by hand and mark it as done."
    ),
    "no_mail_sender": gettext_noop(
        "No mail server is set, so none goes out from here. Send it yourself and mark it as done."
    ),
    "no_mail_server": gettext_noop(
        "No mail server is set, so no mail goes out from here. Send it yourself and mark it "
        "as sent."
    ),
    "mail_in_doubt": gettext_noop(
        "The connection was lost while the mail server had the mail, so nobody here knows whether "
        "it went. It is never sent again by itself: say that it went, or send it again."
    ),
    "no_such_address": gettext_noop(
        "The mail server takes no mail for this address. Correct it in the shop; the order is "
        "proposed anew then."
    ),
    "undelivered": gettext_noop(
        "It went, and a mail server reported that it could not be delivered. Correct the address "
        "in the shop; the order is proposed anew then."
    ),
    "mail_server": gettext_noop("The mail server takes nothing at the moment."),
    "mail_refused": gettext_noop(
        "The mail server refused this mail. Send it again, or send it yourself and mark it as sent."
    ),
    "no_address": gettext_noop(
        "No address of the customer is known, so no mail was sent. Tell them in another way "
        "and mark it as sent, or give it up."
    ),
    "opted_out": gettext_noop("The customer wants no mail by now, so none was sent. Give it up."),
    "channel_changed": gettext_noop(
        "The customer wants to be told in another way by now, so no mail was sent. Tell them "
        "that way and mark it as sent, or give it up."
    ),
    "words_erased": gettext_noop(
        "Words that a person wrote into the mail were erased since, so it was not sent."
    ),
    "broke_off": gettext_noop("The program broke off in the middle. What came of it is looked up."),
    "lines_unknown": gettext_noop(
        "It is not known which goods lay in the parcel, so the shop can’t be told what to "
        "send. Send them from there by hand and mark it as done."
    ),
    "no_customer": gettext_noop(
        "The order names no customer account that could get the credit. Give it there by hand "
        "and mark it as done, or give it up."
    ),
    "not_connected": gettext_noop("No shop is connected for it."),
    "not_active": gettext_noop(
        "The connection was paused or removed. Resume it or connect the shop again, or do it "
        "by hand and mark it as done."
    ),
    "not_tested": gettext_noop(
        "The connection’s settings were changed and not tested since. Test the connection."
    ),
    "shop_left": gettext_noop(
        "Nothing is done in this shop at the moment: the connection is paused, removed, or changed "
        "and not tested. It goes on once the shop is back; or do it by hand and mark it as done."
    ),
    "carries_nothing": gettext_noop(
        "ShopOps does nothing in the connected shop; people do it there."
    ),
    "not_set_up": gettext_noop("The connection’s settings can’t be used. Test the connection."),
    "superseded": gettext_noop("A newer proposal took its place before it was done."),
    "waits": gettext_noop("It waits for the step before it."),
    "asked_again": gettext_noop(
        "Somebody asked for another try. What came of the tries before is looked up first."
    ),
    "cut_off": gettext_noop(
        "The try was cut off: the connection broke, or the program stopped. What came of it is "
        "looked up."
    ),
    "not_there_yet": gettext_noop(
        "The shop does not show it. That may be too early, so the shop is asked again before "
        "anything is sent again."
    ),
    "not_on_ledger": gettext_noop("It is written once what it tells of is on the ledger."),
    "no_confirmer": gettext_noop(
        "It is not certain who confirmed this, so no note was written on the order."
    ),
    "tried_often": gettext_noop(
        "It was tried many times and the shop shows nothing of it. Try it again, or do it by hand."
    ),
}


def why(code: str, detail: str) -> str:
    """Empty where there is nothing to say. `detail` may be the shop's own words."""
    if rule := rule_of(code):
        said = _("The shop’s rules no longer allow this, so nothing was done. The rule: {rule}.")
        return said.format(rule=rule_words(RuleId(rule)) if rule in list(RuleId) else rule)
    if code in SENTENCES:
        return _(SENTENCES[code])
    return answer_words(code, scrubbed(detail))


def rule_of(code: str) -> str:
    """The id of the rule that no longer allows it; empty where none is in the way."""
    return code.removeprefix(POLICY) if code.startswith(POLICY) else ""


def refused_words(refusal: DecisionRefused) -> str:
    """With what the gate said, where it still says so."""
    if isinstance(refusal, StillBarred):
        return f"{why(refusal.why, '')} {_(StillBarred.__doc__ or '')}"
    return str(refusal)
