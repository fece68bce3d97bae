"""A mail to a customer states nothing that is not in the evidence, in any language."""

import re
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date

from shopops.agents.fakes import FakeOms
from shopops.agents.intake import IntakeAgent
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.records import ClaimKind
from shopops.agents.resolution import ResolutionAgent
from shopops.agents.resolution.codes import Outline
from shopops.narrative.words import TABLES
from shopops.outreach.facts import Facts, Known, Scanned, Sum, facts_of, plain
from shopops.outreach.languages import LANGUAGES
from shopops.outreach.letter import Letter, Links, write
from shopops.outreach.phrases import Phrases
from shopops.outreach.settled import Choice, Settled, settled

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
AGAIN = {"de": {"noch einmal"}}  # says nothing of how often
SAID = ("number", "carrier", "date", "amount", "name")
POINTS = {*Outline, *Settled} - {Outline.APOLOGY, Outline.ORDER_NUMBER}


def some_facts(**changed: Any) -> Facts:
    found: dict[str, Any] = {
        "shop": "Northline",
        "number": "1001",
        "to": "ines@shop.example",
        "name": "Inés Halloran",
        "zone": ZoneInfo("America/Halifax"),
        "scanned": Scanned(
            at=datetime(2026, 2, 25, 1, tzinfo=UTC), carrier="UPS", evidence_ids=["ship:s1:e4"]
        ),
        "sums": {
            str(code): Sum(minor=129_000, currency="USD", evidence_ids=["pay:t1"])
            for code in POINTS
        },
    }
    return Facts(**found | changed)


