"""Where the demo's mails lie: a file for each, in the folder of the person who got it.

A file's name says when it came in, so names sort as mails do. Written under another name first:
whoever reads sees whole mails only.
"""

import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

SUFFIX = ".eml"
NAME = re.compile(r"[0-9]{19}-[0-9a-f]{8}")
ADDRESS = re.compile(r"[a-z0-9.+_=-]{1,64}@[a-z0-9.-]{1,190}")
KEPT = 200  # of each person the newest


def is_address(text: str) -> bool:
    """Whether a folder may be called so."""
    return bool(ADDRESS.fullmatch(text)) and ".." not in text


def put(folder: Path, recipient: str, message: bytes) -> None:
    """Raises `ValueError` for an address that no demo person has."""
    address = recipient.lower()
    if not is_address(address):
        raise ValueError(f"{recipient!r} has no mailbox here")
    box = folder / address
    box.mkdir(parents=True, exist_ok=True)
    name = f"{time.time_ns():019d}-{secrets.token_hex(4)}"
    unfinished = box / name
    unfinished.write_bytes(message)
    unfinished.rename(box / f"{name}{SUFFIX}")
    for old in sorted(box.glob(f"*{SUFFIX}"))[:-KEPT]:
        old.unlink(missing_ok=True)


def people(folder: Path) -> list[str]:
    """Whoever got mail."""
    if not folder.is_dir():
        return []
    return sorted(box.name for box in folder.iterdir() if is_address(box.name))


def newest_first(folder: Path, address: str) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each mail."""
    if is_address(address):
        for path in sorted((folder / address).glob(f"*{SUFFIX}"), reverse=True):
            yield path.stem, path.read_bytes()


def get(folder: Path, address: str, name: str) -> bytes | None:
    if not (is_address(address) and NAME.fullmatch(name)):
        return None
    path = folder / address / f"{name}{SUFFIX}"
    return path.read_bytes() if path.is_file() else None
