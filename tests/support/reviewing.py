"""A shop whose teaching cases wait in the queue, and people who may look at them."""

from dataclasses import dataclass, field
from datetime import datetime

from django.test import Client
from django.utils import timezone

from shopops.proposals.models import Proposal
from shopops.tenants.models import Membership, Role, Tenant
from tests.support.pipeline import hire, import_fakes, newest, open_shop, resolve_stored


@dataclass
class Reviewing:
    """`now` is the instant at which everything was imported and judged."""

    shop: Tenant
    now: datetime
    people: dict[str, Membership] = field(default_factory=dict)

    def person(self, name: str, role: Role = Role.REVIEWER) -> Membership:
        if name not in self.people:
            self.people[name] = hire(self.shop, name, role)
        return self.people[name]

    def client(self, name: str = "Maya", role: Role = Role.REVIEWER) -> Client:
        client = Client()
        client.force_login(self.person(name, role).user)
        return client

    def proposal(self, order_id: str) -> Proposal:
        return newest(self.shop, order_id)

    def url(self, path: str = "") -> str:
        return f"/t/{self.shop.slug}/{path}"

    def page_of(self, order_id: str) -> str:
        return self.url(f"review/{self.proposal(order_id).pk}/")


def reviewing(slug: str = "store_northline") -> Reviewing:
    shop, now = open_shop(slug), timezone.now()
    import_fakes(shop, now=now)
    resolve_stored(shop, now=now)
    return Reviewing(shop, now)
