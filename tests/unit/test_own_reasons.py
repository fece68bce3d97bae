"""Sentences of ours that are kept in English are said in the language of whoever reads."""

import pytest
from django.utils import translation

from shopops.acknowledgments.outcomes import EXCESSES, FAILED, SENTENCES
from shopops.checks.messages import is_translated, kept, languages
from shopops.connections.noted import note_said, with_about
from shopops.deliveries import happenings
from shopops.deliveries.fetching import FETCHED
from shopops.ledger.archive import BUSY
from shopops.ledger.archive import FAILED as UNVERIFIED
from shopops.ledger.copying import BROKEN
from shopops.tenants import own_reasons

NOTED = (*happenings.FOR_A_PERSON.values(), happenings.UNINSTALLED, happenings.LATE)
KEPT = (*NOTED, happenings.ALREADY, happenings.LEFT, FETCHED, *own_reasons.WHOLE)


@pytest.mark.parametrize("language", languages())
def test_each_has_words_in_every_language(language: str) -> None:
    catalogue = kept(language)
    ours = (*KEPT, *SENTENCES.values(), *EXCESSES.values(), FAILED, BUSY, UNVERIFIED, BROKEN)
    found = {text: catalogue.get(text) for text in ours}
    assert [text for text, one in found.items() if one is None or not is_translated(one)] == []


def test_a_reason_that_nobody_gave_is_said_in_the_reader_s_language() -> None:
    planned = own_reasons.MAINTENANCE_PLANNED.format(why="the {new} shelf")
    with translation.override("de"):
        assert own_reasons.reason_said(own_reasons.SET_UP) == (
            "Beim Einrichten des Shops festgelegt"
        )
        assert own_reasons.reason_said(planned) == "Wartung geplant: the {new} shelf"
    assert own_reasons.reason_said(own_reasons.SET_UP) == own_reasons.SET_UP
    assert own_reasons.reason_said(planned) == planned


@pytest.mark.parametrize("reason", ["Done", "", "Before Maintenance planned: now", "{why}"])
def test_a_reason_that_a_person_gave_stays_as_it_was_written(reason: str) -> None:
    with translation.override("de"):
        assert own_reasons.reason_said(reason) == reason


def test_what_a_delivery_noted_names_what_it_is_about_in_every_language() -> None:
    erased = with_about(NOTED[1], "17, N-1")
    assert note_said(erased) == f"{NOTED[1]} It is about: 17, N-1."
    with translation.override("de"):
        assert note_said(erased).startswith("Ein Kunde soll gelöscht werden.")
        assert note_said(erased).endswith(": 17, N-1.")
        assert note_said(happenings.ALREADY) == "Es war schon bekannt."
