"""Which operating system user the database server runs as: PostgreSQL refuses root."""

import os
import pwd
import stat
from pathlib import Path

CANDIDATES = ("postgres", "nobody")


def server_account(data_folder: Path) -> pwd.struct_passwd | None:
    """The user to run the server as when we are root; None when we are not and it runs as us."""
    if os.getuid() != 0:
        return None
    if data_folder.exists() and (owner := data_folder.stat().st_uid) != 0:
        return pwd.getpwuid(owner)
    for name in CANDIDATES:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise LookupError(f"no user named {' or '.join(CANDIDATES)} exists to run PostgreSQL as")


def reachable_by(account: pwd.struct_passwd, folder: Path) -> bool:
    """Whether that user may pass through every existing folder down to this one."""
    folder = folder.resolve()
    return all(
        _may_pass(account, place.stat()) for place in (folder, *folder.parents) if place.exists()
    )


def _may_pass(account: pwd.struct_passwd, found: os.stat_result) -> bool:
    if found.st_uid == account.pw_uid:
        return bool(found.st_mode & stat.S_IXUSR)
    if found.st_gid in os.getgrouplist(account.pw_name, account.pw_gid):
        return bool(found.st_mode & stat.S_IXGRP)
    return bool(found.st_mode & stat.S_IXOTH)
