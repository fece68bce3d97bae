"""Which role may do what another one may."""

import pytest

from shopops.tenants.access import allows
from shopops.tenants.models import Membership, Role

INCLUDED = {
    Role.VIEWER: {Role.VIEWER},
    Role.AUDITOR: {Role.VIEWER, Role.AUDITOR},
    Role.REVIEWER: {Role.VIEWER, Role.REVIEWER},
    Role.ADMIN: {Role.VIEWER, Role.AUDITOR, Role.REVIEWER, Role.ADMIN},
}


@pytest.mark.parametrize("role", Role)
def test_a_role_may_what_its_row_says_and_nothing_else(role: Role) -> None:
    member = Membership(role=role)
    assert {least for least in Role if allows(member, least)} == INCLUDED[role]


def test_who_left_may_nothing() -> None:
    gone = Membership(role=Role.ADMIN, active=False)
    assert not any(allows(gone, least) for least in Role)
