"""What a receipt tells people to run does prove the decision, and fails for another one."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from shopops.ledger.export import export_ledger
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import RESHIP, Deciding
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = pytest.mark.django_db


def _receipt(room: Reviewing) -> dict[str, Any]:
    with tenant_scope(room.shop.pk):
        decision = Decision.objects.of(room.shop.pk).get()
    address = room.url(f"review/decisions/{decision.pk}/receipt/?format=json")
    data: dict[str, Any] = json.loads(room.client().get(address).content)
    return data


def _run(command: str, folder: Path) -> tuple[int, str]:
    """The receipt's own command, with the folder put in its place."""
    program, *arguments = command.replace("DIR", str(folder)).split()
    assert program == "python3"
    done = subprocess.run([sys.executable, *arguments], check=False, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_the_receipt_s_command_finds_its_decision_in_the_export(tmp_path: Path) -> None:
    room = reviewing_now(["O-1001"])
    Deciding(room).approve(RESHIP)
    receipt = _receipt(room)
    folder = tmp_path / "ledger"
    export_ledger(tenant=room.shop, folder=folder, now=room.now + timedelta(minutes=5))
    _, command = receipt["check"]
    code, said = _run(command, folder)
    assert (code, said.splitlines()[0].split(":")[0]) == (0, "Verified")
    other = command.replace(receipt["leaf"], "ab" * 32)
    code, said = _run(other, folder)
    assert code != 0
    assert "the chain does not contain the head" in said


def test_the_lines_of_the_receipt_are_those_of_the_export(tmp_path: Path) -> None:
    room = reviewing_now(["O-1001"])
    Deciding(room).approve(RESHIP)
    folder = tmp_path / "ledger"
    export_ledger(tenant=room.shop, folder=folder, now=room.now + timedelta(minutes=5))
    exported = (folder / "ledger.jsonl").read_text().splitlines()
    for entry in _receipt(room)["entries"]:
        assert exported[entry["seq"] - 1] == entry["line"]
