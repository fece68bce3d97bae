"""Why nothing was written for an alarm: every code once, each with a sentence that helps."""

from enum import StrEnum


class RefusalCode(StrEnum):
    # what the item's state does not allow
    NO_RAISE = "no_raise"
    NOT_OBSERVED = "not_observed"
    NOT_DUE = "not_due"
    NOT_SNOOZED = "not_snoozed"
    HANDED_OFF = "handed_off"
    ALREADY_RESOLVED = "already_resolved"
    ALREADY_RUNG = "already_rung"
    PRE_EPOCH = "pre_epoch"
    OLDER_EPISODE = "older_episode"
    # nothing to do: said, and no error
    ALREADY_OPEN = "already_open"
    SAME_EVIDENCE = "same_evidence"
    RESOLVED_BEFORE = "resolved_before"
    # what an answer must say
    UNTIL_TOO_FAR = "until_too_far"
    UNTIL_PAST = "until_past"
    UNTIL_MISSING = "until_missing"
    UNTIL_NOT_ALLOWED = "until_not_allowed"
    HOLDER_MISSING = "holder_missing"
    HOLDER_UNKNOWN = "holder_unknown"
    HOLDER_NOT_ALLOWED = "holder_not_allowed"
    HOLDER_NOT_TOLD = "holder_not_told"
    REASON_REQUIRED = "reason_required"
    # who confirms
    CONFIRMER_NOT_ALLOWED = "confirmer_not_allowed"
    CONFIRMER_HALF = "confirmer_half"
    CONFIRMER_MALFORMED = "confirmer_malformed"
    CONFIRMER_UNKNOWN = "confirmer_unknown"
    # the record and its key
    UNKNOWN_RECORD = "unknown_record"
    NO_AUTHORED_DATE = "no_authored_date"
    # the handle
    IDENTITY_SUPPLIED = "identity_supplied"
    HANDLE_UNKNOWN = "handle_unknown"
    HANDLE_USED = "handle_used"
    HANDLE_EXPIRED = "handle_expired"
    HANDLE_KIND = "handle_kind"
    HANDLE_SKILL = "handle_skill"
    SCOPE_MISSING = "scope_missing"
    # a reply by mail
    CODE_UNKNOWN = "code_unknown"
    CODE_MISTYPED = "code_mistyped"
    CODE_NOT_ALONE = "code_not_alone"
    NOT_TOLD = "not_told"
    OTHER_REPLY_ADDRESS = "other_reply_address"
    SHARED_MAILBOX = "shared_mailbox"
    UNREADABLE = "unreadable"

    @property
    def is_error(self) -> bool:
        """False: what was asked for holds already. It is said, and nothing is written."""
        return self not in NOTHING_TO_DO


NOTHING_TO_DO = frozenset(
    {RefusalCode.ALREADY_OPEN, RefusalCode.SAME_EVIDENCE, RefusalCode.RESOLVED_BEFORE}
)

