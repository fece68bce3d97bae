"""Commands at the terminal when there is no database to ask."""

from pathlib import Path

import pytest

from tests.support.programs import run_python


@pytest.mark.slow
def test_without_a_server_a_command_says_how_to_start_one(tmp_path: Path) -> None:
    done = run_python("manage.py", "migrate", "--check", SHOPOPS_VAR=str(tmp_path))
    assert done.returncode == 1
    assert "The database does not answer" in done.stderr
    assert "start it with `make run`" in done.stderr
    assert "Traceback" not in done.stderr
