"""Accounts and rosters."""

import pytest

from shopops.tenants.models import Role, User
from shopops.tenants.people import MemberExists, create_member
from tests.support.pipeline import hire, open_shop


@pytest.mark.django_db
def test_a_new_person_gets_an_account_and_a_random_key_of_32_bytes() -> None:
    shop = open_shop()
    maya, ben = hire(shop, "Maya"), hire(shop, "Ben")
    assert len(bytes(maya.identity_key)) == 32
    assert bytes(maya.identity_key) != bytes(ben.identity_key)
    assert not maya.user.has_usable_password()


@pytest.mark.django_db
def test_the_same_person_in_a_second_shop_keeps_account_and_password() -> None:
    first = create_member(
        tenant=open_shop(),
        email="maya@example.com",
        display_name="Maya",
        role=Role.ADMIN,
        password="a long enough one",
    )
    second = create_member(
        tenant=open_shop("other"),
        email="Maya@Example.com",
        display_name="Maya",
        role=Role.VIEWER,
        password="another one",
    )
    assert first.user == second.user
    assert User.objects.get().check_password("a long enough one")


@pytest.mark.django_db
def test_nobody_is_on_one_roster_twice() -> None:
    shop = open_shop()
    hire(shop)
    with pytest.raises(MemberExists, match=r"maya@.* already works for"):
        hire(shop)