C = RefusalCode
SENTENCES: dict[RefusalCode, str] = {
    C.NO_RAISE: (
        "Nobody has been told about this item since it opened, so there is nothing to answer yet. "
        "Wait for its mail, then answer that."
    ),
    C.NOT_OBSERVED: "Nothing is known to be wrong here. Record what was observed, then ring.",
    C.NOT_DUE: "This item is not to be rung now. Ask again at {next_due}.",
    C.NOT_SNOOZED: "This item is not snoozed, so no snooze can be taken back. Look at its state.",
    C.HANDED_OFF: (
        "This item is handed off to {holder} until {until}. Only they can acknowledge it: "
        "ask them, or have it handed to you."
    ),
    C.ALREADY_RESOLVED: (
        "This item is resolved already. If the trouble is back, it rings again by itself."
    ),
    C.ALREADY_RUNG: (
        "Somebody has been told about this item, so it can't be withdrawn. Resolve it instead."
    ),
    C.PRE_EPOCH: (
        "This alert is from an older system and can no longer be answered. "
        "Answer one of the items that are open now."
    ),
    C.OLDER_EPISODE: (
        "This answers an earlier alert for the item, which is closed. "
        "Answer the newest mail about it."
    ),
    C.ALREADY_OPEN: "This item is open already. The observation changed nothing; do nothing more.",
    C.SAME_EVIDENCE: (
        "This evidence was known when the item was closed, so it stays closed. "
        "Come back with newer evidence."
    ),
    C.RESOLVED_BEFORE: "This item was resolved before. Nothing was changed; do nothing more.",
    C.UNTIL_TOO_FAR: "That is too far ahead. Choose a time up to {latest}.",
    C.UNTIL_PAST: "That time has passed. Choose a later one.",
    C.UNTIL_MISSING: "A hand-off needs an end. Say until when.",
    C.UNTIL_NOT_ALLOWED: "Only an acknowledgment or a hand-off has an end. Leave it out.",
    C.HOLDER_MISSING: "A hand-off needs somebody who takes over. Say to whom.",
    C.HOLDER_UNKNOWN: "That person is not on this shop's roster. Choose somebody who is.",
    C.HOLDER_NOT_TOLD: (
        "The mail to {holder} was not taken by the mail server, so nothing was handed off. "
        "Choose somebody else, or try again later."
    ),
    C.HOLDER_NOT_ALLOWED: "Only a hand-off names who takes over. Leave the name out.",
    C.REASON_REQUIRED: "Say why, in a few words. The reason is kept.",
    C.CONFIRMER_NOT_ALLOWED: "Only an acknowledgment names who confirms. Leave the person out.",
    C.CONFIRMER_HALF: "A confirmer is a name and a key. Give both, or neither.",
    C.CONFIRMER_MALFORMED: (
        "The confirmer's name is 1 to 80 printable characters and the key is "
        "64 lower-case hexadecimal digits. Correct what differs."
    ),
    C.CONFIRMER_UNKNOWN: (
        "The confirmer is not on this shop's roster. Ask an administrator to add the person."
    ),
    C.UNKNOWN_RECORD: (
        "This shop has no such record. Check its source, kind and ids, and import it first."
    ),
    C.NO_AUTHORED_DATE: (
        "The record does not say when it was made, so it gets no key. "
        "Import it with its creation date, then try again."
    ),
    C.IDENTITY_SUPPLIED: (
        "The handle alone says which item this is. Leave out {fields} and send again."
    ),
    C.HANDLE_UNKNOWN: "This shop gave out no such handle. Derive one, then append with it.",
    C.HANDLE_USED: "This handle was used and counted once. Derive a new one for another event.",
    C.HANDLE_EXPIRED: "This handle is too old. Derive a new one and append at once.",
    C.HANDLE_KIND: "This handle is for another kind of event. Derive one for this kind.",
    C.HANDLE_SKILL: "This handle belongs to another skill. Derive one with your own token.",
    C.SCOPE_MISSING: (
        "This token may not append that kind of event. Ask an administrator for the scope."
    ),
    C.CODE_UNKNOWN: "This shop has no item with that code. Copy the code from the mail.",
    C.CODE_MISTYPED: "That code has a typing error. Compare it with the mail and send it again.",
    C.CODE_NOT_ALONE: (
        "No code that you typed stood alone on its line. "
        "Write the code of each item on a line of its own, without brackets."
    ),
    C.NOT_TOLD: (
        "This item was not sent to you, so its code can't be yours. "
        "Sign in to acknowledge it, or ask whoever got the mail."
    ),
    C.OTHER_REPLY_ADDRESS: (
        "Your answer went to the reply address of another person. Answer the mail sent to you."
    ),
    C.SHARED_MAILBOX: (
        "Several people share this mailbox, so nobody knows who answered. "
        "Answer from your own address, or sign in."
    ),
    C.UNREADABLE: (
        "Your answer could not be read. Send it as plain text, with the code alone on a line."
    ),
}

UNSAID = {
    "next_due": "a later time",
    "holder": "another person",
    "until": "the end that was set",
    "latest": "the shop's limit",
    "fields": "everything else that names it",
}


def sentence(code: RefusalCode, **facts: str) -> str:
    """What people read. `facts` (keys of UNSAID) make it exact: who holds it, until when."""
    return SENTENCES[code].format_map(UNSAID | facts)


class Refused(Exception):
    """Nothing was written."""

    def __init__(self, code: RefusalCode, **facts: str) -> None:
        super().__init__(code, facts)
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return sentence(self.code, **self.facts)