def a_letter(*outline: str, language: str = "en", **changed: Any) -> Letter:
    return write(
        facts=some_facts(**changed), cause="stalled", outline=outline, language=language, words={}
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_a_wording_for_every_point(language: str) -> None:
    said = LANGUAGES[language]
    assert {str(code) for code in POINTS} <= set(said.points)
    assert set(said.apologies) == set(LANGUAGES["en"].apologies)
    assert set(said.points) == set(LANGUAGES["en"].points)
    assert set(said.sums) == set(LANGUAGES["en"].sums)
    assert set(said.subjects) == set(LANGUAGES["en"].subjects)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_wording_holds_a_number_a_link_or_an_unknown_gap(language: str) -> None:
    for text in _texts(LANGUAGES[language]):
        assert not re.search(r"\d|://|www\.|@", text), text
        assert set(re.findall(r"{(\w*)}", text)) <= set(SAID), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_wording_spells_a_number_out(language: str) -> None:
    for text in _texts(LANGUAGES[language]):
        said = text.lower()
        for allowed in AGAIN.get(language, ()):
            said = said.replace(allowed, "")
        spelled = set(re.findall(r"\w+", said)) & TABLES[language].numbers
        assert not spelled, text


def _texts(said: Phrases) -> list[str]:
    found: list[str] = []
    for name in said.__struct_fields__:
        value = getattr(said, name)
        if isinstance(value, str) and name not in ("locale", "date"):
            found.append(value)
        elif hasattr(value, "values"):
            found += value.values()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_digit_of_a_mail_comes_from_the_evidence(language: str) -> None:
    """Of every teaching case: its number, its last scan's day, its amounts, and nothing else;
    offered, and with each of its remedies chosen."""
    oms, checked = FakeOms(now=NOON), 0
    for order_id in oms.orders:
        pack = IntakeAgent(oms, now=lambda: NOON).build(order_id, "store_northline")
        actions = ResolutionAgent().propose(pack).actions
        order = oms.orders[order_id]
        known = Known(shop="Northline", pack=pack, order=order, trackers={}, zone=UTC)
        for mail in (one for one in actions if one.kind is ActionKind.DRAFT_EMAIL):
            for kind in {one.kind for one in actions}:
                chosen = [index for index, one in enumerate(actions) if one.kind is kind]
                choice = Choice(offered=actions, indexes=chosen)
                facts = facts_of(known, mail, choice.spoken_of)
                letter = write(
                    facts=facts,
                    cause=mail.cause,
                    outline=settled(mail.body_outline, choice, pack.money),
                    language=language,
                    words={},
                )
                allowed = {*_digits(pack.order_number), *_days(facts, LANGUAGES[language])}
                allowed |= set(_minors(actions, pack.money))
                written = f"{letter.subject} {letter.text}"
                for number in re.findall(r"\d+(?:[.,\u202f]\d+)*", written):
                    digits = re.sub(r"\D", "", number)
                    assert digits in allowed, (order_id, number, letter.text)
                assert letter.unsaid == [], order_id
                checked += 1
    assert checked > 40


def _digits(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _days(facts: Facts, said: Phrases) -> list[str]:
    if facts.scanned is None:
        return []
    day = facts.scanned.at.astimezone(facts.zone).date()
    return _digits(format_date(day, said.date, locale=said.locale))


def _minors(actions: list[Action], money: Any) -> list[str]:
    asked = [one.amount_minor for one in actions if one.amount_minor]
    refunds = [one.amount_minor or 0 for one in actions if one.kind is ActionKind.PROPOSE_REFUND]
    moved = [amount for one in money for amount in (one.refunded, one.reserved)]
    sums = [sum(refunds), sum(one.refunded for one in money), sum(one.reserved for one in money)]
    return [str(minor) for minor in (*asked, *moved, *sums)]


def test_the_day_of_a_scan_is_the_shop_s_day() -> None:
    letter = a_letter("stalled_shipment_apology")
    assert "The last scan by UPS was on 24 February 2026." in letter.text
    assert letter.sentences[-1].evidence_ids == ["ship:s1:e4"]


@pytest.mark.parametrize(
    ("language", "date", "money"),
    [
        ("en", "24 February 2026", "1,290.00 USD"),
        ("de", "24. Februar 2026", "1.290,00 USD"),
        ("fr", "24 février 2026", "1\u202f290,00 USD"),
        ("es", "24 de febrero de 2026", "1.290,00 USD"),
    ],
)
def test_dates_and_amounts_are_written_as_the_language_writes_them(
    language: str, date: str, money: str
) -> None:
    text = a_letter("stalled_shipment_apology", "refund_option", language=language).text
    assert date in text
    assert money in text


def test_an_amount_that_is_not_known_is_not_said() -> None:
    letter = a_letter("refund_option", sums={})
    assert "We can refund you." in letter.text
    assert "USD" not in letter.text


def test_an_offer_without_its_amount_is_not_made() -> None:
    letter = a_letter("goodwill_offer", sums={})
    assert letter.unsaid == ["goodwill_offer"]
    assert "offer" not in letter.text


def test_a_point_without_a_wording_is_not_said_and_named() -> None:
    assert a_letter("free_gift").unsaid == ["free_gift"]


def test_a_person_s_words_go_as_they_were_written_and_erased_ones_do_not() -> None:
    letter = write(
        facts=some_facts(),
        cause="stalled",
        outline=["text:aa", "text:bb"],
        language="de",
        words={"text:aa": "Sorry for the {wait}"},
    )
    assert [one.text for one in letter.sentences if one.by_person] == ["Sorry for the {wait}"]
    assert letter.unsaid == ["text:bb"]


@pytest.mark.parametrize(("wanted", "written"), [("de-AT", "de"), ("fr_CA", "fr"), ("ES", "es")])
def test_a_region_does_not_keep_a_language_from_being_spoken(wanted: str, written: str) -> None:
    letter = a_letter("order_cancelled", language=wanted)
    assert (letter.language, letter.fell_back) == (written, False)


@pytest.mark.parametrize("wanted", ["nl", "pt-BR", "", "zz"])
def test_a_language_without_a_wording_falls_back_and_says_so(wanted: str) -> None:
    letter = a_letter("order_cancelled", language=wanted)
    assert (letter.language, letter.fell_back) == ("en", True)
    assert letter.sentences[1].text == LANGUAGES["en"].fallback


def test_the_shop_s_own_language_is_next_where_there_is_a_wording_in_it() -> None:
    asked: dict[str, Any] = {"cause": "stalled", "outline": [], "words": {}, "language": "nl"}
    letter = write(facts=some_facts(), otherwise="de-AT", **asked)
    assert (letter.language, letter.wanted, letter.fell_back) == ("de", "nl", True)
    assert letter.sentences[1].text == LANGUAGES["de"].fallback
    assert write(facts=some_facts(), otherwise="pt", **asked).language == "en"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "We are preparing to send the goods again."),
        ("de", "Wir bereiten den erneuten Versand der Ware vor."),
        ("fr", "Nous préparons un nouvel envoi de la marchandise."),
        ("es", "Estamos preparando un nuevo envío de la mercancía."),
    ],
)
def test_a_parcel_that_somebody_still_completes_is_not_told_as_sent(
    language: str, said: str
) -> None:
    assert a_letter("settled_reshipped", language=language).sentences[-1].text == said


