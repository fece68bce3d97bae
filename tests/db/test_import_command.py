"""The import commands as an operator meets them."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from shopops.connectors import importing
from shopops.connectors.models import SourcePayload, SourceRecord
from shopops.tenants.models import Tenant
from tests.support.import_cases import (
    as_lines,
    easypost_tracker,
    shopify_fulfilment,
    shopify_order,
    shopify_refund,
    shopify_transaction,
    shopops_order,
    shopops_tracker,
    woo_order,
    woo_refund,
)
from tests.support.pipeline import open_shop

pytestmark = pytest.mark.django_db(transaction=True)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def shop() -> Tenant:
    return open_shop("north")


@pytest.fixture
def run(tmp_path: Path, shop: Tenant) -> Run:
    """Import bytes; gives exit code, what was printed, and what went to standard error."""

    def imported(
        content: bytes, *, command: str = "import_orders", source: str = "shopops", **options: Any
    ) -> tuple[int, str, str]:
        file = tmp_path / "rows"
        file.write_bytes(content)
        out, err, code = io.StringIO(), io.StringIO(), 0
        try:
            call_command(
                command,
                str(file),
                tenant=shop.slug,
                format=source,
                stdout=out,
                stderr=err,
                **options,
            )
        except SystemExit as exit_code:
            code = int(str(exit_code.code))
        return code, out.getvalue(), err.getvalue()

    return imported


def many(count: int) -> list[dict[str, Any]]:
    return [shopops_order(id=f"N-{number}") for number in range(count)]


def test_good_rows_go_in_and_the_summary_counts_them(run: Run) -> None:
    code, out, err = run(as_lines(*many(3)))
    assert (code, err) == (0, "")
    assert out == "3 rows: 3 created, 0 updated, 0 unchanged, 0 older, 0 refused.\n"
    assert SourceRecord.objects.count() == 3


def test_running_it_again_changes_nothing(run: Run) -> None:
    content = as_lines(*many(3))
    run(content)
    before = list(SourceRecord.objects.order_by("id").values())
    code, out, _ = run(content)
    assert (code, out) == (0, "3 rows: 0 created, 0 updated, 3 unchanged, 0 older, 0 refused.\n")
    assert list(SourceRecord.objects.order_by("id").values()) == before
    assert SourcePayload.objects.count() == 3


def test_a_bad_row_is_refused_with_line_path_and_reason_and_the_others_go_in(
    run: Run, tmp_path: Path
) -> None:
    bad = shopops_order(id="N-2", total={"minor": 1, "currency": "ABC"})
    lines = as_lines(shopops_order(id="N-1"), bad) + b"\n{}]\n" + as_lines(shopops_order())
    code, out, err = run(lines, refused=str(tmp_path / "refused"))
    assert code == 1
    assert out == "4 rows: 1 created, 0 updated, 1 unchanged, 0 older, 2 refused.\n"
    assert err.splitlines() == [
        "line 2: $.total.currency 'ABC' is not a currency code of ISO 4217. [unknown_currency]",
        "line 4: $ is not JSON: Extra data at character 3 [not_json]",
    ]
    written = [json.loads(line) for line in (tmp_path / "refused").read_text().splitlines()]
    assert written[0] == {
        "line": 2,
        "row": 2,
        "id": "N-2",
        "path": "$.total.currency",
        "code": "unknown_currency",
        "reason": "'ABC' is not a currency code of ISO 4217.",
    }
    assert [row["line"] for row in written] == [2, 4]


def test_a_run_stopped_in_the_middle_is_completed_by_the_next(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH_ROWS", 10)
    content = as_lines(*many(25))
    code, out, err = run(Stopping(content, rows=12).content)
    assert (code, SourceRecord.objects.count()) == (1, 12)
    code, out, err = run(content)
    assert (code, err) == (0, "")
    assert out == "25 rows: 13 created, 0 updated, 12 unchanged, 0 older, 0 refused.\n"


class Stopping:
    """A file that was cut off in the middle of a row."""

    def __init__(self, content: bytes, *, rows: int) -> None:
        lines = content.splitlines(keepends=True)
        self.content = b"".join(lines[:rows]) + lines[rows][:40]


def test_a_keyboard_interrupt_keeps_what_is_committed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BATCH_ROWS", 10)
    content = as_lines(*many(25))
    pressed = KeyPressed(after_rows=20, content=content)
    monkeypatch.setattr(sys, "stdin", pressed)
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("import_orders", "-", tenant="north", format="shopops", stdout=out, stderr=err)
    assert stopped.value.code == 130
    assert "run it again to complete" in err.getvalue()
    assert SourceRecord.objects.count() == 20
    assert run(content)[1].startswith("25 rows: 5 created, 0 updated, 20 unchanged")


class KeyPressed:
    """Standard input on which somebody presses Ctrl-C after some rows."""

    def __init__(self, *, after_rows: int, content: bytes) -> None:
        self._rows = iter(content.splitlines(keepends=True)[:after_rows])
        self._padding = iter([b" " * 65536])
        self.buffer = self

    def seekable(self) -> bool:
        return False

    def read(self, size: int, /) -> bytes:
        for row in self._rows:
            return row
        for padding in self._padding:
            return padding
        raise KeyboardInterrupt


def test_standard_input_is_a_file_too(
    shop: Tenant, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(as_lines(*many(2)))))
    call_command("import_orders", "-", tenant=shop.slug, format="shopops")
    assert capsys.readouterr().out.startswith("2 rows: 2 created")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_a_progress_bar_and_a_file_does_not(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream, shown in ((Terminal(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        run(as_lines(*many(2)))
        assert ("Importing" in stream.getvalue()) is shown


def test_what_is_not_there_is_one_clear_sentence(run: Run, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    with pytest.raises(CommandError, match=f"Cannot read {missing}: No such file or directory."):
        call_command("import_orders", missing, tenant="north", format="shopops")
    with pytest.raises(CommandError, match="There is no shop called 'west'"):
        call_command("import_orders", missing, tenant="west", format="shopops")
    with pytest.raises(CommandError, match=f"Cannot read {tmp_path}: Is a directory."):
        call_command("import_orders", str(tmp_path), tenant="north", format="shopops")
    with pytest.raises(CommandError, match="Cannot write"):
        run(b"", refused=str(tmp_path / "none" / "refused"))
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("import_orders", missing, "--tenant=north", "--format=magento")


def test_trackers_have_their_own_command(run: Run) -> None:
    content = as_lines(shopops_tracker(), shopops_tracker(id="t2", status="lost"))
    code, out, err = run(content, command="import_trackers")
    assert (code, out) == (1, "2 rows: 1 created, 0 updated, 0 unchanged, 0 older, 1 refused.\n")
    assert "$.status" in err
    code, out, _ = run(
        json.dumps({"trackers": [easypost_tracker()], "has_more": False}).encode(),
        command="import_trackers",
        source="easypost",
    )
    assert (code, out) == (0, "1 row: 1 created, 0 updated, 0 unchanged, 0 older, 0 refused.\n")


def test_shopify_pieces_find_their_order_whatever_the_file(run: Run) -> None:
    orders = json.dumps({"orders": [shopify_order()]}, indent=1).encode()
    payments = json.dumps([shopify_transaction()], indent=1).encode()
    refund = shopify_transaction(id=901, kind="refund", amount="5.00", parent_id=900)
    refunds = json.dumps({"refund": shopify_refund(refund)}, indent=1).encode()
    parcels = as_lines(shopify_fulfilment())
    for content in (orders, payments, refunds, parcels):
        code, _, err = run(content, source="shopify")
        assert (code, err) == (0, "")
    body = SourceRecord.objects.get().body
    assert [item["id"] for item in body["transactions"]] == ["900"]
    assert [item["id"] for item in body["refunds"]] == ["901"]
    assert [item["id"] for item in body["shipments"]] == ["300"]
    for content in (orders, payments, refunds, parcels):
        assert "1 unchanged" in run(content, source="shopify")[1]


def test_pieces_may_stand_in_the_same_file_as_their_order(run: Run) -> None:
    code, out, err = run(as_lines(shopify_order(), shopify_transaction()), source="shopify")
    assert (code, err) == (0, "")
    assert out == "2 rows: 1 created, 1 updated, 0 unchanged, 0 older, 0 refused.\n"


def test_a_piece_without_its_order_is_refused_and_says_what_to_do(run: Run) -> None:
    code, _, err = run(as_lines(shopify_transaction()), source="shopify")
    assert code == 1
    assert "import the orders first, then this file again [unknown_order]" in err


def test_an_older_shopify_order_is_counted_and_not_taken(run: Run) -> None:
    older = shopify_order(updated_at="2026-02-01T10:00:00Z", name="old")
    code, out, _ = run(as_lines(shopify_order(), older), source="shopify")
    assert (code, out) == (0, "2 rows: 1 created, 0 updated, 0 unchanged, 1 older, 0 refused.\n")


def test_woocommerce_refunds_find_their_order_by_their_link(run: Run) -> None:
    code, _, err = run(as_lines(woo_order(), woo_refund()), source="woocommerce")
    assert (code, err) == (0, "")
    assert SourceRecord.objects.get().body["refunds"][0]["status"] == "pending"


def test_an_id_of_another_source_is_refused(run: Run) -> None:
    run(as_lines(shopops_order(id="51")))
    code, _, err = run(as_lines(shopify_order()), source="shopify")
    assert code == 1
    assert "this id already belongs to a record from shopops [other_source]" in err
    assert SourceRecord.objects.get().source == "shopops"
