"""By what an order is found: each term is looked for from its beginning on."""

import pytest
from msgspec.structs import replace

from shopops.agents.fakes import FakeOms
from shopops.agents.records import Customer
from shopops.connectors.search_terms import search_terms, searchable
from tests.support.known import NOW

ORDER = replace(FakeOms(now=NOW).orders["O-1001"], shipments=(), ship_to=None)


def _found(typed: str, **known: object) -> bool:
    """As the search looks for it."""
    wanted = searchable(typed)
    return any(term.startswith(wanted) for term in search_terms(replace(ORDER, **known)))


@pytest.mark.parametrize(
    ("number", "typed"),
    [
        ("O-1030", "1030"),
        ("O-1030", "103"),
        ("O-1030", "030"),
        ("#1030", "1030"),
        ("NL-26117-B", "26117"),
        ("NL-26117-B", "117-b"),
        ("NL-26117-B", "117"),
        ("NL26117", "26117"),
    ],
)
def test_a_part_of_the_number_finds_it(number: str, typed: str) -> None:
    assert _found(typed, number=number, customer=None)


def test_without_a_number_a_part_of_the_id_finds_it() -> None:
    assert _found("1001", number=None, customer=None)


@pytest.mark.parametrize("typed", ["30", "1031", "-1030", "o1030"])
def test_what_is_no_part_that_people_say_does_not(typed: str) -> None:
    assert not _found(typed, number="O-1030", customer=None)


def test_an_identifier_for_machines_has_no_parts() -> None:
    assert not _found("4a1b", number="0f0e7c52-9d3c-4a1b-8a55-1c2d3e4f5a6b", customer=None)


@pytest.mark.parametrize(
    "typed",
    [
        "ada king lovelace",
        "Lovelace Ada",
        "Lovelace, Ada",
        "king lovelace a",
        "ada lovelace",
        "àda",
    ],
)
def test_a_name_is_found_whichever_of_its_words_comes_first(typed: str) -> None:
    assert _found(typed, customer=Customer(name="Ada King  Lovelace"))


def test_a_name_that_is_kept_last_name_first_is_found_the_other_way_round_too() -> None:
    assert _found("ada lovelace", customer=Customer(name="Lovelace, Ada"))


@pytest.mark.parametrize("typed", ["ada@", "analytical.example", "@analytical", "ANALYTICAL.EX"])
def test_an_address_is_found_from_its_beginning_and_from_its_domain(typed: str) -> None:
    assert _found(typed, customer=Customer(email="ada@Analytical.example"))


@pytest.mark.parametrize("typed", ["ovelace", "king ada", "example", "%", "_da"])
def test_a_search_looks_for_what_begins_so(typed: str) -> None:
    customer = Customer(name="Ada King Lovelace", email="ada@analytical.example")
    assert not _found(typed, customer=customer)