def test_in_their_own_language_nobody_is_told_why_it_is_not() -> None:
    texts = [one.text for one in a_letter("order_cancelled", language="fr").sentences]
    assert LANGUAGES["fr"].fallback not in texts


def test_what_arrived_and_what_is_on_its_way_is_one_sentence() -> None:
    text = a_letter("status_delivered", "status_on_its_way", "order_number").text
    assert "Part of your order was delivered, another part is on its way." in text
    assert "Your order was delivered." not in text


@pytest.mark.parametrize(
    "name",
    ["Inés Halloran", "Jean-Luc d’Arc", "O'Neil", "김민준", "Anna M. Berg", "Dr. Ada King"],
)
def test_a_name_is_written_as_it_stands(name: str) -> None:
    assert plain(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "win at evil.example",
        "evil.example/x",
        "http://x",
        "Ann <b>",
        "Call 555",
        "a@b.example",
        "",
        None,
        "A" * 61,
    ],
)
def test_a_name_that_could_be_read_as_more_is_left_out(name: str | None) -> None:
    assert plain(name) is None


def test_without_a_name_the_greeting_names_nobody() -> None:
    assert a_letter("order_cancelled", name=None).hello == "Hello,"


def test_line_breaks_in_a_number_or_a_shop_s_name_break_no_header() -> None:
    pack = IntakeAgent(FakeOms(now=NOON), now=lambda: NOON).build("O-1001", "store_northline")
    pack.order_number = "1001\r\nBcc: x"
    known = Known(shop="North\nline", pack=pack, order=None, trackers={}, zone=UTC)
    mail = Action(
        kind=ActionKind.DRAFT_EMAIL, evidence_ids=[], requires_approval=True, cause="stalled"
    )
    letter = write(
        facts=facts_of(known, mail, []), cause="stalled", outline=[], language="en", words={}
    )
    assert "\n" not in letter.subject
    assert "\r" not in letter.text
    assert letter.to is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_stands_where_there_is_something_to_choose_or_to_leave(language: str) -> None:
    links = Links(choose="https://a.example/choose/x/", leave="https://a.example/leave/x/")

    def linked(*outline: str) -> Letter:
        return write(
            facts=some_facts(),
            cause="stalled",
            outline=outline,
            language=language,
            words={},
            links=links,
        )

    asks = linked("reship_or_refund_options")
    assert asks.sentences[-1].text == f"{LANGUAGES[language].choose}\n{links.choose}"
    assert asks.choices == [ClaimKind.CHOICE_RESHIP, ClaimKind.CHOICE_REFUND]
    offers = linked("goodwill_offer")
    assert offers.sentences[-1].text == f"{LANGUAGES[language].leave}\n{links.leave}"
    assert offers.advertises
    for quiet in (linked("settled_refunded"), linked("refund_of_remainder")):
        assert "https://" not in quiet.text
        assert (quiet.choices, quiet.advertises) == ([], False)


REPLY = {
    "en": "answer this mail",
    "de": "antworten",
    "fr": "répondre à ce message",
    "es": "responder a este mensaje",
}
ORDERS_TOO = {
    "en": "not about orders either",
    "de": "auch nicht zu Bestellungen",
    "fr": "même au sujet de vos commandes",
    "es": "tampoco sobre sus pedidos",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gift_that_no_step_gives_is_to_be_asked_for_and_leaving_is_said_to_end_all_mail(
    language: str,
) -> None:
    letter = a_letter("goodwill_offer", language=language)
    assert REPLY[language] in letter.text
    assert ORDERS_TOO[language] in LANGUAGES[language].leave
