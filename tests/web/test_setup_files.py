"""A file of orders in the browser: sent, seen, imported by the worker, judged; and its troubles."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from selectolax.lexbor import LexborHTMLParser

from shopops.alarms.missing import observe_missing
from shopops.connectors.batch import take_batch
from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.orchestrator.resolve import count_orders
from shopops.proposals.models import Proposal, ReviewStatus
from shopops.setup.files import working
from shopops.setup.files.receiving import MOST_BYTES, PART
from shopops.setup.models import FilePart, OrderFile, RefusedRow, Stage
from shopops.tenants.models import Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.import_cases import as_lines, shopify_order, shopify_refund
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, newest, open_shop
from tests.support.setting_up import (
    example,
    imported,
    many,
    newest_file,
    orders_address,
    send,
    work,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    return open_shop("lantern-works")


@pytest.fixture
def client(shop: Tenant) -> Client:
    return signed_in(hire(shop, "Ada", Role.ADMIN))


def test_the_examples_are_read_then_imported_and_land_in_the_queue(
    shop: Tenant, client: Client
) -> None:
    read = text_of(send(client, shop, example("orders")))
    assert "5 rows read nothing is imported yet" in read
    assert "Would be new: EX-1, EX-2, EX-3, EX-4, EX-5." in read
    assert not SourceRecord.objects.filter(tenant=shop).exists()
    assert not SourcePayload.objects.filter(tenant=shop).exists()
    assert imported(client, shop, example("orders")).stage == Stage.DONE
    done = imported(client, shop, example("trackers"), "shopops-trackers")
    assert (done.stage, done.taken["counts"], done.judged) == (Stage.DONE, {"created": 5}, 5)
    assert not FilePart.objects.exists()
    with tenant_scope(shop.pk):
        pending = Proposal.objects.of(shop.pk).filter(review_status=ReviewStatus.PENDING)
        waiting = set(pending.filter(superseded_by=None).values_list("order_id", flat=True))
    assert {"EX-1", "EX-3", "EX-5"} <= waiting
    queue = text_of(client.get(f"/t/{shop.slug}/review/"))
    assert "No orders yet" not in queue


def test_the_same_file_again_adds_nothing_and_says_so(shop: Tenant, client: Client) -> None:
    imported(client, shop, example("orders"))
    page = send(client, shop, example("orders"))
    assert "Nothing is new: everything in this file is here already." in text_of(page)
    assert "Import 5" not in text_of(page)
    assert count_orders(shop.pk) == 5


def test_sent_twice_while_it_waits_it_is_one_file(shop: Tenant, client: Client) -> None:
    send(client, shop, example("orders"))
    send(client, shop, example("orders"))
    assert OrderFile.objects.of(shop.pk).count() == 1


def test_refused_rows_stand_with_line_path_and_reason_and_the_others_go_in(
    shop: Tenant, client: Client
) -> None:
    first, second = example("orders").splitlines()[:2]
    bad = second.replace(b'"minor": 2350', b'"minor": 23.5')
    raw = b"\n".join([first, bad, '{"id": "ä"}'.encode("latin-1"), b"{"])
    said = text_of(send(client, shop, raw))
    assert "1 is new" in said
    assert "3 would be refused" in said
    assert "What each kind of file holds" in said
    formats = text_of(client.get(orders_address(shop)))
    assert "orders.json?status=any" in formats
    assert "$.total.minor" in said
    assert "not_utf8" in said
    assert "not_json" in said
    file = newest_file(shop)
    client.post(f"{orders_address(shop)}{file.pk}/import/")
    work(file)
    assert count_orders(shop.pk) == 1


def test_the_wrong_format_is_asked_about(shop: Tenant, client: Client) -> None:
    said = text_of(send(client, shop, example("orders"), "woocommerce"))
    assert "Every row was refused, so nothing can come in. Is the file really “WooCommerce" in said


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "The file is empty"),
        (b" \n \n", "The file is empty"),
        (b"PK\x03\x04", "Unpack it"),
        (b'{"id": 1}\n' * 30_000 + b"\0", "This is no text file"),
        (b"id,total\n1,2\n", "This looks like a table (CSV)"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence_and_not_kept(
    shop: Tenant, client: Client, raw: bytes, sentence: str
) -> None:
    answer = send(client, shop, raw)
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert not OrderFile.objects.exists()


def test_a_file_larger_than_the_limit_is_not_kept(
    shop: Tenant, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopops.setup.files.receiving.MOST_BYTES", 100)
    answer = send(client, shop, example("orders"))
    assert (answer.status_code, "larger than 20 MB" in text_of(answer)) == (422, True)
    assert MOST_BYTES == 20 * 1024 * 1024


def test_a_large_file_is_kept_in_pieces_and_read_by_the_worker(
    shop: Tenant, client: Client
) -> None:
    page = send(client, shop, many(600))
    file = newest_file(shop)
    assert (file.stage, "The file is being read." in text_of(page)) == (Stage.CHECKING, True)
    assert max(len(bytes(part.raw)) for part in file.parts.all()) <= PART < file.size
    work(file)
    assert newest_file(shop).found["counts"] == {"created": 600}


def test_a_worker_that_died_loses_no_row_and_no_row_counts_twice(
    shop: Tenant, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopops.connectors.importing.BATCH_ROWS", 2)
    send(client, shop, example("orders"))
    file = newest_file(shop)
    assert working.begin_import(file=file, now=timezone.now)
    with pytest.raises(_Killed):
        working.carry_on(tenant_id=shop.pk, file_id=file.pk, now=_Dying(after=2))
    half = newest_file(shop)
    assert (half.stage, half.rows, count_orders(shop.pk)) == (Stage.IMPORTING, 2, 2)
    late = timezone.now() + timedelta(minutes=2)
    assert list(working.left_alone(late)) == [(shop.pk, file.pk)]
    work(file)
    done = newest_file(shop)
    assert (done.stage, done.rows, done.taken["counts"]) == (Stage.DONE, 5, {"created": 5})
    assert done.judged == 5


class _Killed(BaseException):
    """As if the process ended here."""


class _Dying:
    """A clock at whose third tick the worker dies: the second batch is under way then."""

    def __init__(self, *, after: int) -> None:
        self._left = after

    def __call__(self) -> Any:
        if self._left == 0:
            raise _Killed
        self._left -= 1
        return timezone.now()


def test_what_is_said_before_is_what_happens_also_across_batches(
    shop: Tenant, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopops.connectors.importing.BATCH_ROWS", 2)
    rows = example("orders").splitlines()
    newer = rows[1].replace(b"2026-05-06T08:30", b"2026-05-07T08:30")
    done = imported(client, shop, b"\n".join([*rows, rows[0], newer, b"{"]))
    assert done.found == done.taken
    assert done.found["counts"] == {"created": 5, "unchanged": 1, "updated": 1, "refused": 1}


def test_a_piece_of_an_order_finds_the_order_before_it_in_the_file(
    shop: Tenant, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shopops.connectors.importing.BATCH_ROWS", 1)
    raw = as_lines(shopify_order(), shopify_refund())
    done = imported(client, shop, raw, "shopify")
    assert done.found == done.taken
    assert done.found["counts"] == {"created": 1, "updated": 1}


def test_a_long_file_in_pieces_is_tried_in_batches_of_its_own_rows_and_those_of_their_orders(
    shop: Tenant, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch is a transaction of its own, and says how far it is."""
    monkeypatch.setattr("shopops.connectors.importing.BATCH_ROWS", 2)
    monkeypatch.setattr(working, "AT_ONCE", 0)
    orders = [shopify_order(id=number, name=f"#{number}") for number in (1, 2, 3)]
    refunds = [shopify_refund(id=70 + number, order_id=number) for number in (3, 1, 9)]
    send(client, shop, as_lines(*orders, *refunds), "shopify")
    taken: list[int] = []
    seen: list[int] = []

    def counted(**given: Any) -> Any:
        taken.append(len(given["rows"]))
        seen.append(sum(newest_file(shop).found.get("counts", {}).values()))
        return take_batch(**given)

    monkeypatch.setattr(working, "take_batch", counted)
    file = newest_file(shop)
    working.check(file=file, now=timezone.now)
    assert taken == [2, 2, 1, 2]  # the last batch after the one row before it that it needs
    assert seen == [0, 2, 4, 4]
    assert newest_file(shop).found["counts"] == {"created": 3, "updated": 2, "refused": 1}


