"""FAB-1 for a model's draft: what is no plain, empty-handed sentence is refused whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopops.narrative.faults import FaultCode
from shopops.narrative.gate import accepted, faults
from shopops.narrative.words import TABLES
from shopops.outreach.languages import LANGUAGES
from shopops.review.editing.wording import unproven

MOST = 300
GOOD = {
    "en": [
        "We understand how tiring it is to wait for a parcel. Thank you for your patience.",
        "You may write to us at any time; the people who read it know your order. Sorry again!",
        "It’s frustrating when a parcel goes astray, and we’re sorry that it happened to you.",
    ],
    "de": [
        "Wir verstehen gut, wie ärgerlich das Warten auf ein Paket ist. Danke für Ihre Geduld.",
        "Es ist nicht einfach, auf ein Paket zu warten, und das tut uns leid. Achten Sie auf sich.",
        "Es tut uns leid, dass Sie so lange warten mussten. Schreiben Sie uns, wenn etwas fehlt.",
        "Uns ist klar, wie groß die Enttäuschung über das Paket ist. Danke für Ihr Verständnis!",
    ],
    "fr": [
        "Nous savons combien il est pénible d’attendre un colis. Merci de votre patience !",
        "C’est un vrai crève-cœur d’attendre ainsi, et nous en sommes navrés. Ça nous peine.",
        "Nous comprenons votre agacement et nous en sommes désolés. N’hésitez pas à nous écrire.",
    ],
    "es": [
        "Entendemos que esta espera es molesta y lo sentimos. ¡Gracias por su paciencia!",
        "Sabemos lo incómodo que es esperar un paquete. Escríbanos si algo no está claro.",
    ],
}
C = FaultCode
BAD = [
    ("en", "Your parcel is 3 streets away.", C.NUMBER),
    ("en", "There are three parcels.", C.NUMBER),
    ("en", "It is the twenty-first parcel.", C.NUMBER),
    ("en", "It is the second parcel.", C.NUMBER),
    ("en", "There are ٣ parcels.", C.NUMBER),
    ("en", "Half of it, ½, is here.", C.NUMBER),
    ("en", "There are ③ parcels.", C.NUMBER),
    ("de", "Es sind zwei Pakete.", C.NUMBER),
    ("de", "Es sind einundzwanzig Pakete.", C.NUMBER),
    ("de", "Es sind dreihundertfünf Pakete.", C.NUMBER),
    ("fr", "Ce sont trois colis.", C.NUMBER),
    ("es", "Son veintidós paquetes.", C.NUMBER),
    ("en", "It is thrée streets away.", C.NUMBER),
    ("de", "Es sind fuenf Pakete.", C.NUMBER),
    ("de", "Es sind dreihundertfúnf Pakete.", C.NUMBER),
    ("fr", "C’est le deuxieme colis.", C.NUMBER),
    ("es", "Son dieciseis paquetes.", C.NUMBER),
    ("en", "It is a matter of € and cents.", C.CURRENCY),
    ("en", "It is paid in USD.", C.CURRENCY),
    ("en", "It is paid in euros.", C.CURRENCY),
    ("en", "It came on Friday.", C.DATE),
    ("en", "It came in May.", C.DATE),
    ("en", "It came in Sept.", C.DATE),
    ("en", "It is here tomorrow.", C.DATE),
    ("de", "Es kam am Dienstag.", C.DATE),
    ("de", "Es kommt im März an.", C.DATE),
    ("fr", "C’était mardi.", C.DATE),
    ("fr", "C’était en août.", C.DATE),
    ("es", "Era el miércoles.", C.DATE),
    ("es", "Era en enero.", C.DATE),
    ("en", "It came on Frídáy.", C.DATE),
    ("de", "Es kam im Maerz an.", C.DATE),
    ("de", "Es ist uebermorgen da.", C.DATE),
    ("fr", "C’était en aout.", C.DATE),
    ("es", "Era el sabado.", C.DATE),
    ("en", "See https://evil.example now.", C.LINK),
    ("en", "See www.evil.example now.", C.LINK),
    ("en", "See evil.example now.", C.LINK),
    ("en", "See evil。example now.", C.LINK),
    ("en", "Write to help@shop.example please.", C.LINK),
    ("en", "Write to help(at)shop please.", C.LINK),
    ("en", "Follow us as @northline please.", C.LINK),
    ("en", "Call +49 30 1234567 please.", C.NUMBER),
    ("en", "Look for TRK-1 please.", C.CODE),
    ("en", "Look for O-1001 please.", C.NUMBER),
    ("en", "The carrier is DHL.", C.CODE),
    ("en", "Look for <b>it</b> please.", C.SIGN),
    ("en", "It is **very** sad.", C.SIGN),
    ("en", "It is\tvery sad.", C.SIGN),
    ("en", "It is \u202every sad.", C.SIGN),
    ("en", "It is\u200bvery sad.", C.SIGN),
    ("en", "It is \x00 sad.", C.SIGN),
    ("en", "It is gu\u0430ranteed.", C.SIGN),  # a Cyrillic letter
    ("en", "It is sıx streets away.", C.SIGN),  # an i without a dot
    ("en", "It is ᴛᴇɴ streets away.", C.SIGN),
    ("en", "It is gua\u1d20anteed.", C.SIGN),
    ("en", "It is gu\u00ad\u0061ranteed.", C.SIGN),
    ("en", "You ｗill have it.", C.SIGN),
    ("en", "It is sad 🙂.", C.SIGN),
    ("en", "Dear [Name], we are sorry.", C.PLACEHOLDER),
    ("en", "Dear {name}, we are sorry.", C.PLACEHOLDER),
    ("en", "Dear ____, we are sorry.", C.PLACEHOLDER),
    ("en", "Sorry. " * 4, C.TOO_MANY_SENTENCES),
    ("en", "Sorry\nSorry\nSorry\nSorry", C.TOO_MANY_SENTENCES),
    ("en", "a" * (MOST + 1), C.TOO_LONG),
    ("en", " \n ", C.EMPTY),
    ("en", "We guarantee it.", C.PROMISE),
    ("en", "You'll have it.", C.PROMISE),
    ("en", "Your refund will be here.", C.PROMISE),
    ("en", "You have it within a few days.", C.PROMISE),
    ("en", "It is free of charge.", C.PROMISE),
    ("en", "You have it BY THE NEXT DAY.", C.PROMISE),
    ("de", "Wir versprechen es.", C.PROMISE),
    ("de", "Sie haben es innerhalb kurzer Zeit.", C.PROMISE),
    ("de", "Wir werden uns kümmern.", C.PROMISE),
    ("de", "Das ist kostenlos.", C.PROMISE),
    ("de", "Das gewaehrleisten wir.", C.PROMISE),
    ("en", "You wíll have it.", C.PROMISE),
    ("fr", "Elle est bientot chez vous.", C.PROMISE),
    ("fr", "Nous vous le promettons.", C.PROMISE),
    ("fr", "Vous le recevrez.", C.PROMISE),
    ("fr", "C’est gratuit.", C.PROMISE),
    ("es", "Se lo prometemos.", C.PROMISE),
    ("es", "Lo enviaremos.", C.PROMISE),
    ("es", "Es gratis.", C.PROMISE),
    ("en", "You get your money back.", C.REMEDY),
    ("de", "Sie bekommen Ersatz.", C.REMEDY),
    ("fr", "Nous vous remboursons.", C.REMEDY),
    ("es", "Le damos un crédito.", C.REMEDY),
    ("en", "You get a refúnd.", C.REMEDY),
    ("de", "Es gibt eine Rueckerstattung.", C.REMEDY),
    ("en", "Wir bedauern sehr, dass Ihr Paket nicht da ist.", C.LANGUAGE),
    ("de", "We are sorry that your parcel is not here.", C.LANGUAGE),
]


def codes(text: str, language: str = "en", said: str = "") -> set[FaultCode]:
    return {one.code for one in faults(text, language=language, said=said, most_chars=MOST)}


@pytest.mark.parametrize(("language", "text"), [(one, text) for one in GOOD for text in GOOD[one]])
def test_plain_sentences_that_state_nothing_pass(language: str, text: str) -> None:
    assert faults(text, language=language, said="", most_chars=MOST) == []


@pytest.mark.parametrize(("language", "text", "code"), BAD)
def test_what_states_or_promises_something_is_refused(
    language: str, text: str, code: FaultCode
) -> None:
    assert code in codes(text, language)


def test_a_word_that_can_be_cut_in_many_ways_takes_no_time() -> None:
    assert codes("einste" * 49 + "x", "de") == set()
    assert codes("einste" * 49, "de") == {C.NUMBER}


def test_what_the_mail_offers_may_be_spoken_of() -> None:
    text = "We know that waiting for your money back is no fun."
    assert codes(text) == {C.REMEDY}
    assert codes(text, said="We have refunded you.") == set()


def test_a_fault_names_the_piece_that_it_was_found_in() -> None:
    [fault] = faults("It came on Friday.", language="en", said="", most_chars=MOST)
    assert fault.piece == "Friday"


def test_a_fault_of_what_nobody_sees_names_it_by_its_number() -> None:
    pieces = {one.piece for one in faults("a\u202eb", language="en", said="", most_chars=MOST)}
    assert pieces == {"U+202E"}


def test_there_is_a_list_for_every_language_that_mails_are_written_in() -> None:
    assert TABLES.keys() == LANGUAGES.keys()
    assert all(name == table.locale for name, table in TABLES.items())


def test_one_sentence_of_another_language_hides_behind_no_others() -> None:
    text = "We know that this is not what you were hoping for. Wir geben es dir bestimmt."
    assert codes(text) == {FaultCode.LANGUAGE}


@pytest.mark.parametrize("language", TABLES)
def test_no_good_text_of_one_language_passes_as_another(language: str) -> None:
    for other, texts in GOOD.items():
        if other != language:
            assert all(codes(text, language) for text in texts)


DIGIT = st.characters(categories=("Nd", "Nl", "No"))
ANY = st.text(max_size=40)


@given(before=ANY, digit=DIGIT, after=ANY, language=st.sampled_from(sorted(TABLES)))
def test_a_text_with_any_digit_never_passes(
    before: str, digit: str, after: str, language: str
) -> None:
    assert codes(before + digit + after, language)


@given(
    text=st.lists(
        st.sampled_from([*"aZ .,'’-@/()…é", "Friday", "www.", "hui", "today", "TRK", "OK", "\n"]),
        max_size=20,
    ).map("".join),
    language=st.sampled_from(sorted(TABLES)),
)
def test_what_passes_here_a_person_could_have_added(text: str, language: str) -> None:
    """So no draft is refused only when it is saved."""
    if not codes(text, language):
        assert unproven(accepted(text), ()) in ("", *_OTHERS)


# Names of days in languages that the text is not written in.
_OTHERS = ("Friday", "hui", "today")


def test_what_is_accepted_is_one_line() -> None:
    assert accepted(" We are sorry.\n\nTruly. ") == "We are sorry. Truly."
