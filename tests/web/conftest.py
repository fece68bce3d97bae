"""A shop without orders, two of its people, and a mail server that keeps what it is given."""

from collections.abc import Iterator

import pytest

from shopops.tenants.models import Membership, Role, Tenant
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import mail_server
from tests.support.smtp_sink import Sink


@pytest.fixture
def shop() -> Tenant:
    return open_shop()


@pytest.fixture
def admin(shop: Tenant) -> Membership:
    return hire(shop, "Ada", Role.ADMIN)


@pytest.fixture
def maya(shop: Tenant) -> Membership:
    return hire(shop, "Maya")


@pytest.fixture
def sink() -> Iterator[Sink]:
    with mail_server() as found:
        yield found