def test_what_was_imported_or_discarded_meanwhile_is_not_begun_again(
    shop: Tenant, client: Client
) -> None:
    send(client, shop, example("orders"))
    file = newest_file(shop)
    address = f"{orders_address(shop)}{file.pk}/"
    assert "Nothing of it was imported." in text_of(client.post(f"{address}discard/", follow=True))
    said = text_of(client.post(f"{address}import/", follow=True))
    assert "imported or discarded meanwhile" in said
    assert not FilePart.objects.exists()


def test_the_curl_line_s_body_may_be_the_example_itself(shop: Tenant, client: Client) -> None:
    """Copied as it stands: each line but the last goes on in the next."""
    answer = client.get(orders_address(shop))
    [command] = LexborHTMLParser(answer.content.decode()).css("pre.secret")
    first, *_, last = lines = command.text().splitlines()
    assert first.startswith("curl http")
    assert "/api/v1/orders" in first
    assert [line.endswith(" \\") for line in lines] == [True, True, True, False]
    assert last.endswith("'{\"orders\": [ … ]}'")
    assert shop.slug in text_of(answer)


def test_a_file_is_forgotten_in_time(shop: Tenant, client: Client) -> None:
    send(client, shop, example("orders") + b"{}")
    working.purge(timezone.now() + timedelta(days=8))
    assert not OrderFile.objects.exists()
    assert not RefusedRow.objects.exists()
    assert not FilePart.objects.exists()


