"""The decision table for incoming mail, row by row, as far as it needs no database."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from shopops.acknowledgments.answer import Item, RefusedCode, RepliedTo
from shopops.acknowledgments.decision import Decision
from shopops.acknowledgments.outcomes import Outcome, Reason
from shopops.acknowledgments.reading.codes_in_text import Why
from shopops.alarms.codes import check_valid
from shopops.alarms.refusals import RefusalCode
from tests.support.mails import (
    DESK,
    IDA,
    LEGACY,
    MISTYPED,
    OTHER,
    OTHER_SHOWN,
    PER,
    QUOTED_ALERT,
    SERVER,
    SHOWN,
    TYPED,
    Shop,
    a_mail,
    decided,
    parts,
    told,
)

REPORT = "multipart/report; report-type=delivery-status; boundary=B"
STATUS = (
    "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822;x@y.example\nAction: failed"
)


def acknowledged(raw: bytes, shop: Shop | None = None) -> tuple[str, ...]:
    answer = decided(raw, shop).answer
    return answer.accepted if answer else ()


def refusals(decision: Decision) -> dict[str, RefusalCode]:
    return {code.code: code.reason for code in decision.answer.refused}


def items(**changes: Item) -> Shop:
    return Shop(items={TYPED: told(IDA), **changes})


def assert_no_answer(decision: Decision, outcome: Outcome, reason: Reason) -> None:
    assert (decision.outcome, decision.arrival.reason) == (outcome, reason)
    assert decision.answer is None


def assert_refused(decision: Decision, reason: RefusalCode | None) -> None:
    assert decision.outcome == Outcome.REFUSE
    assert decision.answer.accepted == ()
    assert decision.answer.reason == reason


def test_a_typed_code_that_is_open_and_was_raised_to_its_sender_goes_on() -> None:
    decision = decided(a_mail(f"{SHOWN}\n\nMvh Ida\n\n{QUOTED_ALERT}"))
    assert decision.outcome == Outcome.GO_ON
    assert decision.answer.accepted == (TYPED,)
    assert decision.answer.refused == ()
    assert decision.arrival.person == IDA


def test_a_delivery_report_is_dropped_and_tells_which_ring_was_undelivered() -> None:
    raw = a_mail(parts("\n\nx", STATUS), kind=REPORT)
    assert_no_answer(decided(raw), Outcome.DROP, Reason.DELIVERY_REPORT)


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Auto-Submitted: auto-replied", Reason.AUTO_SUBMITTED),
        ("Return-Path: <>", Reason.NULL_RETURN_PATH),
        ("Precedence: bulk", Reason.PRECEDENCE),
        ("Return-Path: mailer-daemon@northline.example", Reason.MAILER_DAEMON),
        ("List-Id: <all.northline.example>", Reason.LIST_MAIL),
        ("Return-Path: <alerts@shopops.example>", Reason.OWN_ADDRESS),
    ],
)
def test_automatic_mail_is_dropped_without_an_answer_even_with_a_good_code(
    header: str, reason: Reason
) -> None:
    assert_no_answer(decided(a_mail(SHOWN, header)), Outcome.DROP, reason)


@pytest.mark.parametrize(
    ("sender", "results", "reason"),
    [
        ("ida@northline.example\r\nFrom: x@evil.example", None, Reason.FROM_COUNT),
        ("ida@northline.example, x@evil.example", None, Reason.FROM_SEVERAL),
        ("Team: ida@northline.example;", None, Reason.FROM_GROUP),
        ("Ida <ida@northline.example", None, Reason.FROM_DEFECT),
        ("ida@northline.example", "", Reason.NO_VERDICT),
        (
            "ida@northline.example",
            f"{SERVER}; dmarc=pass header.from=evil.example",
            Reason.DOMAIN_MISMATCH,
        ),
    ],
)
def test_mail_of_an_unproven_sender_is_held_without_an_answer(
    sender: str, results: str | None, reason: Reason
) -> None:
    more = {} if results is None else {"results": results}
    assert_no_answer(decided(a_mail(sender=sender, **more)), Outcome.QUARANTINE, reason)


def test_forwarded_mail_whose_spf_fails_goes_on_when_dmarc_passes() -> None:
    results = (
        f"{SERVER}; spf=fail smtp.mailfrom=x.example; dmarc=pass header.from=northline.example"
    )
    assert acknowledged(a_mail(results=results)) == (TYPED,)


@pytest.mark.parametrize(
    "domain", ["evil.example", "xn--nrthline-nbh.example", "n\u043ert.example"]
)
def test_a_proven_stranger_is_dropped_however_similar_the_domain(domain: str) -> None:
    results = f"{SERVER}; dmarc=pass header.from={domain}"
    raw = a_mail(sender=f"Ida Lund <ida@{domain}>", results=results)
    assert_no_answer(decided(raw), Outcome.DROP, Reason.STRANGER)


def test_an_answer_to_another_persons_mail_is_refused() -> None:
    decision = decided(a_mail(to="ack+per.x9@in.shopops.example"))
    assert_refused(decision, RefusalCode.OTHER_REPLY_ADDRESS)


def test_a_shared_mailbox_is_nobody() -> None:
    raw = a_mail(sender="orders@northline.example", to="ack+orders.q2@in.shopops.example")
    decision = decided(raw)
    assert_refused(decision, RefusalCode.SHARED_MAILBOX)
    assert decision.arrival.person == DESK


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "text/plain"),
        (parts("Content-Type: application/ms-tnef\n\neJ8+"), "multipart/mixed; boundary=B"),
        ("x", "image/png"),
    ],
)
def test_unreadable_mail_is_refused_with_a_reply(text: str, kind: str) -> None:
    assert_refused(decided(a_mail(text, kind=kind)), RefusalCode.UNREADABLE)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"Fine by me.\n\n{QUOTED_ALERT}", Why.QUOTED),
        (f"{SHOWN} is not done", Why.PROSE),
        (f"see https://shop.example/{SHOWN}", Why.URL),
        (f"[{SHOWN}]", Why.BRACKETED),
    ],
)
def test_a_code_that_does_not_stand_alone_is_refused_saying_where_it_stood(
    text: str, why: Why
) -> None:
    decision = decided(a_mail(text))
    assert_refused(decision, RefusalCode.CODE_NOT_ALONE)
    assert decision.answer.refused[0] == RefusedCode(TYPED, RefusalCode.CODE_NOT_ALONE, why)


def test_a_mail_that_names_no_code_is_refused() -> None:
    decision = decided(a_mail("Fine by me."))
    assert_refused(decision, RefusalCode.CODE_NOT_ALONE)
    assert decision.answer.refused == ()


def test_all_acknowledges_nothing_and_is_noticed() -> None:
    decision = decided(a_mail("ALL"))
    assert_refused(decision, RefusalCode.CODE_NOT_ALONE)
    assert decision.answer.asked_for_all


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (told(IDA, is_open=False), RefusalCode.ALREADY_RESOLVED),
        (told(), RefusalCode.NO_RAISE),
        (told(episode=0, is_open=False), RefusalCode.NO_RAISE),
        (told(IDA, pre_epoch=True), RefusalCode.PRE_EPOCH),
        (told(PER), RefusalCode.NOT_TOLD),
        (None, RefusalCode.CODE_UNKNOWN),
    ],
)
def test_a_code_that_can_acknowledge_nothing_is_refused_naming_why(
    item: Item | None, reason: RefusalCode
) -> None:
    decision = decided(a_mail(), Shop(items={TYPED: item} if item else {}))
    assert_refused(decision, None)
    assert refusals(decision) == {TYPED: reason}


def test_the_answer_to_a_mail_of_a_closed_episode_is_refused() -> None:
    tag = "ack+ida.k7@in.shopops.example"
    shop = Shop(items={TYPED: told(IDA, episode=2)}, tags={tag: RepliedTo(IDA.key, {TYPED: 1})})
    assert refusals(decided(a_mail(), shop)) == {TYPED: RefusalCode.OLDER_EPISODE}
    shop = replace(shop, tags={tag: RepliedTo(IDA.key, {TYPED: 2, OTHER: 1})})
    assert acknowledged(a_mail(), shop) == (TYPED,)


def test_a_fresh_mail_without_our_reply_address_goes_by_the_codes_alone() -> None:
    assert acknowledged(a_mail(to="alerts@shopops.example")) == (TYPED,)
    assert acknowledged(a_mail(to="alerts@shopops.example"), items(**{TYPED: told(PER)})) == ()


def test_a_code_of_an_older_system_is_refused_by_name() -> None:
    decision = decided(a_mail(LEGACY), Shop(legacy=frozenset({LEGACY})))
    assert_refused(decision, None)
    assert refusals(decision) == {LEGACY: RefusalCode.PRE_EPOCH}


def test_several_codes_are_acknowledged_each() -> None:
    assert acknowledged(a_mail(f"{SHOWN}\n{OTHER_SHOWN}")) == (TYPED, OTHER)


def test_a_good_code_counts_beside_bad_ones_and_those_are_named() -> None:
    text = f"{SHOWN}\n{OTHER_SHOWN}\n{MISTYPED}\n{LEGACY}\n\n{QUOTED_ALERT}"
    shop = Shop(items={TYPED: told(IDA)}, legacy=frozenset({LEGACY}))
    decision = decided(a_mail(text), shop)
    assert decision.outcome == Outcome.GO_ON
    assert decision.answer.accepted == (TYPED,)
    assert refusals(decision) == {
        OTHER: RefusalCode.CODE_UNKNOWN,
        LEGACY: RefusalCode.PRE_EPOCH,
        MISTYPED: RefusalCode.CODE_MISTYPED,
    }


def test_quoted_codes_are_not_named_when_another_was_typed() -> None:
    decision = decided(a_mail(f"{SHOWN}\n\n{QUOTED_ALERT}"), items(**{TYPED: told(PER)}))
    assert refusals(decision) == {TYPED: RefusalCode.NOT_TOLD}


@pytest.mark.parametrize(
    ("text", "why"), [(MISTYPED, Why.MISTYPED), (f"[{OTHER_SHOWN}]", Why.BRACKETED)]
)
def test_quoted_codes_are_not_named_when_another_was_mistyped_or_bracketed(
    text: str, why: Why
) -> None:
    decision = decided(a_mail(f"{text}\n\n{QUOTED_ALERT}"))
    assert_refused(decision, RefusalCode.CODE_NOT_ALONE)
    assert [refused.why for refused in decision.answer.refused] == [why]


def test_quoted_codes_are_not_named_when_all_were_asked_for() -> None:
    decision = decided(a_mail(f"ALL\n\n{QUOTED_ALERT}"))
    assert_refused(decision, RefusalCode.CODE_NOT_ALONE)
    assert decision.answer.asked_for_all
    assert decision.answer.refused == ()


def test_words_that_happen_to_pass_for_a_code_are_not_named() -> None:
    number = next(text for text in map(str, range(10**9, 10**9 + 99)) if check_valid(text))
    word = next(word for word in map("".join, permutations("BCDFGHJKMN")) if check_valid(word))
    for text in (number, word.lower(), f"{word[:5]} {word[5:]}"):
        decision = decided(a_mail(f"{text}\n{SHOWN}"))
        assert decision.answer.accepted == (TYPED,)
        assert decision.answer.refused == ()
