"""What a person adds to a customer's mail states no link in disguise, and no date in any language
that mails are written in."""

import pytest

from shopops.review.editing.wording import unproven


@pytest.mark.parametrize(
    "text",
    [
        "see evil\u200b.com",
        "see evil.\u2060com",
        "see evil。com",
        "see evil．com",
        "Am Montag kommt es",
        "Es wird morgen geliefert",
        "Livraison lundi",
        "Livraison aujourd’hui",
        "Llega mañana",
        "Llega en marzo",
        "M\u00adontag",
    ],
)
def test_a_disguised_link_and_a_date_in_each_language_are_named(text: str) -> None:
    assert unproven(text, set())


@pytest.mark.parametrize(
    "text",
    ["Wir sind hier für Sie", "Nous sommes désolés", "Lo sentimos", "Keep it 👩🏽\u200d💻"],
)
def test_words_that_state_nothing_pass(text: str) -> None:
    assert unproven(text, set()) == ""
