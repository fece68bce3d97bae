"""Why an effect stands where it stands, where we say so: every code of this room once. Beside them
stand `policy:` with a rule's id, and what connectors answer. In words: `pages.codes`. Pure."""

from enum import StrEnum


class EffectCode(StrEnum):
    # what can't be asked for
    EVIDENCE_CHANGED = "evidence_changed"
    SUPPRESSED = "suppressed"
    NO_ACTION = "no_action"
    NO_AMOUNT = "no_amount"
    LINES_UNKNOWN = "lines_unknown"
    NO_CUSTOMER = "no_customer"
    NO_ADDRESS = "no_address"
    OPTED_OUT = "opted_out"
    CHANNEL_CHANGED = "channel_changed"
    WORDS_ERASED = "words_erased"
    NOT_ON_LEDGER = "not_on_ledger"
    NO_CONFIRMER = "no_confirmer"
    NOT_OFFERED = "not_offered"  # a shop that keeps no notes; of anything else somebody must do it
    # who would do it
    NOT_CONNECTED = "not_connected"
    NOT_ACTIVE = "not_active"
    NOT_TESTED = "not_tested"
    CARRIES_NOTHING = "carries_nothing"
    NOT_SET_UP = "not_set_up"
    NO_MAIL_SENDER = "no_mail_sender"
    # where its order comes from
    SOURCE_UNREADABLE = "source_unreadable"
    SOURCE_BEHIND = "source_behind"
    # what it waits for
    WAITS = "waits"  # an earlier step; nobody looks at it until that is done
    WAITS_FOR_REFUND = "waits_for_refund"
    SHOP_IS_QUIET = "shop_is_quiet"
    SHOP_LEFT = "shop_left"
    SHOP_DOWN = "shop_down"  # it has not answered for long
    # what a person wants
    ASKED_TO_RUN = "asked_to_run"
    ASKED_AGAIN = "asked_again"  # until it was looked up
    GIVEN_UP = "given_up"
    # what became of a try
    CUT_OFF = "cut_off"  # its process died, or slept too long
    BROKE_OFF = "broke_off"
    NOT_THERE_YET = "not_there_yet"  # what was sent may still be on its way
    TWO_ALIKE = "two_alike"
    TRIED_OFTEN = "tried_often"
    DONE_LATE = "done_late"  # it had ended as not done
    DONE_TWICE = "done_twice"  # it had ended as done, by a person or another try
    # of a mail
    NO_MAIL_SERVER = "no_mail_server"
    MAIL_SERVER = "mail_server"
    MAIL_REFUSED = "mail_refused"
    MAIL_IN_DOUBT = "mail_in_doubt"
    NO_SUCH_ADDRESS = "no_such_address"
    UNDELIVERED = "undelivered"  # it went, and came back
    # what came of others
    EARLIER_STEP_FAILED = "earlier_step_failed"  # the earlier step rings
    NOT_RELEASED = "not_released"
    SUPERSEDED = "superseded"  # unapproved, and the order's next proposal took its place