def test_a_payment_without_a_date_is_said_when_read_on_its_order_and_in_the_audit(
    shop: Tenant, client: Client
) -> None:
    dated = json.loads(example("orders").splitlines()[0]) | {"state": "cancelled", "shipments": []}
    undated = dated | {"id": "EX-9", "number": "9"}
    undated["transactions"] = [dated["transactions"][0] | {"created_at": None}]
    said = text_of(send(client, shop, as_lines(dated, undated)))
    assert "1 row does not say when the record or a payment of it was made" in said
    work_on = newest_file(shop)
    client.post(f"{orders_address(shop)}{work_on.pk}/import/")
    work(work_on)
    observe_missing(shop)
    notice = "No alarm can ring for payment p-1: it does not say when it was made (created_at)."
    for order, lacks in (("EX-1", False), ("EX-9", True)):
        page = client.get(f"/t/{shop.slug}/review/{newest(shop, order).pk}/")
        assert (notice in text_of(page)) is lacks
    audit = client.get(f"/t/{shop.slug}/audit/")
    assert "Tried to record what was observed of order EX-9 and was refused" in text_of(audit)
    assert f"/t/{shop.slug}/review/?q=EX-9" in audit.content.decode()


def test_the_examples_say_when_everything_was_made(shop: Tenant, client: Client) -> None:
    for name, kind in (("orders", "shopops-orders"), ("trackers", "shopops-trackers")):
        assert "does not say when" not in text_of(send(client, shop, example(name), kind))
        assert newest_file(shop).found["undated"] == 0


def test_a_tracker_of_an_order_that_is_not_here_is_said(shop: Tenant, client: Client) -> None:
    said = text_of(send(client, shop, example("trackers"), "shopops-trackers"))
    assert "5 trackers name an order that is not here." in said
    imported(client, shop, example("orders"))
    work_on = imported(client, shop, example("trackers"), "shopops-trackers")
    page = client.get(f"{orders_address(shop)}{work_on.pk}/")
    assert "that is not here" not in text_of(page)


def test_a_row_that_stands_twice_in_a_file_is_not_called_imported(
    shop: Tenant, client: Client
) -> None:
    row = example("orders").splitlines()[0]
    said = text_of(send(client, shop, b"\n".join([row, row])))
    assert "1 is new 1 is here already or twice in the file, unchanged" in said


def test_a_file_that_brings_nothing_in_waits_for_nobody_s_word(
    shop: Tenant, client: Client
) -> None:
    send(client, shop, b'{"id": "x"}')
    listed = text_of(client.get(orders_address(shop)))
    assert "Nothing to import" in listed
    assert "Waits for your word" not in listed
