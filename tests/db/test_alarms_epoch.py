"""Rows of an older system: kept as they were, and nothing of today rests on them."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from shopops.alarms import answers
from shopops.alarms.audit import audit
from shopops.alarms.codes import shown
from shopops.alarms.legacy import import_legacy
from shopops.alarms.legacy_rows import FileRefused
from shopops.alarms.models import AlarmItem
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.alarms.states import AlarmStatus
from shopops.ledger import Entry, EventKind, entries_of_items
from shopops.ledger.verify import verify
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock

pytestmark = pytest.mark.django_db
K, S = EventKind, AlarmStatus
MISSING: Any = object()


@pytest.fixture
def shop(clock: Clock) -> AlarmShop:
    return alarm_shop(clock)


def a_line(item: str = "row 1", kind: str = "raised", version: Any = 1, **more: Any) -> bytes:
    row = {
        "item": item,
        "code": f"OLD/{item[-1]}",
        "kind": kind,
        "at": "2025-11-02T08:00:00+01:00",
        "order": "O-1",
        "key_version": version,
    } | more
    return json.dumps({name: value for name, value in row.items() if value is not MISSING}).encode()


def brought_in(shop: AlarmShop, *lines: bytes) -> AlarmItem:
    import_legacy(tenant=shop.tenant, content=b"\n".join(lines))
    return AlarmItem.objects.of(shop.tenant.pk).get(code__startswith="OLD/")


def rows_of(shop: AlarmShop, item: AlarmItem) -> list[Entry]:
    key = bytes(item.item_key)
    with tenant_scope(shop.tenant.pk):
        return entries_of_items(shop.tenant.pk, [key])[key]


@pytest.mark.parametrize(
    ("version", "kept", "as_it_stood"),
    [
        (1, 1, "1"),
        (0, 0, "0"),
        (7, 7, "7"),
        (MISSING, None, None),
        (None, None, "null"),
        ("v1?", None, '"v1?"'),
        ("2", None, '"2"'),
        (2.5, None, "2.5"),
        (True, None, "true"),
        (10**9, None, "1000000000"),
        ({"major": 2}, None, '{"major": 2}'),
    ],
)
def test_a_raise_of_another_epoch_is_kept_as_it_was_and_answers_are_refused_by_name(
    shop: AlarmShop, version: Any, kept: int | None, as_it_stood: str | None
) -> None:
    item = brought_in(shop, a_line(version=version))
    (row,) = rows_of(shop, item)
    assert (row.kind, row.key_version) == (K.RAISED, kept)
    assert row.body["imported"] == {
        "item": "row 1",
        "code": "OLD/1",
        "kind": "raised",
        "key_version": as_it_stood,
    }
    assert (item.code, item.code_shift, item.pre_epoch, item.status) == (
        "OLD/1",
        None,
        True,
        S.NONE,
    )
    with pytest.raises(Refused) as refused:
        answers.acknowledge(confirmer=shop.person(), item_id=item.pk)
    assert refused.value.code is RefusalCode.PRE_EPOCH
    assert shop.refusals() == [("pre_epoch", "acknowledged")]
    assert len(rows_of(shop, item)) == 1


@pytest.mark.parametrize("command", ["resolve", "hand_off"])
def test_no_release_settles_it(shop: AlarmShop, clock: Clock, command: str) -> None:
    item = brought_in(shop, a_line())
    more: dict[str, Any] = {"reason": "Old"}
    if command == "hand_off":
        more = {"holder": shop.person("Per"), "until": clock.now.replace(year=2099)}
    with pytest.raises(Refused) as refused:
        getattr(answers, command)(by=shop.person(), item_id=item.pk, **more)
    assert refused.value.code is RefusalCode.PRE_EPOCH


def test_an_old_acknowledgment_is_kept_and_silences_nothing(shop: AlarmShop) -> None:
    item = brought_in(shop, a_line(), a_line(kind="acknowledged"), a_line(kind="resolved"))
    assert [row.kind for row in rows_of(shop, item)] == [K.RAISED, K.IMPORTED, K.IMPORTED]
    kept: list[Any] = [row.body["imported"] for row in rows_of(shop, item)]
    assert [one["kind"] for one in kept] == ["raised", "acknowledged", "resolved"]
    assert item.status == S.NONE


def test_an_old_raise_is_no_raise_of_todays_item(shop: AlarmShop) -> None:
    """The same order, by the older system and by ours: two items, and ours is not told yet."""
    old = brought_in(shop, a_line())
    shop.do(K.OBSERVED)
    ours = AlarmItem.objects.of(shop.tenant.pk).exclude(pk=old.pk).get()
    with pytest.raises(Refused) as refused:
        answers.acknowledge(confirmer=shop.person(), item_id=ours.pk)
    assert refused.value.code is RefusalCode.NO_RAISE


def test_the_same_file_again_adds_nothing(shop: AlarmShop) -> None:
    lines = [a_line(), a_line(kind="note"), b"", a_line()]
    first = import_legacy(tenant=shop.tenant, content=b"\n".join(lines))
    again = import_legacy(tenant=shop.tenant, content=b"\n".join(lines))
    assert (first.rows, first.items, first.added) == (3, 1, 2)
    assert again.added == 0
    with tenant_scope(shop.tenant.pk):
        found = verify(shop.tenant.pk).findings
    assert [one for one in found if "shopops_clock" not in one.where] == []


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([a_line(version=2)], "line 1: key_version 2 is today's"),
        ([a_line(), b"{"], "line 2: "),
        ([a_line(extra=1)], "unknown field `extra`"),
        ([a_line(at="2025-11-02T08:00:00")], "line 1: "),
        ([a_line(code=MISSING)], "missing required field `code`"),
        ([a_line(), a_line(code="OTHER")], "item row 1 has the codes OLD/1 and OTHER"),
        ([a_line(), a_line("x1")], "code OLD/1 belongs to the items row 1 and x1"),
        ([a_line(at="1000-01-01T00:00:00+14:00")], "line 1: at is not in the years 1001 to 9998"),
        ([a_line(at="0001-01-01T00:00:00+14:00")], "line 1: at is not in the years"),
        ([a_line(at="9999-12-31T23:59:59-14:00")], "line 1: at is not in the years"),
        ([a_line()[:-1] + b', "key_version": ' + b"[" * 10**5 + b"]" * 10**5 + b"}"], "line 1: "),
        ([a_line(item="ro\u0007w")], "item holds a character that can't be printed"),
    ],
)
def test_a_file_with_a_bad_line_is_refused_whole(
    shop: AlarmShop, lines: list[bytes], problem: str
) -> None:
    with pytest.raises(FileRefused) as refused:
        import_legacy(tenant=shop.tenant, content=b"\n".join([*lines, a_line("row 9")]))
    assert len(refused.value.problems) == 1
    assert problem in refused.value.problems[0]
    assert not AlarmItem.objects.of(shop.tenant.pk).exists()


@pytest.mark.parametrize("spelled", [str, shown, str.lower])
def test_a_code_that_the_shop_has_already_is_refused_in_any_spelling(
    shop: AlarmShop, spelled: Callable[[str], str]
) -> None:
    ours = shop.reach(S.RINGING).code
    with pytest.raises(FileRefused, match="belongs to another item"):
        import_legacy(tenant=shop.tenant, content=a_line(code=spelled(ours)))
    assert not AlarmItem.objects.of(shop.tenant.pk).filter(code_shift=None).exists()


@pytest.mark.slow
def test_more_rows_than_one_batch_come_in_whole(shop: AlarmShop) -> None:
    lines = [a_line(f"row {n}", code=f"OLD/{n}") for n in range(1100)]
    done = import_legacy(tenant=shop.tenant, content=b"\n".join(lines))
    assert (done.items, done.added) == (1100, 1100)
    with tenant_scope(shop.tenant.pk):
        assert audit(shop.tenant).numbers["raises_of_older_epochs"] == 1100


def test_the_command_says_what_came_in_and_refuses_in_words(
    shop: AlarmShop, tmp_path: Path
) -> None:
    file, out = tmp_path / "old.jsonl", StringIO()
    file.write_bytes(a_line())
    call_command("import_legacy_ledger", str(file), tenant=shop.tenant.slug, stdout=out)
    assert out.getvalue().startswith("1 rows of 1 items, 1 of them new.")
    file.write_bytes(a_line(version=2))
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_legacy_ledger", str(file), tenant=shop.tenant.slug)
    with pytest.raises(CommandError, match="can't be read"):
        call_command("import_legacy_ledger", str(tmp_path / "none"), tenant=shop.tenant.slug)
