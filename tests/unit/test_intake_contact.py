"""What the pack says of the customer: facts, inferences and unknowns, and no personal value."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from shopops.agents.records import Address, Channel, Customer
from shopops.agents.teaching.parts import HALIFAX, INES
from tests.support.intake_cases import an_order, build, read

NOT_GIVEN = ("unknown", None, None, "not_given")
OF_CUSTOMER = (
    "preferred_channel",
    "email_on_file",
    "opted_out",
    "language",
    "customer_id_known",
    "credit_consent",
)


def field_of(name: str, customer: Customer | None, **more: Any) -> tuple[object, ...]:
    found = build(an_order(customer=customer, **more)).fields[name]
    return (*read(found), found.evidence_ids)


@pytest.mark.parametrize("name", OF_CUSTOMER)
@pytest.mark.parametrize("customer", [None, Customer()], ids=["no record", "an empty record"])
def test_without_a_customer_record_everything_of_it_is_unknown(
    name: str, customer: Customer | None
) -> None:
    assert field_of(name, customer) == (*NOT_GIVEN, [])


@pytest.mark.parametrize("channel", list(Channel))
def test_a_preference_of_her_own_is_a_fact(channel: Channel) -> None:
    customer = Customer(preferred_channel=channel)
    fact = ("fact", channel.value, None, "", ["oms:channel_pref"])
    assert field_of("preferred_channel", customer) == fact


def test_the_only_address_on_file_is_an_inference_and_no_preference() -> None:
    guess = ("inference", "email", 0.5, "only_email_on_file", ["cust:email"])
    assert field_of("preferred_channel", Customer(email="a@example.com")) == guess


@pytest.mark.parametrize(
    "customer",
    [Customer(email="a@example.com", phone="+1 902 555 0114"), Customer(phone="+1 902 555 0114")],
    ids=["mail and telephone", "a telephone that may call or text"],
)
def test_where_several_channels_are_possible_none_is_chosen(customer: Customer) -> None:
    assert field_of("preferred_channel", customer) == (*NOT_GIVEN, [])


@pytest.mark.parametrize("marketing", [True, False, None])
def test_declining_offers_says_nothing_about_service_mail(marketing: bool | None) -> None:
    assert field_of("opted_out", Customer(accepts_marketing=marketing)) == (*NOT_GIVEN, [])


@pytest.mark.parametrize("opted_out", [True, False])
def test_an_opt_out_is_a_fact_either_way(opted_out: bool) -> None:
    fact = ("fact", opted_out, None, "", ["cust:optout"])
    assert field_of("opted_out", Customer(opted_out=opted_out)) == fact


@pytest.mark.parametrize("consent", [True, False])
def test_consent_to_store_credit_is_a_fact_either_way(consent: bool) -> None:
    fact = ("fact", consent, None, "", ["cust:credit_consent"])
    assert field_of("credit_consent", Customer(credit_consent=consent)) == fact


def test_id_and_mail_address_are_known_without_being_told() -> None:
    assert field_of("customer_id_known", INES) == ("fact", True, None, "", ["cust:id"])
    assert field_of("email_on_file", INES) == ("fact", True, None, "", ["cust:email"])
    text = msgspec.json.encode(build(an_order())).decode()
    for personal in ("C-201", "Ines", "ines@", "555", "Quay", "Halifax", "B3H"):
        assert personal not in text


def test_a_language_on_record_is_a_fact() -> None:
    fact = ("fact", "fr", None, "", ["oms:language"])
    assert field_of("language", replace(INES, language="fr")) == fact


def test_a_language_guessed_from_the_country_is_a_weak_inference() -> None:
    guess = ("inference", "pt", 0.5, "ship_to_country", ["oms:ship_to"])
    assert field_of("language", INES, ship_to=Address(country="PT")) == guess


@pytest.mark.parametrize(
    "ship_to", [None, Address(), Address(country="CA"), Address(city="Porto")], ids=str
)
def test_no_language_is_guessed_from_no_country_or_one_of_many_languages(
    ship_to: Address | None,
) -> None:
    assert field_of("language", INES, ship_to=ship_to) == (*NOT_GIVEN, [])


@pytest.mark.parametrize("ship_to", [None, Address()])
def test_without_an_address_nothing_is_known_of_it(ship_to: Address | None) -> None:
    for name in ("ship_to", "ship_to_complete"):
        assert field_of(name, INES, ship_to=ship_to) == (*NOT_GIVEN, [])


@pytest.mark.parametrize(
    ("address", "complete"),
    [
        (HALIFAX, True),
        (replace(HALIFAX, name=None, region=None), True),
        (replace(HALIFAX, country=None), False),
        (replace(HALIFAX, lines=()), False),
        (replace(HALIFAX, lines=("", " ")), False),
        (replace(HALIFAX, city=None), False),
        (replace(HALIFAX, postcode=None), False),
        (replace(HALIFAX, postcode=None, country="HK"), True),
    ],
)
def test_an_address_is_complete_when_a_parcel_can_reach_it(
    address: Address, complete: bool
) -> None:
    fact = ("fact", complete, None, "", ["oms:ship_to"])
    assert field_of("ship_to_complete", INES, ship_to=address) == fact


def test_the_country_is_a_fact_of_its_own() -> None:
    assert field_of("ship_to", INES) == ("fact", "CA", None, "", ["oms:ship_to"])
    city_only = Address(city="Halifax")
    assert field_of("ship_to", INES, ship_to=city_only) == (*NOT_GIVEN, [])
