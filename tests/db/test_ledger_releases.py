"""Acknowledging, resolving and handing off need a raise of the open episode, in this epoch."""

import pytest

from shopops.ledger import EventKind, NewEvent
from shopops.ledger.exceptions import AlreadyResolved, NoRaise, PreEpoch
from shopops.ledger.kinds import KEY_VERSION
from tests.support.ledger import ITEM, a_tenant, an_event, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]
K = EventKind
RELEASES = (K.ACKNOWLEDGED, K.RESOLVED, K.HANDED_OFF)
OTHER_ITEM = bytes(32)


def _on(item: bytes, *kinds: EventKind) -> list[NewEvent]:
    return [an_event(kind, item_key=item, key_version=KEY_VERSION) for kind in kinds]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(
    "story",
    [
        [],
        [K.OBSERVED],
        [K.OBSERVED, K.UNDELIVERED],
        [K.RAISED, K.RESOLVED, K.OBSERVED],
        [K.OBSERVED, K.WITHDRAWN],
        [K.RAISED, K.RESOLVED, K.OBSERVED, K.WITHDRAWN],
    ],
)
def test_a_release_without_a_raise_in_the_open_episode_is_refused(
    release: EventKind, story: list[EventKind]
) -> None:
    tenant = a_tenant()
    for event in _on(ITEM, *story):
        written(tenant, event)
    with pytest.raises(NoRaise, match=f"{release} refused: this item was not raised"):
        written(tenant, *_on(ITEM, release))


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(
    "story",
    [
        [K.RAISED],
        [K.OBSERVED, K.RAISED, K.UNDELIVERED],
        [K.RAISED, K.ACKNOWLEDGED],
        [K.RAISED, K.HANDED_OFF, K.RAISED],
        [K.RAISED, K.ACKNOWLEDGED, K.UNACKNOWLEDGED],
        [K.RAISED, K.RESOLVED, K.RAISED],
        [K.RAISED, K.RESOLVED, K.OBSERVED, K.RAISED],
    ],
)
def test_a_release_after_a_raise_of_the_open_episode_is_written(
    release: EventKind, story: list[EventKind]
) -> None:
    tenant = a_tenant()
    for event in _on(ITEM, *story):
        written(tenant, event)
    written(tenant, *_on(ITEM, release))


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_of_a_resolved_item_is_refused_by_name(release: EventKind) -> None:
    tenant = a_tenant()
    written(tenant, *_on(ITEM, K.RAISED, K.RESOLVED))
    with pytest.raises(AlreadyResolved, match="resolved already"):
        written(tenant, *_on(ITEM, release))


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("version", [1, None, 3])
def test_a_raise_of_another_epoch_never_counts_and_the_refusal_says_so(
    release: EventKind, version: int | None
) -> None:
    tenant = a_tenant()
    written(tenant, an_event(K.RAISED, item_key=ITEM, key_version=version))
    with pytest.raises(PreEpoch, match="from before key version 2"):
        written(tenant, *_on(ITEM, release))
    written(tenant, *_on(ITEM, K.RAISED, release))


@pytest.mark.parametrize("version", [1, None, 3])
def test_a_release_that_claims_another_epoch_is_refused(version: int | None) -> None:
    tenant = a_tenant()
    written(tenant, *_on(ITEM, K.RAISED))
    with pytest.raises(PreEpoch):
        written(tenant, an_event(K.ACKNOWLEDGED, item_key=ITEM, key_version=version))


def test_a_raise_counts_for_its_own_item_and_tenant_only() -> None:
    north, south = a_tenant("north"), a_tenant("south")
    written(north, *_on(ITEM, K.RAISED))
    for tenant, item in ((north, OTHER_ITEM), (south, ITEM)):
        with pytest.raises(NoRaise):
            written(tenant, *_on(item, K.ACKNOWLEDGED))


def test_raise_and_release_may_come_in_one_batch_in_this_order_only() -> None:
    tenant = a_tenant()
    with pytest.raises(NoRaise):
        written(tenant, *_on(ITEM, K.ACKNOWLEDGED, K.RAISED))
    written(tenant, *_on(ITEM, K.RAISED, K.ACKNOWLEDGED, K.RESOLVED, K.RAISED, K.ACKNOWLEDGED))


def test_a_repeated_acknowledgment_is_its_old_row_even_when_the_item_is_resolved() -> None:
    tenant = a_tenant()
    raised, acknowledged, resolved = _on(ITEM, K.RAISED, K.ACKNOWLEDGED, K.RESOLVED)
    written(tenant, raised, acknowledged, resolved)
    written(tenant, acknowledged)
