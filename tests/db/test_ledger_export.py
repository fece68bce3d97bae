"""An export is whole or absent, holds the hashed lines, and is verified by its own script."""

import json
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command

from shopops.alarms.states import AlarmStatus
from shopops.ledger import EventKind
from shopops.ledger.exceptions import ExportRefused
from shopops.ledger.export import export_ledger
from shopops.tenants.models import Tenant, VaultName
from shopops.tenants.scope import tenant_scope
from tests.support.alarm_store import AlarmShop, alarm_shop
from tests.support.clock import Clock
from tests.support.ledger import ITEM, NOON, a_tenant, an_event, chain, one_value, written

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]


@pytest.fixture
def tenant() -> Tenant:
    tenant = a_tenant()
    written(tenant, an_event(body={"note": "Zürich\n\u2028"}), an_event(order="O-2"))
    written(tenant, an_event(EventKind.RAISED, item_key=ITEM, key_version=2))
    return tenant


def _verify(folder: Path) -> tuple[int, str]:
    script = [sys.executable, "-I", str(folder / "verify.py")]
    done = subprocess.run(script, check=False, capture_output=True, text=True)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_an_export_is_verified_by_its_own_script_and_by_nothing_else(
    tenant: Tenant, tmp_path: Path
) -> None:
    folder = tmp_path / "out" / "ledger"
    exported = export_ledger(tenant=tenant, folder=folder, now=NOON)
    assert sorted(path.name for path in folder.iterdir()) == [
        "README.txt",
        "ledger.jsonl",
        "manifest.json",
        "names.jsonl",
        "verify.py",
    ]
    assert _verify(folder) == (
        0,
        f"Verified: 3 entries, head {exported.head.hex()}\nNames: 0 opened, 0 erased\n",
    )


def test_the_lines_are_the_ones_that_were_hashed(tenant: Tenant, tmp_path: Path) -> None:
    folder = tmp_path / "ledger"
    exported = export_ledger(tenant=tenant, folder=folder, now=NOON)
    with tenant_scope(tenant.pk):
        head = one_value("SELECT leaf_hash FROM ledger_link WHERE seq = 3")
    assert (exported.entries, exported.head) == (3, bytes(head))
    lines = [json.loads(line) for line in (folder / "ledger.jsonl").read_bytes().splitlines()]
    assert [(line["seq"], line["body"]["order"]) for line in lines] == [
        (1, "O-1"),
        (2, "O-2"),
        (3, "O-1"),
    ]
    assert lines[0]["body"]["note"] == "Zürich\n\u2028"


def test_a_flipped_byte_of_an_export_is_caught(tenant: Tenant, tmp_path: Path) -> None:
    folder = tmp_path / "ledger"
    export_ledger(tenant=tenant, folder=folder, now=NOON)
    path = folder / "ledger.jsonl"
    content = bytearray(path.read_bytes())
    content[content.index(b"O-2") + 2] ^= 1
    path.write_bytes(content)
    code, output = _verify(folder)
    assert code == 1
    assert output.startswith("NOT VERIFIED: line 3: it does not follow line 2")


def test_the_export_is_noted_on_the_ledger_after_it_succeeded(
    tenant: Tenant, tmp_path: Path
) -> None:
    first = export_ledger(tenant=tenant, folder=tmp_path / "1", now=NOON)
    with tenant_scope(tenant.pk):
        body = json.loads(one_value("SELECT body FROM ledger_event WHERE kind = 'export'"))
    assert body == {"entries": 3, "head": first.head.hex()}
    second = export_ledger(tenant=tenant, folder=tmp_path / "2", now=NOON)
    assert second.entries == 4
    assert _verify(tmp_path / "2")[0] == 0


def test_an_empty_ledger_is_exported_too(tmp_path: Path) -> None:
    export_ledger(tenant=a_tenant("new"), folder=tmp_path / "new", now=NOON)
    code, output = _verify(tmp_path / "new")
    assert (code, output.splitlines()[0]) == (0, f"Verified: 0 entries, head {'0' * 64}")


def test_an_empty_folder_is_filled(tenant: Tenant, tmp_path: Path) -> None:
    (tmp_path / "ledger").mkdir()
    export_ledger(tenant=tenant, folder=tmp_path / "ledger", now=NOON)
    assert _verify(tmp_path / "ledger")[0] == 0


