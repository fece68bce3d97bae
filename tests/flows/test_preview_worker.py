"""A worker that is killed amid a preview loses nothing of it and counts nothing twice."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from shopops.administration.preview.models import Stage
from shopops.tenants.models import Role
from tests.support.pipeline import hire
from tests.support.previews import begun, finished, found, tried
from tests.support.programs import ROOT, clean_environment
from tests.support.reviewing import reviewing

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
CAP: dict[str, Any] = {"approval_above_cents": {"USD": 50_000}}


def _step(worker: "subprocess.Popen[bytes]") -> bytes:
    """What it says of a step; then it may take the next."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    said = worker.stdout.readline()
    worker.stdin.write(b"\n")
    return said


def test_what_a_killed_worker_began_is_finished_by_the_next(
    role_dsn: Callable[[str], str],
) -> None:
    shop = reviewing().shop
    whole = tried(shop, hire(shop, "Olu", Role.ADMIN), **CAP)
    run = begun(shop, hire(shop, "Ada", Role.ADMIN), **CAP)
    worker = subprocess.Popen(
        [sys.executable, "-m", "tests.support.preview_worker", str(shop.pk), str(run.pk)],
        cwd=ROOT,
        env=clean_environment(DATABASE_URL=role_dsn("so_app")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    with worker:
        said = [_step(worker) for _ in range(5)]
        worker.kill()  # perhaps amid the sixth
    run.refresh_from_db()
    assert said == [b"one step\n"] * 5
    assert (run.stage, 5 <= run.seen < whole.seen) == (Stage.RUNNING, True)
    assert finished(run, batch=4).tally == whole.tally
    assert found(run).keys() == found(whole).keys()
    assert run.orders.count() == whole.orders.count()
