"""Where a step and a connected shop stand, in words, and what a person may do about it."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from shopops import connectors
from shopops.administration.connections.board import breaker, carries_out_words
from shopops.administration.connections.board import standing as shop_standing
from shopops.connections.models import CarriesOut, Connection
from shopops.connections.models import State as Connected
from shopops.connectors.ports import EffectKind
from shopops.execution.pages.answers import CLASSES, OURS
from shopops.execution.pages.codes import SENTENCES, why
from shopops.execution.pages.words import KINDS, standing, what_words
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.tenants.models import Membership

NOW = datetime(2026, 3, 18, 12, 0, tzinfo=UTC)
GIVERS = {"Refused", "Unknown", "CannotRead", "AddressRefused", "CannotAsk"}
LATER, EARLIER = NOW + timedelta(minutes=5), NOW - timedelta(minutes=5)


def shop(**more: Any) -> Connection:
    return Connection(title="Own shop", connector="generic", **more)


def effect(state: State, **more: Any) -> Effect:
    usual = {"kind": EffectKind.REFUND, "not_before": EARLIER, "connection": shop()}
    return Effect(**{**usual, "state": state, "transaction_id": "t1", **more})


def words(one: Effect) -> tuple[str, str, str]:
    found = standing(one, now=NOW)
    return found.tag, found.said, found.coming


def test_what_is_held_says_until_when_it_can_be_undone_and_when_it_runs() -> None:
    one = effect(State.HELD, not_before=LATER, next_at=LATER)
    said = "The decision can be undone until 18 Mar 12:05."
    assert words(one) == ("held", said, "Runs after 18 Mar 12:05")


@pytest.mark.parametrize(
    ("connection", "said"),
    [
        (None, "No shop is connected for it. Do it there by hand and mark it as done."),
        (shop(state=Connected.REMOVED), "No shop is connected for it."),
        (shop(state=Connected.PAUSED), "Own shop is paused."),
        (shop(state=Connected.UNINSTALLED), "Own shop uninstalled the app."),
        (shop(), "ShopOps does nothing in Own shop. Do it there by hand, or run it."),
        (
            shop(carries_out=CarriesOut.APPROVED),
            "It was decided before ShopOps did anything in Own shop.",
        ),
    ],
)
def test_what_nobody_runs_by_itself_says_why(connection: Connection | None, said: str) -> None:
    tag, why_not, coming = words(effect(State.HELD, connection=connection))
    assert (tag, coming) == ("held", "")
    assert why_not.startswith(said)


def test_a_mail_of_a_shop_that_is_not_connected_is_to_be_sent_by_hand() -> None:
    mail = effect(State.HELD, kind=EffectKind.MAIL, connection=None)
    assert words(mail)[1].endswith("Send the mail yourself and mark it as sent.")


def test_what_is_under_way_says_what_keeps_it_and_when_it_goes_on() -> None:
    quiet = effect(State.RUNNING, code="shop_is_quiet", next_at=LATER)
    assert words(quiet) == ("running", SENTENCES["shop_is_quiet"], "Next: 18 Mar 12:05")
    assert words(effect(State.RUNNING, next_at=EARLIER))[2] == "Next: now"
    paused = effect(State.RUNNING, next_at=EARLIER, connection=shop(state=Connected.PAUSED))
    assert words(paused)[1].startswith("Own shop is paused")
    unknown = effect(State.UNKNOWN, code="timed_out", detail="No answer came.", next_at=LATER)
    assert words(unknown) == (
        "outcome unknown",
        "The shop did not answer in time.",
        "The shop is asked 18 Mar 12:05",
    )


def test_what_is_over_says_when_and_by_whom() -> None:
    done = effect(State.SUCCEEDED, ended_at=NOW, remote_id="R-1")
    assert words(done) == ("done", "18 Mar 2026, 12:00 · the shop’s own id: R-1", "")
    maya = Membership(pk=7, display_name="Maya")
    by_hand = effect(State.SUCCEEDED, ended_at=NOW, settled_by=maya)
    assert words(by_hand)[:2] == ("done by hand", "Recorded by Maya, 18 Mar 2026, 12:00")
    draft = effect(State.SUCCEEDED, kind=EffectKind.RESHIP, ended_at=NOW, remote_id="draft:7")
    waits = "Somebody completes it in Own shop; nothing is sent before that."
    there = f"{waits} 18 Mar 2026, 12:00 · the shop’s own id: 7"
    assert words(draft)[:2] == ("draft made", there)
    twice = effect(State.SUCCEEDED, ended_at=NOW, settled_by=maya, code="done_twice")
    shown = standing(twice, now=NOW)
    assert (shown.kind, shown.tag) == ("bad", "may have happened twice")
    assert shown.said == f"{SENTENCES['done_twice']} Recorded by Maya, 18 Mar 2026, 12:00"
    given_up = effect(State.FAILED, ended_at=NOW, settled_by=maya, code="given_up")
    assert words(given_up)[1] == "Maya gave it up. It is not to happen any more."
    assert words(effect(State.LET_GO)) == ("taken back", "Nothing of it was carried out.", "")


def test_every_kind_of_step_has_words() -> None:
    assert set(KINDS) == set(EffectKind)
    assert all(what_words(effect(State.HELD, kind=kind)) for kind in EffectKind)


def test_a_code_is_said_in_words_and_what_nobody_knows_in_those_of_the_shop() -> None:
    assert why("policy:MON-2", "") == (
        "The shop’s rules no longer allow this, so nothing was done. The rule: within what is left."
    )
    assert standing(effect(State.FAILED, code="policy:MON-2"), now=NOW).rule == "MON-2"
    assert why("card_expired", "The card has expired.") == "The shop says: The card has expired."
    assert why("card_expired", "") == "Card expired"
    refused = "The shop refuses this (400). It says: No such line."
    assert why("refused", refused) == "The shop refused it. The shop says: No such line."
    refused = "The shop refused it with HTTP 422. The shop says: No such line."
    assert why("no_line", refused) == "The shop says: No such line."
    assert why("status_503", "Shopify answered with 503.") == "The shop answered with HTTP 503."
    assert why("status_401", "Shopify does not take it.").startswith("The shop does not accept")


def test_the_shop_s_own_words_stand_behind_a_sentence_in_the_reader_s_language() -> None:
    with override("de"):
        said = why("refused_by_shop", "No such line.")
    assert said == "Der Shop hat es abgelehnt. Der Shop sagt: No such line."


def test_every_code_that_a_connector_gives_has_a_sentence_of_ours() -> None:
    said = {*SENTENCES, *OURS, *CLASSES}
    assert sorted(set(codes_given()) - said) == []


def codes_given() -> Iterator[str]:
    """Those that stand in the text of the connectors."""
    for path in Path(connectors.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in GIVERS:
                named = [one.value for one in node.keywords if one.arg == "code"]
                for one in [*node.args[:1], *named]:
                    if isinstance(one, ast.Constant):
                        yield str(one.value)


def test_a_shop_s_state_is_one_word_and_a_sentence() -> None:
    tested = shop(tested_at=NOW, test_says="Northline answers.")
    assert shop_standing(tested).said == "Northline answers."
    found = [
        shop_standing(one).tag
        for one in (
            tested,
            shop(),
            shop(test_says="The key is wrong."),
            *(shop(state=one) for one in ("paused", "uninstalled", "removed")),
        )
    ]
    assert found == ["connected", "not tested", "test failed", "paused", "uninstalled", "removed"]


def test_the_breaker_says_whether_the_shop_answers_and_when_it_is_tried_next() -> None:
    assert breaker(shop(tested_at=NOW), NOW).tag == "answering"
    assert breaker(shop(failures=1), NOW).said.startswith("The last call failed.")
    assert breaker(shop(quiet_until=LATER), NOW).tag.startswith("asks to wait until 18 Mar")
    alone = breaker(shop(failures=5, quiet_until=LATER), NOW)
    assert alone.tag.startswith("not answering, next try 18 Mar")
    assert alone.said.startswith("5 calls in a row failed, so the next try is at 18 Mar")
    assert breaker(shop(failures=5, quiet_until=EARLIER), NOW).tag == "some calls failed"


def test_what_a_shop_carries_out_says_since_when() -> None:
    assert carries_out_words(shop()) == "Nothing: people do it in the shop"
    since = {"carries_out_since": NOW}
    approved = shop(carries_out=CarriesOut.APPROVED, **since)
    assert carries_out_words(approved) == "What a person approved, since 18 Mar 2026, 12:00"
    permitted = carries_out_words(shop(carries_out=CarriesOut.PERMITTED, **since))
    assert permitted.startswith("What a person approved and what needs no approval, since")
