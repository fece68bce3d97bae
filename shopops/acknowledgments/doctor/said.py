"""What a step found, as it is kept: codes and what fills their sentences. The sentences themselves
are in `sentences`, and are made when somebody reads them, in that reader's language. Pure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

LONGEST = 1000  # characters of what fills a sentence


class Says(StrEnum):
    """One sentence each. A reason of `outcomes` or the id of a settings check is a code too."""

    AS_IT_IS = "as_it_is"  # kept before sentences had codes, or said by a library
    # settings
    GOES_OUT = "goes_out"
    NO_SERVER = "no_server"
    SET_SERVER = "set_server"
    NO_WAY_IN = "no_way_in"
    SET_WAY_IN = "set_way_in"
    # sent
    NOT_WRITTEN = "not_written"
    TOOK_IT = "took_it"
    LOST = "lost"
    MAY_HAVE_ARRIVED = "may_have_arrived"
    KNOWS_NOBODY = "knows_nobody"
    CORRECT_ROSTER = "correct_roster"
    NOT_TAKEN = "not_taken"
    CHECK_SERVER = "check_server"
    ANSWERED_SO_SENT = "answered_so_sent"
    CAME_BACK = "came_back"
    CAME_BACK_WITH = "came_back_with"
    CORRECT_ADDRESS = "correct_address"
    # arrived
    CAME_IN = "came_in"
    NO_REQUEST = "no_request"
    UNNAMED = "unnamed"
    ANSWER_IT = "answer_it"
    TURNED_AWAY = "turned_away"
    NOT_SWITCHED_ON = "not_switched_on"
    BROKE_OFF = "broke_off"
    TOO_LONG = "too_long"
    CANT_READ = "cant_read"
    NOTHING_PROVES = "nothing_proves"
    RAW_UNSET = "raw_unset"
    MISSIGNED = "missigned"
    TOO_OLD = "too_old"
    NO_TIME = "no_time"
    SWITCH_ON = "switch_on"
    SET_CLOCKS = "set_clocks"
    SIGN_RAW = "sign_raw"
    SET_MAILGUN = "set_mailgun"
    GIVE_BASIC_AUTH = "give_basic_auth"
    WAIT_ON = "wait_on"
    # kept
    KEPT = "kept"
    CAME_BEFORE = "came_before"
    ANSWER_ANEW = "answer_anew"
    # read
    IS_FROM = "is_from"
    SHORT_MAIL = "short_mail"
    FIND_BREAKER = "find_breaker"
    WRITE_ANEW = "write_anew"
    STUCK = "stuck"
    SEE_LOG = "see_log"
    AGAIN = "again"
    # sender
    PROVEN = "proven"
    PROVEN_BY_SERVER = "proven_by_server"
    PROVEN_BY_PROVIDER = "proven_by_provider"
    PROVEN_BY_DKIM = "proven_by_dkim"
    TAKEN_UNPROVEN = "taken_unproven"
    TRUSTS = "trusts"
    NO_RESULTS = "no_results"
    NO_RESULTS_NO_TRUST = "no_results_no_trust"
    RESULTS_OF = "results_of"
    RESULTS_OF_NO_TRUST = "results_of_no_trust"
    ONE_UNREADABLE = "one_unreadable"
    NO_DKIM = "no_dkim"
    DKIM_OTHERS = "dkim_others"
    DKIM_PART = "dkim_part"
    DKIM_BROKEN = "dkim_broken"
    DKIM_INTRICATE = "dkim_intricate"
    DKIM_UNCHECKED = "dkim_unchecked"
    REMOVE_HEADERS = "remove_headers"
    WRITE_RFC = "write_rfc"
    PUBLISH_DMARC = "publish_dmarc"
    SIGN_OR_MOVE = "sign_or_move"
    ANSWER_FROM_DOMAIN = "answer_from_domain"
    SIGN_WHOLE = "sign_whole"
    NAME_SERVER = "name_server"
    NEVER_ANOTHERS = "never_anothers"
    LET_SERVER_CHECK = "let_server_check"
    LET_RECEIVER_CHECK = "let_receiver_check"
    # roster
    IS_PERSON = "is_person"
    SHARED = "shared"
    OWN_ADDRESS_ON_ROSTER = "own_address_on_roster"
    MORE_THAN_ONCE = "more_than_once"
    LEAVE_WITH_ONE = "leave_with_one"
    NOT_ON_ROSTER = "not_on_roster"
    ADD_ADDRESS = "add_address"
    # tag
    NAMES_PERSON = "names_person"
    NO_TAG = "no_tag"
    NO_TAG_NO_ADDRESS = "no_tag_no_address"
    LEAVE_TAG = "leave_tag"
    OTHER_PERSON = "other_person"
    SOMEBODY_ELSE = "somebody_else"
    OWN_TEST = "own_test"
    # code
    TYPED = "typed"
    NO_TEXT = "no_text"
    PLAIN_TEXT = "plain_text"
    OTHER_TEST = "other_test"
    THIS_TEST = "this_test"
    NO_CODE = "no_code"
    MISTYPED = "mistyped"
    BRACKETED = "bracketed"
    IN_PROSE = "in_prose"
    IN_LINK = "in_link"
    QUOTED = "quoted"
    TYPE_IT = "type_it"


class Said(Struct, frozen=True):
    """`named`: what fills the sentence's placeholders; that may be said in words too, or be a list
    of what is."""

    code: str
    named: Mapping[str, "str | Said | tuple[Said, ...]"] = {}


Sentences = tuple[Said, ...]


def said(code: str, **named: str | Said | Sentences) -> Said:
    """Some of `named` comes from outside: nothing stays that a database or a page trips over."""
    return Said(str(code), {name: _clean(value) for name, value in named.items()})


def as_it_is(text: str) -> Said:
    return said(Says.AS_IT_IS, text=text)


def to_json(sentences: Sentences) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.to_builtins(sentences)
    return found


def from_json(kept: str | list[dict[str, Any]]) -> Sentences:
    """A text was kept before sentences had codes."""
    if isinstance(kept, str):
        return (as_it_is(kept),) if kept else ()
    return msgspec.convert(kept, Sentences)


def _clean(value: str | Said | Sentences) -> str | Said | Sentences:
    if not isinstance(value, str):
        return value
    return "".join(sign if sign.isprintable() else "?" for sign in value)[:LONGEST]
