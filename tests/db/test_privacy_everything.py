"""Everything that this program may know of an order's customer is erased, wherever it stands."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from django.db import connection

from shopops.alarms.models import AlarmItem, AlarmNote, RingMail
from shopops.connections.models import Delivery, Taken
from shopops.execution import commands, refusals
from shopops.ledger import entries_of_items
from shopops.outbox.models import Attempt, Effect, EffectNote
from shopops.privacy.kept import KINDS, Kept
from shopops.privacy.models import PrivacyRequest
from shopops.proposals.models import OutlineText
from shopops.tenants.scope import tenant_scope
from shopops.tenants.sealing import Purpose, seal
from tests.support.carrying import Carrying, carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.erasing import erasing
from tests.support.shop_double import Fault

pytestmark = pytest.mark.django_db
HERS = "Agathe-of-the-third-floor"  # in every place where a customer may be named
# What the database itself holds, as text: each column of each table, but for the catalogues'.
COLUMNS = """
SELECT table_name, quote_ident(column_name), data_type FROM information_schema.columns
 WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'jsonb', 'bytea')
   AND has_table_privilege(format('public.%I', table_name), 'SELECT')
"""


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Carrying]:
    with carrying([ORDER], folder=tmp_path, clock=clock, honours_keys=False) as made:
        yield made


def told_everywhere(shop: Carrying) -> None:
    """A step that the shop refused and a person gave up, with all that was said of it."""
    room = shop.room
    customer = room.oms.orders[ORDER].customer
    assert customer is not None
    named = msgspec.structs.replace(customer, name=HERS, email=f"{HERS.lower()}@home.example")
    room.change(ORDER, customer=named)
    shop.shop.books.orders[ORDER] = msgspec.json.decode(msgspec.json.encode(room.oms.orders[ORDER]))
    room.resolve(ORDER)
    shop.shop.fail("/refunds", Fault.REFUSE)
    shop.deciding(ORDER).approve(REFUND, reason=HERS, after=shop.clock.now - room.now)
    shop.clock.move(minutes=12)
    shop._leave_notes()
    assert shop.run().failed == 1
    effect = shop.effect()
    commands.give_up(tenant_id=room.shop.pk, effect_id=effect.pk, by=room.person(), reason=HERS)
    Effect.objects.filter(pk=effect.pk).update(detail=HERS)
    with tenant_scope(room.shop.pk):
        _by_hand(shop)


def _by_hand(shop: Carrying) -> None:
    """Rows as their rooms write them."""
    tenant, now = shop.room.shop, shop.clock.now
    proposal = shop.room.proposal_in_scope(ORDER)
    OutlineText.objects.create(
        tenant=tenant, proposal=proposal, sha256=b"\1" * 32, salt=b"\1" * 16, text=HERS
    )
    item = AlarmItem.objects.of(tenant.pk).filter(order_id=ORDER)[0]
    event = entries_of_items(tenant.pk, [bytes(item.item_key)])[bytes(item.item_key)][0]
    AlarmNote.objects.create(tenant=tenant, event_id=event.event_id, text=HERS)
    mail = RingMail.objects.create(
        tenant=tenant,
        membership=shop.room.person(),
        recipient="maya@shop.example",
        message=HERS.encode(),
        state="accepted",
        ready_at=now,
        closed_at=now,
    )
    mail.ring_items.create(
        tenant=tenant, item=item, handle=b"\1" * 32, body="{}", episode=1, releases=0
    )
    body = f'{{"order_id": "{ORDER}", "name": "{HERS}"}}'.encode()
    Delivery.objects.create(
        tenant=tenant,
        connection=shop.connection,
        delivery_id="d1",
        topic="order.updated",
        body=seal(body, purpose=Purpose.DELIVERY),
        outcome=Taken.UNCHANGED,
        received_at=now,
    )


def settle_alarms(shop: Carrying) -> None:
    """What rang for the step is over; the projection of the item is a test's own business here."""
    AlarmItem.objects.of(shop.room.shop.pk).update(status="resolved", send_at=None, due_at=None)


def places(shop: Carrying) -> set[str]:
    """Where in the database the name stands, also within bytes; but for what is sealed."""
    found = set()
    with tenant_scope(shop.room.shop.pk), connection.cursor() as cursor:
        cursor.execute(COLUMNS)
        for table, column, kind in cursor.fetchall():
            text = f"encode({column}, 'escape')" if kind == "bytea" else f"{column}::text"
            cursor.execute(
                f"SELECT count(*) FROM public.{table} WHERE {text} ILIKE %s", [f"%{HERS}%"]
            )
            if cursor.fetchone() != (0,):
                found.add(f"{table}.{column}")
    return found


def test_the_name_stands_nowhere_any_more(shop: Carrying) -> None:
    told_everywhere(shop)
    settle_alarms(shop)
    tenant = shop.room.shop.pk
    before = places(shop)
    assert {"connectors_sourcerecord.body", "connectors_searchterm.term"} <= before
    assert {"review_reviewnote.text", "outbox_effectnote.text", "alarms_alarmnote.text"} <= before
    with tenant_scope(tenant):
        counts = Kept(tenant, [ORDER]).counts()
    assert {kind for kind in KINDS if not counts[kind]} <= {"facts", "inbound_mails", "deliveries"}
    erasing(shop.room, now=shop.clock.now)
    assert places(shop) == set()
    assert not EffectNote.objects.of(tenant).exists()
    assert not Attempt.objects.of(tenant).filter(request__isnull=False).exists()
    assert Delivery.objects.of(tenant).get(delivery_id="d1").body is None
    assert PrivacyRequest.objects.of(tenant).get().reason != HERS


def test_a_step_of_an_erased_order_is_not_tried_again(shop: Carrying) -> None:
    told_everywhere(shop)
    settle_alarms(shop)
    erasing(shop.room, now=shop.clock.now)
    with pytest.raises(refusals.OrderErased):
        commands.retry(
            tenant_id=shop.room.shop.pk,
            effect_id=shop.effect().pk,
            by=shop.room.person(),
            reason="again",
        )
    assert shop.effect().state == "failed"