def test_a_folder_that_holds_anything_is_refused_and_left_alone(
    tenant: Tenant, tmp_path: Path
) -> None:
    (tmp_path / "mine").write_text("mine")
    for folder, reason in ((tmp_path, "is not empty"), (tmp_path / "mine", "is a file")):
        with pytest.raises(ExportRefused, match=reason):
            export_ledger(tenant=tenant, folder=folder, now=NOON)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    with tenant_scope(tenant.pk):
        assert one_value("SELECT count(*) FROM ledger_event") == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_event SET kind = 'verdict' WHERE kind = 'raised'",
        "DELETE FROM ledger_link WHERE seq = 3",
        "DELETE FROM ledger_link WHERE seq = 2",
        "DELETE FROM ledger_event WHERE kind = 'raised'",
    ],
)
def test_a_ledger_that_does_not_verify_is_not_exported(
    statement: str, tmp_path: Path, superuser_dsn: str
) -> None:
    tenant = a_tenant()
    written(tenant, an_event(), an_event())
    written(tenant, an_event(EventKind.RAISED, item_key=ITEM, key_version=2))
    with psycopg.connect(superuser_dsn) as superuser:
        superuser.execute("ALTER TABLE ledger_event DISABLE TRIGGER ALL")
        superuser.execute("ALTER TABLE ledger_link DISABLE TRIGGER ALL")
        superuser.execute(statement.encode())
    with pytest.raises(ExportRefused, match="run ledger_verify"):
        export_ledger(tenant=tenant, folder=tmp_path / "ledger", now=NOON)
    assert list(tmp_path.iterdir()) == []
    assert len(chain(superuser_dsn, tenant)) <= 3


def test_an_export_holds_one_tenant_only(tenant: Tenant, tmp_path: Path) -> None:
    other = a_tenant("other")
    written(other, an_event(order="O-other"))
    export_ledger(tenant=tenant, folder=tmp_path / "ledger", now=NOON)
    assert b"O-other" not in (tmp_path / "ledger" / "ledger.jsonl").read_bytes()


def test_the_command_exports_and_says_how_to_verify(
    tenant: Tenant, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("ledger_export", tenant="northline", out=tmp_path / "ledger")
    output = capsys.readouterr().out
    assert output.startswith(f"3 entries written to {tmp_path / 'ledger'}, head ")
    assert f"python3 -I {tmp_path / 'ledger' / 'verify.py'}" in output


def test_the_command_refuses_a_taken_folder_in_one_sentence(tenant: Tenant, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(CommandError, match=r"^Refused: .* is not empty: name a new folder\.$"):
        call_command("ledger_export", tenant="northline", out=tmp_path)


def test_the_command_knows_no_shop_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^No shop is named nowhere\.$"):
        call_command("ledger_export", tenant="nowhere", out=tmp_path / "ledger")


def _acknowledged(shop: AlarmShop, *names: str) -> None:
    """Each in turn, and each by a name of theirs."""
    shop.reach(AlarmStatus.RINGING)
    for name in names:
        shop.acknowledge(name=name)


def test_names_that_are_not_erased_are_exported_and_open_their_hashes(
    clock: Clock, tmp_path: Path
) -> None:
    shop, other = alarm_shop(clock), alarm_shop(clock, slug="store_other")
    _acknowledged(other, "Olga")
    _acknowledged(shop, "Zoë", "Per")
    folder = tmp_path / "ledger"
    export_ledger(tenant=shop.tenant, folder=folder, now=NOON)
    opened = [json.loads(line) for line in (folder / "names.jsonl").read_bytes().splitlines()]
    assert sorted(one["name"] for one in opened) == ["Per", "Zoë"]
    lines = map(json.loads, (folder / "ledger.jsonl").read_bytes().splitlines())
    hidden = {line["confirmer_name_hash"] for line in lines} - {None}
    assert hidden == {one["name_sha256"] for one in opened}
    assert _verify(folder)[1].splitlines()[1] == "Names: 2 opened, 0 erased"


def test_an_erased_name_is_in_no_export_and_is_counted(clock: Clock, tmp_path: Path) -> None:
    shop = alarm_shop(clock)
    _acknowledged(shop, "Maya", "Per")
    VaultName.objects.filter(name="Per").delete()
    folder = tmp_path / "ledger"
    export_ledger(tenant=shop.tenant, folder=folder, now=NOON)
    assert b"Per" not in (folder / "names.jsonl").read_bytes()
    assert _verify(folder)[1].splitlines()[1] == "Names: 1 opened, 1 erased"


def test_a_flipped_byte_of_an_exported_name_is_caught(clock: Clock, tmp_path: Path) -> None:
    shop = alarm_shop(clock)
    _acknowledged(shop, "Maya")
    folder = tmp_path / "ledger"
    export_ledger(tenant=shop.tenant, folder=folder, now=NOON)
    names = folder / "names.jsonl"
    names.write_bytes(names.read_bytes().replace(b"Maya", b"Mayb"))
    code, output = _verify(folder)
    assert code == 1
    assert "names.jsonl, line 1: the name does not open its hash" in output
