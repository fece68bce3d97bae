"""Where the embedded server keeps its files; the same answer for everybody who asks."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from shopops.embedded.accounts import reachable_by, server_account

SOCKET_PORT = "5432"
# A socket's whole path may have 107 bytes; the server appends "/.s.PGSQL.5432".
LONGEST_SOCKET_FOLDER = 90
# For a root user whose checkout lies below a private folder that the server's user cannot enter.
SHARED_STATE = Path("/var/lib/shopops")


@dataclass(frozen=True)
class Layout:
    """The paths of one installation, all derived from its `var` folder."""

    var: Path
    data_folder: Path
    socket_folder: Path

    @classmethod
    def below(cls, var: Path) -> "Layout":
        var = var.resolve()
        mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
        account = server_account(var / "postgres")
        home = var
        if account is not None and not reachable_by(account, var):
            home = SHARED_STATE / mark
        socket_folder = home / "postgres-socket"
        if len(os.fsencode(socket_folder)) > LONGEST_SOCKET_FOLDER:
            socket_folder = Path(f"/tmp/shopops-{os.getuid()}-{mark}")  # noqa: S108  ours alone is checked
        return cls(var=var, data_folder=home / "postgres", socket_folder=socket_folder)

    @property
    def lock_file(self) -> Path:
        return self.var / "run.lock"

    @property
    def secret_file(self) -> Path:
        return self.var / "secret-key"

    @property
    def broker_folder(self) -> Path:
        return self.var / "broker"

    @property
    def log_folder(self) -> Path:
        return self.var / "log"
