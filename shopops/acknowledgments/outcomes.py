"""What may happen to a mail that comes in, and every reason by its stable code."""

from enum import StrEnum

from django.utils.translation import gettext_noop

from shopops.acknowledgments.reading.limits import TooMuch


class Outcome(StrEnum):
    DROP = "drop"  # nothing more, and no answer
    QUARANTINE = "quarantine"  # held for an administrator to see, no answer
    REFUSE = "refuse"  # acknowledges nothing; the person gets an answer
    GO_ON = "go_on"


class Reason(StrEnum):
    """Why a mail got no further than its arrival."""

    @property
    def outcome(self) -> Outcome:
        return Outcome.DROP if self in DROPPED else Outcome.QUARANTINE

    # dropped
    DELIVERY_REPORT = "delivery_report"
    OTHER_REPORT = "other_report"
    AUTO_SUBMITTED = "auto_submitted"
    NULL_RETURN_PATH = "null_return_path"
    PRECEDENCE = "precedence"
    MAILER_DAEMON = "mailer_daemon"
    LIST_MAIL = "list_mail"
    OWN_ADDRESS = "own_address"
    REPEATED = "repeated"
    STRANGER = "stranger"
    CUSTOMER_REPLY = "customer_reply"
    # quarantined: nobody can say who sent it
    TOO_MUCH = "too_much"
    BROKEN_HEADERS = "broken_headers"
    FROM_COUNT = "from_count"
    FROM_DEFECT = "from_defect"
    FROM_GROUP = "from_group"
    FROM_SEVERAL = "from_several"
    NO_VERDICT = "no_verdict"
    SEVERAL_VERDICTS = "several_verdicts"
    VERDICT_UNREADABLE = "verdict_unreadable"
    NO_DMARC = "no_dmarc"
    NOT_PASSED = "not_passed"
    DOMAIN_MISMATCH = "domain_mismatch"
    DKIM_OTHER_DOMAIN = "dkim_other_domain"
    DKIM_PARTIAL = "dkim_partial"
    DKIM_FAILED = "dkim_failed"


R = Reason
DROPPED = frozenset(
    {
        R.DELIVERY_REPORT,
        R.OTHER_REPORT,
        R.AUTO_SUBMITTED,
        R.NULL_RETURN_PATH,
        R.PRECEDENCE,
        R.MAILER_DAEMON,
        R.LIST_MAIL,
        R.OWN_ADDRESS,
        R.REPEATED,
        R.STRANGER,
        R.CUSTOMER_REPLY,
    }
)

# What an administrator reads beside a mail that was held or dropped.
SENTENCES: dict[Reason, str] = {
    R.DELIVERY_REPORT: "A mail system reports what became of a mail of ours.",
    R.OTHER_REPORT: "A mail system's report, such as a read receipt.",
    R.AUTO_SUBMITTED: "An automatic answer: its Auto-Submitted header says so.",
    R.NULL_RETURN_PATH: "An automatic answer: it names no address to return it to.",
    R.PRECEDENCE: "Bulk mail or an automatic answer: its Precedence header says so.",
    R.MAILER_DAEMON: "From a mail system, not from a person.",
    R.LIST_MAIL: "It came through a mailing list.",
    R.OWN_ADDRESS: "It comes from one of our own addresses.",
    R.REPEATED: "A copy of a mail that was answered before, under another Message-ID.",
    R.STRANGER: "The sender is proven, but is not on this shop's roster.",
    R.CUSTOMER_REPLY: "A customer answers a mail of the shop. It stands on the order's page.",
    R.TOO_MUCH: "It is too large or too intricate to be read.",
    R.BROKEN_HEADERS: "Its headers are broken, so mail systems may disagree about who sent it.",
    R.FROM_COUNT: "It has no From header, or more than one.",
    R.FROM_DEFECT: "Its From header is malformed.",
    R.FROM_GROUP: "Its From header names a group.",
    R.FROM_SEVERAL: "Its From header names several senders.",
    R.NO_VERDICT: (
        "Nobody vouches for the sender: neither the trusted mail server's "
        "Authentication-Results, nor the mail provider, nor a DKIM signature. "
        "Check the trusted server's name under Settings, Replies."
    ),
    R.SEVERAL_VERDICTS: (
        "More than one Authentication-Results header bears the trusted server's name. "
        "Let that server remove those that come in from outside."
    ),
    R.VERDICT_UNREADABLE: "The trusted server's Authentication-Results header is malformed.",
    R.NO_DMARC: (
        "The trusted mail server did not judge the sender by DMARC. "
        "Publish a DMARC record for the sender's domain."
    ),
    R.NOT_PASSED: "The sender's domain did not pass DMARC.",
    R.DOMAIN_MISMATCH: "DMARC passed for another domain than the sender's.",
    R.DKIM_OTHER_DOMAIN: "It is signed, but by another domain than the sender's.",
    R.DKIM_PARTIAL: "Its signature covers only a part of the text (l=), so the rest may be forged.",
    R.DKIM_FAILED: "Its DKIM signature is not valid.",
}

# Beside one that was given up.
FAILED = gettext_noop(
    "It could not be handled, several times. An operator finds the cause in the log. "
    "Its sender is not answered: ask them to sign in and acknowledge there."
)

EXCESSES: dict[TooMuch, str] = {
    TooMuch.TOO_LARGE: "It is larger than is read.",
    TooMuch.TOO_MANY_HEADERS: "It has more headers than are read.",
    TooMuch.TOO_MANY_PARTS: "It has more parts than are read.",
    TooMuch.TOO_DEEP: "Its parts are nested deeper than is read.",
    TooMuch.UNPARSABLE: "It is not a mail message.",
}
