"""Two answers by one link at the same moment: one of them counts."""

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from pytest_django import Settings

from shopops.agents.records import ClaimKind
from shopops.choosing.choice import choose
from shopops.connectors.models import SuppliedFact
from shopops.outreach.links import Whose
from tests.support.at_once import at_once
from tests.support.carrying import carrying
from tests.support.clock import Clock
from tests.support.deciding import MAIL, ORDER
from tests.support.smtp_sink import smtp_sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_of_two_choices_at_once_the_first_stays(
    tmp_path: Path, clock: Clock, settings: Settings
) -> None:
    with smtp_sink() as sink, carrying([ORDER], folder=tmp_path, clock=clock) as shop:
        settings.SHOPOPS_SMTP_URL = sink.url
        shop.approve(ORDER, MAIL)
        assert shop.run().succeeded == 1
        before, choices = (
            shop.room.proposal(ORDER).revision,
            [ClaimKind.CHOICE_RESHIP, ClaimKind.CHOICE_REFUND],
        )
        whose = Whose(
            tenant_id=shop.room.shop.pk,
            effect_id=shop.effect().pk,
            language="en",
            choices=choices,
            until=shop.clock.now + timedelta(days=1),
        )
        now = shop.clock.now
        at_once(*(partial(choose, whose=whose, choice=one, now=now) for one in choices))
        assert SuppliedFact.objects.of(shop.room.shop.pk).count() == 1
        assert shop.room.proposal(ORDER).revision == before + 1
