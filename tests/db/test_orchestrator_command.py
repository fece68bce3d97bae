"""`manage.py resolve` and the queued work around it."""

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils.timezone import now

from shopops.agents.intake import FakeOms
from shopops.celery_app import app
from shopops.connectors.models import SourceRecord
from shopops.orchestrator import tasks
from shopops.proposals.models import Proposal
from shopops.tenants.models import Tenant
from tests.support.pipeline import import_fakes, newest, open_shop, propose_fakes

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    tenant = open_shop()
    import_fakes(tenant, now=now())
    return tenant


def _resolve(*arguments: str) -> str:
    out = io.StringIO()
    call_command("resolve", *arguments, stdout=out)
    return out.getvalue()


def _counts(*arguments: str) -> dict[str, Any]:
    counts: dict[str, Any] = json.loads(_resolve(*arguments, "--json"))
    return counts


def test_the_json_summary_counts_every_order_once(shop: Tenant) -> None:
    counts = _counts("--tenant", shop.slug)
    rows = Proposal.objects.of(shop.pk)
    orders = len(FakeOms().orders)
    assert (counts["tenant"], counts["orders"], counts["failed"]) == (shop.slug, orders, [])
    assert (counts["created"], counts["superseded"], counts["unchanged"]) == (orders, 0, 0)
    assert sum(counts["tracks"].values()) == sum(counts["judged"].values()) == orders
    for track, count in counts["tracks"].items():
        assert rows.filter(track=track).count() == count
    for reason, count in counts["blocked_reasons"].items():
        assert rows.filter(blocked_reasons__contains=[reason]).count() == count
    for status, count in counts["judged"].items():
        assert rows.filter(review_status=status).count() == count


def test_the_table_says_the_same_to_people(shop: Tenant) -> None:
    counts = _counts("--tenant", shop.slug)
    lines = {
        line.rsplit(maxsplit=1)[0].strip(): line.split()[-1]
        for line in _resolve("--tenant", shop.slug).splitlines()
    }
    assert lines["orders"] == lines["unchanged"] == str(counts["orders"])
    assert lines["created"] == lines["failed"] == "0"
    assert lines["track exception"] == str(counts["tracks"]["exception"])
    assert lines["blocked by opted_out"] == str(counts["blocked_reasons"]["opted_out"])


def test_one_order_can_be_resolved_alone(shop: Tenant) -> None:
    assert _counts("--tenant", shop.slug, "--order", "O-1001")["tracks"] == {"exception": 1}
    assert Proposal.objects.get().order_id == "O-1001"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--tenant", "nowhere"], "There is no shop called 'nowhere'."),
        (["--tenant", "other", "--order", "O-1001"], "This shop has no order 'O-1001'."),
        (["--tenant", "other", "--order", ""], "This shop has no order ''."),
    ],
)
def test_what_does_not_exist_is_one_sentence(
    shop: Tenant, arguments: list[str], sentence: str
) -> None:
    open_shop("other")
    with pytest.raises(CommandError) as refused:
        _resolve(*arguments)
    assert (str(refused.value), refused.value.returncode) == (sentence, 1)
    assert not Proposal.objects.exists()


def test_a_record_that_cannot_be_read_fails_alone_and_the_command_says_so(
    shop: Tenant, caplog: pytest.LogCaptureFixture
) -> None:
    SourceRecord.objects.filter(external_id="O-1001").update(body={"id": "O-1001"})
    with pytest.raises(CommandError, match="1 order failed, the first is 'O-1001'"):
        _resolve("--tenant", shop.slug)
    assert Proposal.objects.count() == len(FakeOms().orders) - 1
    assert "Order O-1001 of store_northline was not stored" in caplog.text


def test_a_shop_without_orders_is_resolved_in_no_time() -> None:
    assert _counts("--tenant", open_shop("empty").slug)["orders"] == 0


def test_the_task_resolves_a_shop_and_the_same_task_again_adds_nothing(shop: Tenant) -> None:
    tasks.resolve_tenant(shop.pk)
    count = Proposal.objects.count()
    tasks.resolve_tenant(shop.pk)
    assert Proposal.objects.count() == count == len(FakeOms().orders)
    assert newest(shop, "O-1001").review_status == "pending"


def test_the_sweep_visits_every_shop(shop: Tenant) -> None:
    other = open_shop("other")
    for tenant in (shop, other):
        propose_fakes(tenant, ["O-1001"], now=now() - timedelta(minutes=5))
    tasks.sweep()
    assert {newest(t, "O-1001").review_status for t in (shop, other)} == {"pending"}


@pytest.fixture
def at_once() -> Iterator[None]:
    """What is enqueued runs on the spot."""
    app.conf.update(task_always_eager=True, task_eager_propagates=True)
    yield
    app.conf.update(task_always_eager=False, task_eager_propagates=False)


def test_the_beat_resolves_every_shop(shop: Tenant, at_once: None) -> None:
    other = open_shop("other")
    import_fakes(other, now=now())
    tasks.resolve_every_tenant()
    orders = len(FakeOms().orders)
    assert [Proposal.objects.of(t.pk).count() for t in (shop, other)] == [orders, orders]


def test_every_beat_entry_names_a_task_and_expires_before_its_next_tick() -> None:
    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in app.tasks
        assert entry["options"]["expires"] <= entry["schedule"]
