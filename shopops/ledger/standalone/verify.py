"""Verifies an exported ledger. Needs Python 3.8 or newer and nothing else.

    python3 -I verify.py [FOLDER] [--head HEX]

FOLDER holds ledger.jsonl and manifest.json (default: the folder of this file). Every line of
ledger.jsonl is one entry: compact JSON with sorted keys and no floats. Its leaf is SHA-256 of a
zero byte and the line; `prev` is the leaf of the line before (64 zeros on the first); `seq` counts
from 1. The last leaf is the head. A head that you noted on an earlier day must appear again:
give it with --head, and the chain must pass through it.

The ledger holds a person's name only as `confirmer_name_hash` = SHA-256 of a salt and the name.
names.jsonl opens those: each line has a `name`, its `salt` and that hash (`name_sha256`), both in
hex. A name that was erased has no line any more; such hashes are counted as erased.

Exit code 0: verified. 1: something is wrong, and the first wrong line is named.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

GENESIS = "0" * 64
FIELDS = {
    "actor_type",
    "body",
    "confirmer_key",
    "confirmer_name_hash",
    "event_id",
    "handle",
    "item_key",
    "key_version",
    "kind",
    "occurred_at",
    "prev",
    "recorded_at",
    "seq",
    "tenant",
    "v",
}
NAME_FIELDS = {"name", "name_sha256", "salt"}


class Wrong(Exception):
    """What does not fit, and where."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Verifies an exported ledger.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).resolve().parent)
    parser.add_argument("--head", help="a head noted earlier, which the chain must contain")
    options = parser.parse_args()
    try:
        entries, head, opened, erased = verify(options.folder, options.head)
    except (Wrong, OSError) as error:
        sys.stdout.write(f"NOT VERIFIED: {error}\n")
        return 1
    sys.stdout.write(f"Verified: {entries} entries, head {head}\n")
    sys.stdout.write(f"Names: {opened} opened, {erased} erased\n")
    return 0


def verify(folder: Path, noted: "str | None") -> "tuple[int, str, int, int]":
    """Entries, head, and how many names are opened and how many are erased."""
    manifest = read_manifest(folder / "manifest.json")
    hidden = set()  # type: set[str]
    entries, head = check_ledger(folder / "ledger.jsonl", manifest, noted, hidden)
    opened = check_names(folder / "names.jsonl", manifest, hidden)
    return entries, head, opened, len(hidden) - opened


def check_ledger(
    path: Path, manifest: "dict[str, object]", noted: "str | None", hidden: "set[str]"
) -> "tuple[int, str]":
    """`hidden` gets every hash of a name that the ledger holds."""
    head, entries, noted_seen = GENESIS, 0, noted in (None, GENESIS)
    whole = hashlib.sha256()
    with path.open("rb") as lines:
        for entries, line in enumerate(lines, start=1):
            whole.update(line)
            if not line.endswith(b"\n"):
                raise Wrong(f"line {entries}: it is cut off")
            entry = check_entry(line[:-1], seq=entries, prev=head, tenant=manifest["tenant_id"])
            if entry["confirmer_name_hash"] is not None:
                hidden.add(str(entry["confirmer_name_hash"]))
            head = hashlib.sha256(b"\0" + line[:-1]).hexdigest()
            noted_seen = noted_seen or head == noted
    if entries != manifest["entries"]:
        raise Wrong(f"{entries} lines, but the manifest says {manifest['entries']}")
    if head != manifest["head"]:
        raise Wrong(f"line {entries}: its leaf {head} is not the head {manifest['head']}")
    if whole.hexdigest() != manifest["ledger_sha256"]:
        raise Wrong("ledger.jsonl is not the file that the manifest describes")
    if not noted_seen:
        raise Wrong(f"the chain does not contain the head {noted}")
    return entries, head


def check_names(path: Path, manifest: "dict[str, object]", hidden: "set[str]") -> int:
    """How many of the hidden names this file opens."""
    content = path.read_bytes()
    opened = set()  # type: set[str]
    for number, line in enumerate(content.splitlines(), start=1):
        where = f"names.jsonl, line {number}"
        entry = read_entry(line, where)
        if entry.keys() != NAME_FIELDS or not all(isinstance(one, str) for one in entry.values()):
            raise Wrong(f"{where}: it has not the fields of a name")
        name, hashed = str(entry["name"]), str(entry["name_sha256"])
        if hashed != hashlib.sha256(salt_of(entry, where) + name.encode()).hexdigest():
            raise Wrong(f"{where}: the name does not open its hash, one of the two was changed")
        if hashed not in hidden or hashed in opened:
            raise Wrong(f"{where}: the ledger has no such hash, or the name stands twice")
        opened.add(hashed)
    if hashlib.sha256(content).hexdigest() != manifest["names_sha256"]:
        raise Wrong("names.jsonl is not the file that the manifest describes")
    return len(opened)


def salt_of(entry: "dict[str, object]", where: str) -> bytes:
    try:
        return bytes.fromhex(str(entry["salt"]))
    except ValueError:
        raise Wrong(f"{where}: its salt is no hex") from None


def read_manifest(path: Path) -> "dict[str, object]":
    try:
        manifest = json.loads(path.read_bytes())
    except ValueError as error:
        raise Wrong(f"manifest.json cannot be read: {error}") from None
    expected = {"format", "tenant_id", "entries", "head", "ledger_sha256", "names_sha256"}
    if not isinstance(manifest, dict) or not expected <= manifest.keys():
        raise Wrong("manifest.json lacks what a manifest says")
    if manifest["format"] != "shopops-ledger-1":
        raise Wrong(f"this verifier does not know the format {manifest['format']}")
    return manifest


def check_entry(line: bytes, *, seq: int, prev: str, tenant: object) -> "dict[str, object]":
    entry = read_entry(line, f"line {seq}")
    if entry.keys() != FIELDS or entry["v"] != 1:
        raise Wrong(f"line {seq}: it has not the fields of an entry")
    if entry["prev"] != prev:
        raise Wrong(f"line {seq}: it does not follow line {seq - 1}, one of the two was changed")
    if entry["seq"] != seq:
        raise Wrong(f"line {seq}: it says that it is number {entry['seq']}")
    if entry["tenant"] != tenant:
        raise Wrong(f"line {seq}: it belongs to tenant {entry['tenant']}")
    return entry


def read_entry(line: bytes, where: str) -> "dict[str, object]":
    try:
        entry = json.loads(line, parse_float=refuse_float, parse_constant=refuse_float)
        canonical = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        exact = canonical.encode() == line
    except (ValueError, RecursionError) as error:
        raise Wrong(f"{where}: it is no JSON that can be hashed: {error}") from None
    if not exact or not isinstance(entry, dict):
        raise Wrong(f"{where}: it is not in canonical form")
    return entry


def refuse_float(text: str) -> float:
    raise ValueError(f"{text} is not an integer")


if __name__ == "__main__":
    sys.exit(main())
