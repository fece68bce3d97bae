"""The mail doctor at the terminal while the demo runs in another one."""

import re
import signal
import subprocess
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from shopops.demo.mailbox.mails import mails_of
from shopops.demo.northline import MAYA
from shopops.embedded.running import FILE
from tests.support.programs import ROOT, clean_environment
from tests.support.running import PATIENCE, Site, scratch_folder, site, wait_for

pytestmark = pytest.mark.slow
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
TEXT = re.compile(r"<textarea[^>]*>([^<]+)</textarea>")


def doctor(found: Site) -> subprocess.Popen[str]:
    """As somebody types it in another terminal: told of the folder, and of nothing else."""
    return subprocess.Popen(
        [
            sys.executable,
            "manage.py",
            "mail_doctor",
            "--tenant",
            "store_northline",
            "--wait",
            "240",
        ],
        cwd=ROOT,
        env=clean_environment(SHOPOPS_VAR=str(found.var)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def arrived(found: Site) -> str:
    """The name of the newest test mail in Maya's mailbox; empty before it is there."""
    mails = mails_of(found.var / "mailbox", MAYA.email)
    return next((mail.name for mail in mails if mail.subject.startswith("Mail test")), "")


def answer(found: Site, name: str) -> str:
    """What the mailbox's page suggests, sent from there."""
    address = f"http://127.0.0.1:{found.port}/demo/mailbox/{MAYA.email}/{name}/"
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    page = browser.open(address).read().decode()
    token, text = TOKEN.search(page), TEXT.search(page)
    assert token is not None
    assert text is not None
    form = urlencode({"csrfmiddlewaretoken": token[1], "text": text[1]}).encode()
    return str(browser.open(address, form).read().decode())


def test_an_answer_in_the_demo_s_mailbox_ends_the_command_well() -> None:
    with scratch_folder() as folder, site(folder, kind="demo") as found:
        found.start_and_wait()
        command = doctor(found)
        wait_for(lambda: bool(arrived(found)) or command.poll() is not None)
        assert command.poll() is None, command.communicate()
        assert "Your answer has arrived." in answer(found, arrived(found))
        said, _ = command.communicate(timeout=PATIENCE)
        assert command.returncode == 0, said
        assert said.count("ok  ") == 9
        assert Path(found.var / FILE).stat().st_mode & 0o777 == 0o600
        assert found.end(signal.SIGTERM) == 0
        assert not Path(found.var / FILE).exists()
