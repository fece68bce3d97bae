"""A command in another terminal joins the site that runs on the same folder, and no other."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from shopops.embedded.layout import Layout
from shopops.embedded.running import FILE, join, told

SITE = {"SHOPOPS_ENV": "demo", "SHOPOPS_SECRET_KEY": "k", "PORT": "8123", "HOME": "/nowhere"}


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    (tmp_path / "var").mkdir()
    return Layout.below(tmp_path / "var")


def joined(layout: Layout, **own: str) -> dict[str, str]:
    join(own, checkout=layout.var.parent)
    return own


def test_what_the_site_was_told_completes_what_the_command_was_told(layout: Layout) -> None:
    with told(layout, SITE):
        assert joined(layout, PORT="1") == {
            "SHOPOPS_ENV": "demo",
            "SHOPOPS_SECRET_KEY": "k",
            "PORT": "1",
        }
        elsewhere = {"SHOPOPS_VAR": str(layout.var)}
        join(elsewhere, checkout=Path("/nowhere"))
        assert elsewhere["SHOPOPS_SECRET_KEY"] == "k"
    assert joined(layout) == {}


def test_a_command_with_a_database_of_its_own_joins_nothing(layout: Layout) -> None:
    with told(layout, SITE):
        assert joined(layout, DATABASE_URL="postgresql://x") == {"DATABASE_URL": "postgresql://x"}


def test_what_a_killed_run_left_behind_is_not_believed(layout: Layout) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = {"process": ended.pid, "environment": SITE}
    (layout.var / FILE).write_text(json.dumps(left))
    assert joined(layout) == {}


@pytest.mark.parametrize("text", ["", "{", "nothing"])
def test_a_file_that_cannot_be_read_is_none(layout: Layout, text: str) -> None:
    (layout.var / FILE).write_text(text)
    assert joined(layout) == {}


def test_only_its_user_may_read_the_key(layout: Layout) -> None:
    (layout.var / FILE).write_text("an old one that everybody may read")
    with told(layout, SITE):
        assert (layout.var / FILE).stat().st_mode & 0o777 == 0o600
