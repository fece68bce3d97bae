"""A shop whose teaching cases wait in the queue, and people who may look at them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.test import Client
from django.utils import timezone

from shopops.agents.intake import FakeOms
from shopops.agents.thresholds import Thresholds
from shopops.proposals.models import Proposal
from shopops.review.decisions import mint_handle
from shopops.tenants.models import Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.thresholds import save_thresholds
from tests.support.pipeline import NOON, hire, import_fakes, newest, open_shop, resolve_stored


@dataclass
class Reviewing:
    """`now` is the instant at which everything was imported and judged."""

    shop: Tenant
    now: datetime
    oms: FakeOms
    people: dict[str, Membership] = field(default_factory=dict)

    def person(self, name: str = "Maya", role: Role = Role.REVIEWER) -> Membership:
        if name not in self.people:
            self.people[name] = hire(self.shop, name, role)
        return self.people[name]

    def client(self, name: str = "Maya", role: Role = Role.REVIEWER) -> Client:
        client = Client()
        client.force_login(self.person(name, role).user)
        return client

    def proposal(self, order_id: str) -> Proposal:
        return newest(self.shop, order_id)

    def handle(self, order_id: str, name: str = "Maya", now: datetime | None = None) -> str:
        with tenant_scope(self.shop.pk):
            return mint_handle(
                proposal=self.proposal_in_scope(order_id),
                reviewer=self.person(name),
                now=now or self.now,
            )

    def proposal_in_scope(self, order_id: str) -> Proposal:
        return Proposal.objects.of(self.shop.pk).filter(order_id=order_id).latest("revision")

    def numbers(self, **changed: Any) -> None:
        """Put other thresholds into force."""
        with tenant_scope(self.shop.pk):
            save_thresholds(
                tenant_id=self.shop.pk,
                numbers=Thresholds(**changed),
                reason="test",
                author=None,
            )

    def change(self, order_id: str, **changed: object) -> None:
        """The shop's record of this order changes, and nobody has looked at it again yet."""
        order = self.oms.orders[order_id]
        later = {"updated_at": self.now, **changed}
        self.oms.orders[order_id] = type(order)(
            **{name: getattr(order, name) for name in order.__struct_fields__} | later
        )
        import_fakes(self.shop, self.oms, now=self.now)

    def take_in(self) -> None:
        """All of the shop's records as they are, and nobody has looked at them yet."""
        import_fakes(self.shop, self.oms, now=self.now)

    def resolve(self, *order_ids: str) -> None:
        resolve_stored(self.shop, list(order_ids), now=self.now)

    def url(self, path: str = "") -> str:
        return f"/t/{self.shop.slug}/{path}"

    def page_of(self, order_id: str) -> str:
        return self.url(f"review/{self.proposal(order_id).pk}/")


def reviewing(
    order_ids: Sequence[str] | None = None,
    *,
    slug: str = "store_northline",
    now: datetime = NOON,
    **numbers: Any,
) -> Reviewing:
    """`numbers`: thresholds other than a new shop's, in force before anything is judged."""
    room = Reviewing(open_shop(slug), now, FakeOms(now=now))
    if numbers:
        room.numbers(**numbers)
    import_fakes(room.shop, room.oms, now=now)
    resolve_stored(room.shop, order_ids, now=now)
    return room


def reviewing_now(order_ids: Sequence[str] | None = None, **numbers: Any) -> Reviewing:
    """By the real clock, which is the one that views look at."""
    return reviewing(order_ids, now=timezone.now(), **numbers)
