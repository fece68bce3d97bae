"""The script of docs/mail-setup.md delivers a mail, as it stands there."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings
from pytest_django.live_server_helper import LiveServer

from shopops.acknowledgments.doctor.steps import STEP_TITLES
from shopops.settings.environment import KNOWN_NAMES
from tests.support.clock import Clock
from tests.support.mail_tests import Surgery, open_surgery

TEXT = (Path(__file__).parents[2] / "docs" / "mail-setup.md").read_text(encoding="utf-8")
SCRIPT = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SECRET = "a-secret-of-both-sides"


@pytest.fixture
def surgery(clock: Clock) -> Iterator[Surgery]:
    clock.run()
    with open_surgery() as found:
        yield found


def delivered(
    script: Path, raw: bytes, *, url: str, slug: str, secret: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, script, url, slug],
        input=raw,
        env={"SHOPOPS_INBOUND_SECRET": secret},
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.django_db(transaction=True)
@override_settings(SHOPOPS_INBOUND_SECRET=SECRET)
def test_the_script_delivers_a_mail_and_asks_to_try_again_when_it_is_refused(
    surgery: Surgery, live_server: LiveServer, tmp_path: Path
) -> None:
    (source,) = SCRIPT.findall(TEXT)
    script = tmp_path / "deliver"
    script.write_text(source)
    slug, raw = surgery.desk.tenant.slug, surgery.mail()
    refused = delivered(script, raw, url=live_server.url, slug=slug, secret="another")
    assert refused.returncode == 75
    assert b"403" in refused.stderr
    done = delivered(script, raw, url=live_server.url, slug=slug, secret=SECRET)
    assert (done.returncode, done.stdout.strip()) == (0, b"Taken."), done.stderr
    surgery.assert_passed()


def test_every_step_and_only_known_settings_stand_on_the_page() -> None:
    for step in STEP_TITLES:
        assert f"| `{step}` |" in TEXT
    named = set(re.findall(r"\bSHOPOPS_[A-Z_]+\b", TEXT))
    assert named <= KNOWN_NAMES
