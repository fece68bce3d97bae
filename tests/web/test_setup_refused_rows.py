"""All refused rows of a file of orders can be downloaded, once each, as they came."""

import csv
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from shopops.ledger import EventKind
from shopops.setup.files import working
from shopops.setup.models import FilePart, OrderFile, RefusedRow, Stage
from shopops.tenants.models import Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.setting_up import example, newest_file, orders_address, send, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Tenant:
    return open_shop("lantern-works")


@pytest.fixture
def client(shop: Tenant) -> Client:
    return signed_in(hire(shop, "Ada", Role.ADMIN))


def test_refused_rows_are_taken_out_as_they_came_and_run_in_no_spreadsheet(
    shop: Tenant, client: Client
) -> None:
    first, second = example("orders").splitlines()[:2]
    bad = second.replace(b'"minor": 2350', b'"minor": 23.5')
    formula = second.replace(b'"id": "EX-2"', b'"id": "=1+1"').replace(b"2350", b"23.5")
    raw = b"\n".join([first, bad, formula, '=HYPERLINK("ä")'.encode("latin-1")])
    page = send(client, shop, raw)
    file = newest_file(shop)
    address = f"{orders_address(shop)}{file.pk}/refused.csv"
    assert address in page.content.decode()
    header, *rows = read_sheet(client, address)
    assert header == ["line", "id", "path", "code", "reason", "row"]
    assert [row[0] for row in rows] == ["2", "3", "4"]
    assert rows[0][1:4] == ["EX-2", "$.total.minor", "wrong_type"]
    assert rows[0][5].encode() == bad
    assert rows[1][1] == "'=1+1"
    assert rows[2][5] == '\'=HYPERLINK("\\xe4")'
    client.post(f"{orders_address(shop)}{file.pk}/import/")
    work(file)
    assert not FilePart.objects.exists()
    assert read_sheet(client, address)[1:] == rows
    with tenant_scope(shop.pk):
        told = bodies_of_kind(shop.pk, EventKind.EXPORT)
    assert [(one["of"], one["file"], one["rows"]) for one in told] == [
        ("refused rows", file.pk, 3)
    ] * 2
    audit = text_of(client.get(f"/t/{shop.slug}/audit/"))
    assert "3 refused rows of a file of orders" in audit


def test_a_file_that_is_read_once_more_gives_each_refused_row_once(
    shop: Tenant, client: Client
) -> None:
    send(client, shop, b"{\n{}")
    file = newest_file(shop)
    working.check(file=file, now=timezone.now)
    address = f"{orders_address(shop)}{file.pk}/refused.csv"
    assert [row[0] for row in read_sheet(client, address)[1:]] == ["1", "2"]


def test_the_ledger_says_how_many_rows_were_given_not_how_many_were_refused(
    shop: Tenant, client: Client
) -> None:
    """An earlier release kept none of a file that it read."""
    send(client, shop, b"{\n{")
    file = newest_file(shop)
    RefusedRow.objects.all().delete()
    assert read_sheet(client, f"{orders_address(shop)}{file.pk}/refused.csv")[1:] == []
    with tenant_scope(shop.pk):
        assert [one["rows"] for one in bodies_of_kind(shop.pk, EventKind.EXPORT)] == [0]


def test_a_file_that_two_are_reading_at_once_gives_each_refused_row_once(
    shop: Tenant, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one that was sent by a double click."""
    monkeypatch.setattr("shopops.connectors.importing.BATCH_ROWS", 2)
    send(client, shop, b"{\n" * 5)
    file = newest_file(shop)
    OrderFile.objects.update(stage=Stage.CHECKING)
    working.check(file=file, now=_Overtaken(file))
    address = f"{orders_address(shop)}{file.pk}/refused.csv"
    assert [row[0] for row in read_sheet(client, address)[1:]] == ["1", "2", "3", "4", "5"]


class _Overtaken:
    """A clock at whose second tick, when a batch is kept, somebody else reads the whole file."""

    def __init__(self, file: OrderFile) -> None:
        self._file, self._ticks = file, 0

    def __call__(self) -> Any:
        self._ticks += 1
        if self._ticks == 2:
            working.check(file=self._file, now=timezone.now)
        return timezone.now()


def read_sheet(client: Client, address: str) -> list[list[str]]:
    answer: Any = client.get(address)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in answer["Content-Disposition"]
    assert "no-store" in answer["Cache-Control"]
    text = b"".join(answer.streaming_content).decode()
    return list(csv.reader(StringIO(text, newline="")))
