"""What went wrong with a draft, in words."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext, gettext_noop

from shopops.narrative.faults import Fault, FaultCode
from shopops.narrative.model import Failure

FAULTS: Mapping[FaultCode, str] = {
    FaultCode.EMPTY: gettext_noop("it is empty"),
    FaultCode.TOO_LONG: gettext_noop("it is too long"),
    FaultCode.TOO_MANY_SENTENCES: gettext_noop("it has too many sentences"),
    FaultCode.SIGN: gettext_noop("it holds signs that do not belong into a sentence"),
    FaultCode.PLACEHOLDER: gettext_noop("it leaves a gap to be filled in"),
    FaultCode.NUMBER: gettext_noop("it names a number"),
    FaultCode.CURRENCY: gettext_noop("it names a currency"),
    FaultCode.DATE: gettext_noop("it names a day"),
    FaultCode.LINK: gettext_noop("it holds a link or an address"),
    FaultCode.CODE: gettext_noop("it holds a code or an abbreviation"),
    FaultCode.PROMISE: gettext_noop("it promises something"),
    FaultCode.REMEDY: gettext_noop("it speaks of something that the mail does not offer"),
    FaultCode.LANGUAGE: gettext_noop("it is not in the mail’s language"),
}
FAILURES: Mapping[Failure, str] = {
    Failure.TIMED_OUT: gettext_noop(
        "The model did not answer in time. Write it yourself, or try again."
    ),
    Failure.UNREACHABLE: gettext_noop(
        "The model can’t be reached. Write it yourself, or try again later."
    ),
    Failure.CUT_OFF: gettext_noop("The model’s answer broke off. Write it yourself, or try again."),
    Failure.KEY_REFUSED: gettext_noop(
        "The model refused this site’s key. Write it yourself, and tell whoever runs the site."
    ),
    Failure.TOO_MANY: gettext_noop(
        "The model is asked too much just now. Write it yourself, or try again in a minute."
    ),
    Failure.REQUEST_REFUSED: gettext_noop(
        "The model refused the request. Write it yourself, and tell whoever runs the site."
    ),
    Failure.MODEL_BROKEN: gettext_noop(
        "The model has a fault of its own. Write it yourself, or try again later."
    ),
    Failure.UNREADABLE: gettext_noop(
        "The model’s answer can’t be read. Write it yourself, or try again."
    ),
    Failure.UNFINISHED: gettext_noop(
        "The model stopped in the middle. Write it yourself, or try again."
    ),
}


def failed(failure: Failure) -> str:
    return gettext(FAILURES[failure])


def names(faults: Iterable[Fault]) -> str:
    """Each kind once, such as: it names a number, it promises something."""
    codes = dict.fromkeys(one.code for one in faults)
    return ", ".join(gettext(FAULTS[code]) for code in codes)
