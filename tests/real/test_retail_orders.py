"""1,000 real retail orders: nothing is made up for them, and with a scenario all come out right."""

import contextlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from shopops.connectors.models import SourceRecord
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.tenants.models import Tenant
from tests.real.data import needs_real_data
from tests.real.expected import expected
from tests.real.load import load
from tests.real.scenario import TABLE, scenario_of
from tests.real.tau2 import PAYMENT, REFUND, Payload, as_it_is, read_orders
from tests.support.pipeline import hire, open_shop

pytestmark = [*needs_real_data, pytest.mark.django_db, pytest.mark.slow]

SUCCEEDED = {PAYMENT: "succeeded", REFUND: "succeeded"}


@pytest.fixture
def shop() -> Tenant:
    return open_shop("retail")


def imported(tmp_path: Path, rows: list[Payload]) -> Counter[tuple[str, str]]:
    """Import; code and path of every refusal, counted."""
    file, refused = tmp_path / "orders.jsonl", tmp_path / "refused.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with contextlib.suppress(SystemExit):  # it is asked below what was refused
        call_command(
            "import_orders", str(file), tenant="retail", format="shopops", refused=str(refused)
        )
    found = map(json.loads, refused.read_text(encoding="utf-8").splitlines())
    return Counter((row["code"], row["path"]) for row in found)


def reasons(shop: Tenant) -> Counter[str]:
    proposals = Proposal.objects.filter(tenant=shop)
    return Counter(reason for proposal in proposals for reason in proposal.blocked_reasons)


def test_as_they_are_all_are_refused_because_no_amount_has_a_currency(
    shop: Tenant, tmp_path: Path
) -> None:
    rows = [as_it_is(order, user) for order, user in read_orders()]
    assert imported(tmp_path, rows) == {("wrong_type", "$.total.currency"): 1000}
    assert not SourceRecord.objects.exists()


def test_with_a_currency_all_are_refused_because_no_payment_says_that_it_succeeded(
    shop: Tenant, tmp_path: Path
) -> None:
    rows = [as_it_is(order, user, currency="USD") for order, user in read_orders()]
    assert imported(tmp_path, rows) == {("missing", "$.transactions[0].status"): 1000}
    assert not SourceRecord.objects.exists()


def test_with_currency_and_payments_all_escalate_because_what_is_not_known_is_not_guessed(
    shop: Tenant, tmp_path: Path
) -> None:
    rows = [
        as_it_is(order, user, currency="USD", statuses=SUCCEEDED) for order, user in read_orders()
    ]
    assert imported(tmp_path, rows) == {}
    call_command("resolve", tenant="retail")
    assert Counter(Proposal.objects.values_list("track", flat=True)) == {"escalate": 1000}
    assert reasons(shop) == {"missing:opted_out": 1000, "missing:tracking": 577}


@pytest.mark.django_db(transaction=True)
def test_with_the_scenario_every_track_is_right_the_queue_shows_them_and_again_is_nothing_new(
    shop: Tenant, client: Client
) -> None:
    now = timezone.now()
    load("retail", now)
    assert differences(shop) == {}
    assert_the_queue_shows_the_oldest(shop, client)
    before = state(shop)
    load("retail", now)
    assert state(shop) == before


def differences(shop: Tenant) -> dict[str, tuple[Any, Any]]:
    """Orders whose track or reasons are not those worked out from the scenario's row."""
    got = {
        proposal.order_id: (proposal.track, set(proposal.blocked_reasons))
        for proposal in Proposal.objects.filter(tenant=shop)
    }
    wanted = {order["order_id"]: expected(scenario_of(order)) for order, _ in read_orders()}
    assert len(wanted) == len(got) == 1000
    return {key: (got.get(key), wanted[key]) for key in wanted if got.get(key) != wanted[key]}


def assert_the_queue_shows_the_oldest(shop: Tenant, client: Client) -> None:
    client.force_login(hire(shop).user)
    page = client.get("/t/retail/review/").content.decode()
    waiting = Proposal.objects.filter(tenant=shop, review_status=ReviewStatus.PENDING)
    assert waiting.count() > 300
    assert waiting.order_by("waiting_since", "id")[0].order_number in page


def state(shop: Tenant) -> tuple[list[Any], int]:
    """Everything that a second import or a second resolve could have touched."""
    records = SourceRecord.objects.filter(tenant=shop).order_by("id")
    return list(records.values_list("id", "payload_id", "changed_at")), Proposal.objects.count()


def test_every_scenario_is_used_and_every_track_is_wanted_often() -> None:
    rows = [scenario_of(order) for order, _ in read_orders()]
    used = Counter(row["name"] for row in rows)
    assert set(used) == {row["name"] for row in TABLE["scenarios"]}
    tracks = Counter(expected(row)[0] for row in rows)
    assert min(tracks.values()) > 100


def test_no_real_order_is_in_the_committed_table() -> None:
    table: Any = json.dumps(TABLE)
    assert not [order["order_id"] for order, _ in read_orders() if order["order_id"] in table]
