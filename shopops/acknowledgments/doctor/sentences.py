"""The sentences of the steps, by their codes."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from shopops.acknowledgments import check_words as inbound_checks
from shopops.acknowledgments.doctor.said import Said, Says, Sentences
from shopops.acknowledgments.outcomes import EXCESSES
from shopops.acknowledgments.outcomes import SENTENCES as REASONS
from shopops.mailing import check_words as mail_checks

SENTENCES: dict[Says, str] = {
    Says.GOES_OUT: "Mail goes out by {server}; answers go to {address} and come in by {ways}.",
    Says.NO_SERVER: "No mail server is set, so nobody can be rung.",
    Says.SET_SERVER: "Set SHOPOPS_SMTP_URL, like {example}.",
    Says.NO_WAY_IN: "No way in is switched on, so no answer can arrive.",
    Says.SET_WAY_IN: "Set SHOPOPS_INBOUND to raw, mailgun or postmark.",
    Says.NOT_WRITTEN: "No mail could be written: {problem}",
    Says.TOOK_IT: "{server} took the mail for {recipient}: {reply}",
    Says.LOST: "The connection to {server} was lost before it said that it took it: {reply}",
    Says.MAY_HAVE_ARRIVED: "The mail may have arrived: answer it, else test again.",
    Says.KNOWS_NOBODY: "{server} knows no {recipient}: {reply}",
    Says.CORRECT_ROSTER: "Correct it on the roster.",
    Says.NOT_TAKEN: "{server} did not take the mail: {reply}",
    Says.CHECK_SERVER: "Check the server, the name and the password in SHOPOPS_SMTP_URL.",
    Says.ANSWERED_SO_SENT: "It was answered, so it arrived.",
    Says.CAME_BACK: "The mail server took the mail, but it came back: reported undelivered.",
    Says.CAME_BACK_WITH: (
        "The mail server took the mail, but it came back: reported undelivered {status}."
    ),
    Says.CORRECT_ADDRESS: (
        "Correct {recipient} on the roster, or ask whoever runs that mail system."
    ),
    Says.CAME_IN: "It came in by {way}.",
    Says.NO_REQUEST: (
        "Nothing came in for this test yet. As long as the person has not answered, that is as it "
        "should be. A request to another address than this shop’s, or one that never reaches this "
        "site, leaves no trace here: look into the log of the provider or the mail server."
    ),
    Says.UNNAMED: (
        "A mail from this address came in since, but it names neither the test’s reply address "
        "nor its Message-ID."
    ),
    Says.ANSWER_IT: ("Answer the test mail itself, to the address that it asks to be answered at."),
    Says.TURNED_AWAY: "A request to {path} was turned away: {problem}.",
    Says.NOT_SWITCHED_ON: "this way is not switched on",
    Says.BROKE_OFF: "the mail broke off",
    Says.TOO_LONG: "the mail is longer than {number} bytes",
    Says.CANT_READ: "it can’t be read",
    Says.NOTHING_PROVES: "no secret is set for {way}",
    Says.RAW_UNSET: "SHOPOPS_INBOUND_SECRET is not set",
    Says.MISSIGNED: "the signature does not fit the mail",
    Says.TOO_OLD: "the signature is too old, or of the future",
    Says.NO_TIME: "the time is no number of seconds",
    Says.SWITCH_ON: "Add {way} to SHOPOPS_INBOUND, or post where one that is switched on posts.",
    Says.SET_CLOCKS: "Set the clocks of both machines, and sign each delivery anew.",
    Says.SIGN_RAW: (
        "Sign with this site’s SHOPOPS_INBOUND_SECRET, over the shop’s name, the time and exactly "
        "the bytes that are posted, to the address of the shop {shop}."
    ),
    Says.SET_MAILGUN: "Set SHOPOPS_MAILGUN_SIGNING_KEY to Mailgun’s HTTP webhook signing key.",
    Says.GIVE_BASIC_AUTH: (
        "Give the provider the address https://NAME:PASSWORD@…, with the name and password of "
        "SHOPOPS_INBOUND_BASIC_AUTH."
    ),
    Says.WAIT_ON: "If it was none of yours, wait on.",
    Says.KEPT: "It is kept, encrypted.",
    Says.CAME_BEFORE: (
        "The same mail, or the same proof of its origin, came before, so it was dropped."
    ),
    Says.ANSWER_ANEW: "Answer once more with a new mail.",
    Says.IS_FROM: "It is from {address}.",
    Says.SHORT_MAIL: "Answer with a short mail without attachments.",
    Says.FIND_BREAKER: "Find the mail system on the way that breaks its headers.",
    Says.WRITE_ANEW: "Answer once more, from an ordinary mail program and by hand.",
    Says.STUCK: "The answer came in, but could not be handled, several times.",
    Says.SEE_LOG: "An operator finds the cause in the log of the web server or the worker.",
    Says.AGAIN: "It came in and is not handled yet; that is tried again every minute.",
    Says.PROVEN: "The sender is proven.",
    Says.PROVEN_BY_SERVER: "`{trusted}` says that DMARC passed.",
    Says.PROVEN_BY_PROVIDER: "The mail provider says that DMARC passed.",
    Says.PROVEN_BY_DKIM: "The sender’s own DKIM signature holds, as this site checked.",
    Says.TAKEN_UNPROVEN: "Nobody: this shop takes mail on the word of its From header.",
    Says.TRUSTS: "It is `{trusted}` that this shop trusts.",
    Says.NO_RESULTS: (
        "The answer has no Authentication-Results header; this shop trusts `{trusted}`."
    ),
    Says.NO_RESULTS_NO_TRUST: (
        "The answer has no Authentication-Results header; this shop trusts no server’s results."
    ),
    Says.RESULTS_OF: (
        "The answer arrived, but its Authentication-Results is from {servers}; this shop trusts "
        "`{trusted}`."
    ),
    Says.RESULTS_OF_NO_TRUST: (
        "The answer arrived, but its Authentication-Results is from {servers}; this shop trusts no "
        "server’s results."
    ),
    Says.ONE_UNREADABLE: "one that can’t be read",
    Says.NO_DKIM: "It bears no DKIM signature either.",
    Says.DKIM_OTHERS: "Its DKIM signature is of another domain than the sender’s.",
    Says.DKIM_PART: "Its DKIM signature covers only a part of the text (l=).",
    Says.DKIM_BROKEN: (
        "Its DKIM signature does not hold: that also happens where the mail is not passed on byte "
        "for byte as it came in."
    ),
    Says.DKIM_INTRICATE: "It is too intricate for a check of its DKIM signature.",
    Says.DKIM_UNCHECKED: (
        "Its DKIM signature was not looked at, because its sender is not on the roster."
    ),
    Says.REMOVE_HEADERS: "Let the server remove headers of its own name from incoming mail.",
    Says.WRITE_RFC: "Let the server write it as RFC 8601 has it.",
    Says.PUBLISH_DMARC: (
        "Publish a DMARC record for the sender’s domain, and let the receiving server check DMARC."
    ),
    Says.SIGN_OR_MOVE: (
        "Let the sender’s mail system sign with DKIM for its own domain, or answer from an address "
        "whose domain passes DMARC."
    ),
    Says.ANSWER_FROM_DOMAIN: (
        "Let the sender answer from an address of the domain that was judged."
    ),
    Says.SIGN_WHOLE: "Let the sender’s mail system sign the whole text, without l=.",
    Says.NAME_SERVER: (
        "If `{server}` is your receiving mail server, name it under Settings, Replies, or for "
        "every shop in SHOPOPS_AUTHSERV_ID."
    ),
    Says.NEVER_ANOTHERS: (
        "Trust a name only if it is your own receiving server’s and that server takes away such "
        "headers from mail that comes in."
    ),
    Says.LET_SERVER_CHECK: "Let `{trusted}` check DMARC and put its result on what it delivers.",
    Says.LET_RECEIVER_CHECK: (
        "Let the receiving mail server put its DMARC result on what it delivers and set "
        "SHOPOPS_AUTHSERV_ID to its name, or let the sender’s mail system sign with DKIM."
    ),
    Says.IS_PERSON: "{address} is {name}.",
    Says.SHARED: "Several people read {address}, so an answer from it confirms nobody.",
    Says.OWN_ADDRESS_ON_ROSTER: (
        "Put an address of the person’s own on the roster and answer from there."
    ),
    Says.MORE_THAN_ONCE: (
        "{address} stands on the roster more than once ({names}), so it is nobody’s."
    ),
    Says.LEAVE_WITH_ONE: "Leave it with one person, once, and not also as a shared mailbox.",
    Says.NOT_ON_ROSTER: (
        "The sender is proven, but {address} is not on this shop’s roster, or not confirmed."
    ),
    Says.ADD_ADDRESS: "Add and confirm exactly this address, or answer from {address}.",
    Says.NAMES_PERSON: "It names {name} and this test.",
    Says.NO_TAG: (
        "The answer is addressed to {addresses}, without the part after the + by which we know it."
    ),
    Says.NO_TAG_NO_ADDRESS: "The answer is addressed to nobody.",
    Says.LEAVE_TAG: (
        "Let the mail system leave addresses like reply+…@ as they are (Postfix: "
        "recipient_delimiter = +), and answer to the address that the mail asks for."
    ),
    Says.OTHER_PERSON: "The test was sent to {name}; the answer is {other}’s.",
    Says.SOMEBODY_ELSE: "The test was sent to {name}; the answer is somebody else’s.",
    Says.OWN_TEST: "Each person answers their own mail: send that person a test of their own.",
    Says.TYPED: "It was typed alone on a line.",
    Says.NO_TEXT: "No text can be read in the answer.",
    Says.PLAIN_TEXT: (
        "Answer with plain text or HTML; Outlook’s “rich text” (winmail.dat) can’t be read."
    ),
    Says.OTHER_TEST: "The code of another test was typed.",
    Says.THIS_TEST: "Answer with the code of this test’s mail.",
    Says.NO_CODE: "The code does not stand in the answer.",
    Says.MISTYPED: "A code was typed, but with a typing error in it.",
    Says.BRACKETED: "The code stands in brackets, as our mails print it, so nobody typed it.",
    Says.IN_PROSE: "The code stands within other text.",
    Says.IN_LINK: "The code stands in a link.",
    Says.QUOTED: "The code stands only in what is quoted of our mail.",
    Says.TYPE_IT: (
        "Answer with the code alone on a line, without the brackets, above what is quoted."
    ),
}
TABLES: tuple[Mapping[str, str], ...] = (
    {str(code): text for code, text in SENTENCES.items()},
    {str(code): text for code, text in REASONS.items()},
    {str(code): text for code, text in EXCESSES.items()},
    mail_checks.SENTENCES,
    inbound_checks.SENTENCES,
)
BY_CODE: Mapping[str, str] = {code: text for table in TABLES for code, text in table.items()}


def shown(sentences: Iterable[Said]) -> str:
    """In the language of whoever reads."""
    return " ".join(map(_one, sentences))


def _one(sentence: Said) -> str:
    filled = {name: _filling(value) for name, value in sentence.named.items()}
    if sentence.code == Says.AS_IT_IS:
        return filled["text"]
    text = BY_CODE.get(sentence.code)
    return _(text).format(**filled) if text else sentence.code  # a later version’s


def _filling(value: str | Said | Sentences) -> str:
    if isinstance(value, str):
        return value
    return _one(value) if isinstance(value, Said) else ", ".join(map(_one, value))
