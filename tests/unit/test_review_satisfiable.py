"""Settings that nobody could satisfy are refused once, with what helps."""

import msgspec
import pytest

from shopops.agents.thresholds import Thresholds
from shopops.review.config import ReviewConfig
from shopops.review.satisfiable import unsatisfiable
from shopops.tenants.models import Membership, Role

CAPS = {"CAD": 60_000, "EUR": 45_000, "USD": 50_000}


def said(roles: list[Role], *limited: str) -> list[str]:
    config = msgspec.convert({"limits": {role: {"USD": 5000} for role in limited}}, ReviewConfig)
    people = [Membership(role=role) for role in roles]
    return list(unsatisfiable(people, Thresholds(second_cap_cents=CAPS), config))


def test_several_currencies_are_one_sentence() -> None:
    (sentence,) = said([Role.REVIEWER])
    assert sentence == (
        "Above 600.00 CAD, 450.00 EUR and 500.00 USD two people without a limit must approve, and "
        "only 1 has none. Invite another reviewer first, or leave the second cap empty."
    )


@pytest.mark.parametrize(
    ("roles", "limited", "helps"),
    [
        (
            [Role.REVIEWER] * 3 + [Role.ADMIN],
            ["reviewer"],
            "Make a second person admin, leave the second cap empty, or take",
        ),
        (
            [Role.REVIEWER] * 3,
            ["reviewer"],
            "Make two people admin, leave the second cap empty, or",
        ),
        (
            [Role.REVIEWER, Role.ADMIN],
            ["admin"],
            "Make a second person reviewer, leave the second cap empty",
        ),
        ([Role.REVIEWER, Role.ADMIN], ["reviewer", "admin"], "Take away the limit of a role"),
    ],
)
def test_more_people_of_a_role_with_a_limit_are_not_what_is_advised(
    roles: list[Role], limited: list[str], helps: str
) -> None:
    (sentence,) = said(roles, *limited)
    assert helps in sentence
    assert "roster" not in sentence


def test_what_is_advised_helps() -> None:
    assert said([Role.REVIEWER, Role.ADMIN, Role.ADMIN], "reviewer") == []


@pytest.mark.parametrize(
    ("currency", "helps"),
    [("USD", "could be taken away: Ada."), ("JPY", "Invite another reviewer first")],
)
def test_a_person_s_own_limit_is_named_where_it_is_what_stands_in_the_way(
    currency: str, helps: str
) -> None:
    """One in yen keeps nobody from an amount in dollars."""
    ada = Membership(role=Role.ADMIN, display_name="Ada", identity_key=b"\1" * 32)
    config = msgspec.convert({"people": {"01" * 32: {currency: 100}}}, ReviewConfig)
    numbers = Thresholds(second_cap_cents={"USD": 50_000})
    sentence = next(unsatisfiable([ada], numbers, config))
    assert helps in sentence
