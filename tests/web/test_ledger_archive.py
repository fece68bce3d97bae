"""The ledger out of the browser: one archive, verified by its own script, and on record."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connections
from django.http import StreamingHttpResponse
from django.test import Client

from shopops.ledger import EventKind
from shopops.ledger.archive import ALONE
from shopops.ledger.models import VerifyPass
from shopops.ledger.pages import latest
from shopops.tenants.models import Role
from shopops.tenants.scope import tenant_scope
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing_now

pytestmark = [pytest.mark.django_db, pytest.mark.ledger]
WAY = "audit/ledger.zip"


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now(["O-1001"])


def auditor(room: Reviewing) -> Client:
    return room.client("Ada", Role.AUDITOR)


def exports(room: Reviewing) -> list[dict[str, object]]:
    with tenant_scope(room.shop.pk):
        found = latest(room.shop.pk, before=None, limit=100)
    return [dict(one.body) for one in found if one.kind is EventKind.EXPORT]


def test_the_archive_is_verified_by_the_script_in_it(room: Reviewing, tmp_path: Path) -> None:
    answer: Any = auditor(room).post(room.url(WAY))
    assert isinstance(answer, StreamingHttpResponse)
    pieces: Any = answer.streaming_content
    content = b"".join(pieces)
    ZipFile(BytesIO(content)).extractall(tmp_path)
    script = tmp_path / f"{room.shop.slug}-ledger" / "verify.py"
    command = [sys.executable, "-I", str(script)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    [told] = exports(room)
    assert done.stdout.startswith(f"Verified: {told['entries']} entries, head {told['head']}\n")
    readme = (script.parent / "README.txt").read_text()
    assert all(part.name in readme for part in script.parent.iterdir() if part.suffix != ".txt")
    assert "Names: 3 opened, 1 erased" in readme  # what the script's second line means
    assert told["author"] == bytes(room.person("Ada").identity_key).hex()


@pytest.mark.django_db(transaction=True)
def test_who_goes_away_in_the_middle_is_on_record_and_holds_nothing_up(room: Reviewing) -> None:
    client = auditor(room)
    for times in (1, 2):
        answer: Any = client.post(room.url(WAY))
        assert isinstance(answer, StreamingHttpResponse)
        answer.close()
        assert len(exports(room)) == times


def test_a_ledger_that_does_not_verify_is_not_given_out(room: Reviewing) -> None:
    VerifyPass.objects.create(
        tenant=room.shop,
        finished_at=room.now,
        took_ms=1,
        entries=3,
        finding_count=1,
        findings=[],
    )
    page = auditor(room).post(room.url(WAY), follow=True)
    assert "The last verification of this ledger failed." in text_of(page)
    assert exports(room) == []


@pytest.mark.django_db(transaction=True)
def test_one_at_a_time_and_the_other_is_told_so(room: Reviewing) -> None:
    other = connections["default"].copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(ALONE, [room.shop.pk])
            page = auditor(room).post(room.url(WAY), follow=True)
    finally:
        other.close()
    assert "being exported already" in text_of(page)
