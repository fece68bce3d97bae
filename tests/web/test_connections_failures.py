"""What a connection's page names as its last failure is what somebody still has to look at."""

from pathlib import Path
from typing import Any

import pytest

from shopops.execution.codes import EffectCode
from shopops.outbox.models import Effect
from shopops.outbox.states import State
from shopops.tenants.models import Role
from tests.support.carrying import carrying
from tests.support.clock import Clock
from tests.support.deciding import ORDER, REFUND
from tests.support.pages import text_of

pytestmark = pytest.mark.django_db


def test_a_failed_step_is_named_until_somebody_settles_it_and_never_one_that_is_quiet(
    tmp_path: Path, clock: Clock
) -> None:
    with carrying([ORDER], folder=tmp_path, clock=clock, notes=True) as shop:
        shop.approve(ORDER, REFUND)
        refund, note = shop.all_effects().order_by("kind", "pk").reverse()
        ada, client = shop.room.person("Ada", Role.ADMIN), shop.room.client("Ada", Role.ADMIN)
        page = shop.room.url(f"settings/connections/{shop.connection.pk}/")

        def is_named(effect: Effect, **more: Any) -> bool:
            shop.all_effects().filter(pk=effect.pk).update(next_at=None, **more)
            return "A step for order" in text_of(client.get(page))

        assert not is_named(refund, state=State.RUNNING, released_at=clock.now)
        assert is_named(refund, state=State.UNKNOWN, code="no_answer")
        assert is_named(refund, state=State.FAILED, code=EffectCode.NOT_OFFERED, ended_at=clock.now)
        assert not is_named(refund, code=EffectCode.SUPERSEDED)
        assert not is_named(refund, code=EffectCode.EARLIER_STEP_FAILED)
        assert is_named(refund, code="declined")
        assert not is_named(refund, settled_by=ada)
        assert not is_named(
            note, state=State.FAILED, code=EffectCode.NOT_OFFERED, ended_at=clock.now
        )
        assert is_named(note, code="declined")
