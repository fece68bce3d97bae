"""Erasing beside somebody else who erases, decides or imports: real connections, one barrier."""

import pytest

from shopops.agents.canonical import canonical_json
from shopops.connectors.held import Incoming, Outcome
from shopops.connectors.models import ErasedObject, SourceRecord
from shopops.connectors.store import UpsertResult, upsert
from shopops.ledger import EventKind
from shopops.privacy.refusals import AlreadyErased, PrivacyRefused
from shopops.proposals.models import ReviewStatus
from shopops.review.decisions import approve
from shopops.review.refusals import DecisionRefused
from shopops.tenants.scope import tenant_scope
from tests.support.at_once import at_once
from tests.support.deciding import RESHIP
from tests.support.erasing import LATER, ORDER, decided, erasing
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db(transaction=True)


def is_kept(room: Reviewing) -> bool:
    return SourceRecord.objects.filter(tenant=room.shop, external_id=ORDER).exists()


def rows_of_erasing(room: Reviewing) -> int:
    with tenant_scope(room.shop.pk):
        assert ErasedObject.objects.of(room.shop.pk).filter(external_id=ORDER).count() <= 1
        return len(bodies_of_kind(room.shop.pk, EventKind.ERASED))


def test_of_two_who_erase_one_order_one_does() -> None:
    room = decided()
    room.person("Ada")
    outcomes = at_once(*[lambda: erasing(room, by=room.people["Ada"])] * 2)
    assert [type(one) for one in outcomes].count(AlreadyErased) == 1
    assert rows_of_erasing(room) == 1


def test_an_order_is_approved_or_erased_and_never_both() -> None:
    room = reviewing([ORDER])
    maya, ada = room.person("Maya"), room.person("Ada")
    handle = room.handle(ORDER)

    def approving() -> object:
        return approve(
            tenant_id=room.shop.pk,
            handle=handle,
            reviewer=maya,
            action_indexes=[RESHIP],
            now=room.now,
        )

    decided_, erased = at_once(approving, lambda: erasing(room, by=ada))
    assert isinstance(erased, PrivacyRefused)  # it waits, or is held: either is in the way
    assert not isinstance(decided_, DecisionRefused)
    assert room.proposal(ORDER).review_status == ReviewStatus.APPROVED
    assert is_kept(room)


def test_what_is_imported_at_that_moment_is_erased_or_refused() -> None:
    room = decided()
    ada = room.person("Ada")
    record = room.oms.orders[ORDER]
    item = Incoming(record=record, raw=canonical_json(record) + b" ", source=record.source)

    def importing() -> UpsertResult:
        with tenant_scope(room.shop.pk):
            [result] = upsert(room.shop.pk, [item], room.now + LATER)
        return result

    imported, _ = at_once(importing, lambda: erasing(room, by=ada))
    assert isinstance(imported, UpsertResult)
    assert imported.outcome in (Outcome.REFUSED, Outcome.UPDATED, Outcome.UNCHANGED)
    assert not is_kept(room)
    assert rows_of_erasing(room) == 1
