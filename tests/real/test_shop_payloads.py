"""Real Shopify and WooCommerce payloads through their own formats. Expectations are by hand.

The Shopify fixtures contradict each other on purpose: three lines of 199.00 against a line total
of 398.00, a refund of 209.00 for a payment that was only authorized, and one fulfilment that is
"failure" in the order and, in an older file, "pending".
"""

import contextlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from shopops.agents.records import Order
from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.proposals.models import Proposal
from tests.real.data import needs_real_data, path_of, read_json
from tests.support.pipeline import open_shop

pytestmark = [*needs_real_data, pytest.mark.django_db]

Run = Callable[[str | list[Any], str], tuple[str, list[tuple[str, str]]]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Import a real file, or rows taken from one; gives the summary and every refusal."""
    open_shop("real")

    def imported(rows: str | list[Any], source: str) -> tuple[str, list[tuple[str, str]]]:
        file, refused, out = tmp_path / "rows", tmp_path / "refused", io.StringIO()
        if isinstance(rows, str):
            file.write_bytes(path_of(rows).read_bytes())
        else:
            file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        with contextlib.suppress(SystemExit):
            call_command(
                "import_orders",
                str(file),
                tenant="real",
                format=source,
                refused=str(refused),
                stdout=out,
            )
        found = map(json.loads, refused.read_text(encoding="utf-8").splitlines())
        return out.getvalue().strip(), [(row["code"], row["path"]) for row in found]

    return imported


def counted(**counts: int) -> str:
    names = ("created", "updated", "unchanged", "older", "refused")
    parts = ", ".join(f"{counts.get(name, 0)} {name}" for name in names)
    total = sum(counts.values())
    return f"{total} {'row' if total == 1 else 'rows'}: {parts}."


def stored(order_id: str) -> Order:
    return msgspec.convert(SourceRecord.objects.get(external_id=order_id).body, Order)


def blocked(order_id: str) -> tuple[str, set[str], set[str]]:
    """Track, reasons and money conflicts after a resolve."""
    call_command("resolve", tenant="real")
    proposal = Proposal.objects.get(order_id=order_id)
    conflicts = proposal.pack.body["money_conflicts"]
    return proposal.track, set(proposal.blocked_reasons), set(conflicts)


def test_a_shopify_list_without_line_items_is_refused(run: Run) -> None:
    assert run("shopify_fixtures/orders.json", "shopify") == (
        counted(refused=1),
        [("missing", "$.order.line_items")],
    )


def test_the_shopify_order_with_its_pieces_escalates_for_its_money(run: Run) -> None:
    for name, outcome in (
        ("order", {"created": 1}),
        ("refund", {"updated": 1}),
        ("transactions", {"updated": 1}),
        ("fulfillment", {"older": 1}),  # of 2013; the order's own is of 2014
    ):
        assert run(f"shopify_fixtures/{name}.json", "shopify") == (counted(**outcome), [])
    order = stored("450789469")
    assert (order.number, order.total.minor, order.total.currency) == ("#1001", 40994, "USD")
    assert order.placed_at is not None
    assert order.placed_at.isoformat() == "2008-01-10T11:00:00-05:00"
    assert [line.total.minor for line in order.lines] == [19900, 19900, 19900]
    assert order.conflicts == ("line_sum",)
    (payment,), (refund,), (parcel,) = order.transactions, order.refunds, order.shipments
    assert (payment.kind, payment.status, payment.amount.minor) == (
        "authorization",
        "succeeded",
        40994,
    )
    assert (refund.id, refund.status, refund.amount.minor) == ("179259969", "succeeded", 20900)
    assert refund.transaction_id is None
    assert (parcel.id, parcel.tracking_code, parcel.tracker_id) == ("255858046", "1Z2345", None)
    assert parcel.created_at is not None
    assert parcel.created_at.year == 2014
    assert blocked("450789469") == (
        "escalate",
        {"conflict:money", "missing:opted_out", "missing:tracking"},
        {"line_sum", "lines_over_total", "refund_without_transaction"},
    )


def test_the_shopify_pieces_again_change_nothing(run: Run) -> None:
    names = ("order", "refund", "transactions")
    for name in names:
        run(f"shopify_fixtures/{name}.json", "shopify")
    before = list(SourceRecord.objects.values())
    for name in names:
        summary, _ = run(f"shopify_fixtures/{name}.json", "shopify")
        assert summary == counted(unchanged=1)
    assert list(SourceRecord.objects.values()) == before
    assert SourcePayload.objects.count() == 3


def test_shopify_disputes_of_orders_that_are_not_here_are_refused(run: Run) -> None:
    run("shopify_fixtures/order.json", "shopify")
    assert run("shopify_fixtures/disputes.json", "shopify") == (
        counted(refused=7),
        [("missing", "$.order_id"), *[("unknown_order", "$")] * 6],
    )


@pytest.mark.parametrize("name", ["shop", "gift_card", "checkouts", "refund_calculate"])
def test_other_shopify_objects_are_not_orders(run: Run, name: str) -> None:
    summary, refused = run(f"shopify_fixtures/{name}.json", "shopify")
    assert summary == counted(refused=len(refused))
    assert refused
    assert not SourceRecord.objects.exists()


def test_the_woocommerce_examples_as_they_stand_in_the_file(run: Run) -> None:
    """Order 727 four times, twice as processing and twice as completed, a list, and a batch."""
    assert run("woocommerce_docs/orders.json", "woocommerce") == (
        counted(created=1, updated=1, unchanged=2, refused=2),
        [("wrong_type", "$"), ("missing", "$.id")],
    )


def test_the_woocommerce_orders_and_refunds_escalate_for_what_is_not_known(run: Run) -> None:
    orders = read_json("woocommerce_docs/orders.json")
    assert run([*orders[:2], *orders[2], orders[3]], "woocommerce") == (
        counted(created=2, updated=2, unchanged=1),
        [],
    )
    refunds = read_json("woocommerce_docs/order-refunds.json")
    assert run([*refunds[:2], *refunds[2]], "woocommerce") == (
        counted(updated=2, unchanged=2),
        [],
    )
    paid, unpaid = stored("727"), stored("723")
    assert paid.placed_at is not None
    assert paid.placed_at.isoformat() == "2017-03-22T19:28:02+00:00"
    assert (paid.state, paid.total.minor, paid.conflicts) == ("closed", 2935, ())
    assert [(one.id, one.amount.minor) for one in paid.transactions] == [("order-727", 2935)]
    assert paid.lines[1].title == "Ship Your Idea – Color: Black, Size: M Test"
    assert (unpaid.state, unpaid.total.minor, unpaid.transactions) == ("closed", 3900, ())
    assert [(one.id, one.amount.minor, one.status.value) for one in unpaid.refunds] == [
        ("726", 1000, "pending"),
        ("724", 900, "pending"),
    ]
    missing = {"missing:preferred_channel", "missing:opted_out"}
    assert blocked("727") == ("escalate", missing, set())
    assert blocked("723") == (
        "escalate",
        {"conflict:money", *missing},
        {"refund_without_transaction"},
    )
