"""Two shops, each with one of everything that an address or a form can name."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from shopops.acknowledgments.models import InboundMail, MailStatus, MailTest
from shopops.acknowledgments.outcomes import Reason
from shopops.administration.members.inviting import write_down
from shopops.administration.tokens import NewToken, create_token
from shopops.alarms.models import AlarmItem, RosterContact
from shopops.connections.models import Connection, Delivery, Taken
from shopops.connectors.models import Suppressed
from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Effect
from shopops.privacy.models import PrivacyRequest, RequestKind
from shopops.review.bulk.preview import preview
from shopops.review.delegating import lend
from shopops.review.models import BulkKind, Decision
from shopops.review.saved_views import save_view
from shopops.setup.files import working
from shopops.setup.files.receiving import receive
from shopops.tenants.models import ApiToken, Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from tests.support.deciding import Deciding
from tests.support.previews import begun
from tests.support.reviewing import Reviewing, reviewing_now
from tests.support.signing_in import proven
from tests.support.walls.endpoints import ADMINS, REVIEWERS

WAITING, DECIDED = "O-1001", "O-1024"
CHART = "money"
CONNECTOR = "generic"
NAMES = {"chart": CHART, "connector": CONNECTOR}


def never(real: Any) -> Any:
    """What looks like it and is nothing's."""
    return UUID(int=7) if isinstance(real, UUID) else 10**9 if isinstance(real, int) else "never"


@dataclass(frozen=True)
class WalledShop:
    """`ids`: one of everything, by its name in an address or a form."""

    room: Reviewing
    ids: Mapping[str, Any]
    sessions: Mapping[Role, str]  # of people who have proven lately who they are
    secrets: Mapping[str, str]  # of tokens, by scope, or by whom they act for

    def values(self, pattern: str) -> dict[str, Any]:
        """For each parameter of the pattern, what is its in this shop."""
        run = self.ids["bulk_run" if "<uuid:run_id>" in pattern else "preview_run"]
        item = self.ids["proposal_id" if pattern.startswith("api/") else "item_id"]
        return {**self.ids, "slug": self.slug, "run_id": run, "item_id": item, **NAMES}

    @property
    def slug(self) -> str:
        return str(self.room.shop.slug)


def walled(slug: str) -> WalledShop:
    room = reviewing_now([WAITING, DECIDED], slug=slug)
    people = {role: room.person(role.label, role) for role in Role}
    tokens = _tokens(room.shop, people)
    ids = {**_reviewed(room, people), **_settings(room, people), **_held(room, people)}
    ids |= _connected(room)
    ids["preview_id"] = _run(room, people, tokens[REVIEWERS].token)
    return WalledShop(
        room=room,
        ids=ids,
        sessions={role: session_of(room.client(role.label, role)) for role in Role},
        secrets={name: made.secret for name, made in tokens.items()},
    )


def session_of(client: Client) -> str:
    return str(proven(client).cookies[settings.SESSION_COOKIE_NAME].value)


def _reviewed(room: Reviewing, people: Mapping[Role, Membership]) -> dict[str, Any]:
    reviewer, shop = people[Role.REVIEWER], room.shop
    now = timezone.now()
    Deciding(room, DECIDED).reject(name=Role.REVIEWER.label)
    with tenant_scope(shop.pk):
        view = save_view(
            member=people[Role.ADMIN], name="Mine", query="?track=standard", shared=True
        )
        decision = Decision.objects.of(shop.pk).get()
        item = AlarmItem.objects.of(shop.pk).filter(order_id=WAITING).first()
    lent = lend(
        giver=people[Role.ADMIN],
        receiver=reviewer,
        currency="USD",
        most_minor=100,
        starts_at=now,
        ends_at=now + timedelta(days=1),
        reason="holiday",
        author=people[Role.ADMIN],
        now=now,
    )
    return {
        "proposal_id": room.proposal(WAITING).pk,
        "decision_id": decision.pk,
        "bulk_run": _run(room, people),
        "view_id": view.pk,
        "item_id": item.pk,
        "delegation_id": lent.pk,
        "handle": room.handle(WAITING, Role.REVIEWER.label, now),
    }


def _settings(room: Reviewing, people: Mapping[Role, Membership]) -> dict[str, Any]:
    shop, admin, now = room.shop, people[Role.ADMIN], timezone.now()
    invitation, _ = write_down(
        email="per@shop.example", display_name="Per", role=Role.VIEWER, author=admin, now=now
    )
    contact = RosterContact.objects.create(
        tenant=shop, membership=admin, email=f"ada@oncall.{shop.slug}.example", step=0
    )
    entry = Suppressed.objects.create(
        tenant=shop,
        ref=b"\1" * 32,
        shown="j…@shop.example",
        added_by=admin,
        reason="asked",
        added_at=now,
    )
    token = create_token(tenant_id=shop.pk, name="x", scopes=[Scope.RESOLVE], author=admin, now=now)
    file = receive(
        upload=SimpleUploadedFile("orders.json", b"{}"),
        source_format="shopops-orders",
        sent_by=admin,
        now=now,
    )
    working.check(file=file, now=timezone.now)
    return {
        "file_id": file.pk,
        "member_id": people[Role.VIEWER].pk,
        "decider_id": people[Role.REVIEWER].pk,
        "invitation_id": invitation.pk,
        "contact_id": contact.pk,
        "entry_id": entry.pk,
        "token_id": token.token.pk,
        "preview_run": begun(shop, admin, now=now, pickup_days=9).pk,
        "version": 1,
    }


def _held(room: Reviewing, people: Mapping[Role, Membership]) -> dict[str, Any]:
    shop, now = room.shop, timezone.now()
    with tenant_scope(shop.pk):
        mail = InboundMail.objects.create(
            tenant=shop,
            source="raw",
            received_at=now,
            size=1,
            status=MailStatus.HELD,
            reason=Reason.NO_VERDICT,
        )
        test = MailTest.objects.create(
            tenant=shop, membership=people[Role.ADMIN], code="ABCDEFGHJK", created_at=now
        )
    return {"mail": mail.pk, "test": test.pk}


def _connected(room: Reviewing) -> dict[str, Any]:
    """A shop without settings, so that nobody is called, with a delivery and a step."""
    shop, now = room.shop, timezone.now()
    with tenant_scope(shop.pk):
        connection = Connection.objects.create(
            tenant=shop, connector=CONNECTOR, title="Own", settings_sealed=b""
        )
        came = Delivery.objects.create(
            tenant=shop,
            connection=connection,
            delivery_id="1",
            topic="order.updated",
            outcome=Taken.NOTED,
        )
        effect = Effect.objects.create(
            tenant=shop,
            key=b"\7" * 32,
            kind=EffectKind.NOTE,
            order_id=DECIDED,
            order_number=DECIDED,
            event_id=UUID(int=1),
            not_before=now,
        )
        asked = PrivacyRequest.objects.create(
            tenant=shop,
            kind=RequestKind.ACCESS,
            orders=[DECIDED],
            received_at=now,
            due_at=now,
        )
    return {
        "connection_id": connection.pk,
        "delivery_id": came.pk,
        "effect_id": effect.pk,
        "request_id": asked.pk,
    }


def _run(room: Reviewing, people: Mapping[Role, Membership], token: ApiToken | None = None) -> UUID:
    """Of several at once, begun by the reviewer: on a page, or with the token."""
    return preview(
        tenant_id=room.shop.pk,
        reviewer=people[Role.REVIEWER],
        kind=BulkKind.REJECT,
        proposal_ids=[room.proposal(WAITING).pk],
        token=token,
    )


def _tokens(shop: Tenant, people: Mapping[Role, Membership]) -> dict[str, NewToken]:
    def made(name: str, *scopes: Scope, **more: Any) -> NewToken:
        admin, now = people[Role.ADMIN], timezone.now()
        return create_token(
            tenant_id=shop.pk, name=name, scopes=scopes, author=admin, now=now, **more
        )

    plain = [scope for scope in Scope if scope is not Scope.REVIEW_DECIDE]
    found = {str(scope): made(scope, scope, skill="night-watch") for scope in plain}
    reviews = (Scope.REVIEW_READ, Scope.REVIEW_DECIDE)
    found[REVIEWERS] = made(REVIEWERS, *reviews, acts_for=people[Role.REVIEWER])
    found[ADMINS] = made(ADMINS, *reviews, acts_for=people[Role.ADMIN])
    return found
