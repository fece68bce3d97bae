"""The exported verifier, run the way an auditor runs it: alone, with nothing but Python."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path

import pytest

from shopops.ledger.copying import FORMAT, VERIFIER
from shopops.ledger.line import GENESIS, EventRow, leaf_of, line_of

Lines = list[bytes]
WHEN = datetime(2026, 3, 2, 12, 0, 0, 5)  # noqa: DTZ001 - rows are read as UTC without a zone


NAME, SALT = "Zoë", bytes(range(16))
ERASED = sha256(b"a salt that is gone").digest()


def _opened(name: str = NAME) -> bytes:
    return sha256(SALT + name.encode()).digest()


def _event(number: int) -> EventRow:
    """Of five, the third and the fourth name a confirmer; the fourth's name is erased."""
    hashes = {3: _opened(), 4: ERASED}
    return EventRow(
        event_id=f"00000000-0000-4000-8000-{number:012}",
        kind="intake",
        actor_type="agent",
        occurred_at=WHEN,
        recorded_at=WHEN,
        body=f'{{"note":"é\\n{number}","order":"O-{number}"}}',
        item_key=bytes(32) if number == 2 else None,
        key_version=2 if number == 2 else None,
        handle=None,
        confirmer_name_hash=hashes.get(number),
        confirmer_key=bytes(32) if number in hashes else None,
        order_id=f"O-{number}",
    )


@pytest.fixture
def lines() -> Lines:
    made, prev = [], GENESIS
    for number in range(1, 6):
        line = line_of(_event(number), tenant_id=7, seq=number, prev=prev)
        made.append(line)
        prev = leaf_of(line)
    return made


def _name_line(name: str = NAME, **changed: object) -> bytes:
    fields = {"name": name, "name_sha256": _opened().hex(), "salt": SALT.hex()} | changed
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _write(folder: Path, lines: Lines, names: Lines | None = None, /, **manifest: object) -> Path:
    """`names`: those of the lines, unless others are given."""
    opening = b"".join(line + b"\n" for line in ([_name_line()] if names is None else names))
    (folder / "names.jsonl").write_bytes(opening)
    content = b"".join(line + b"\n" for line in lines)
    (folder / "ledger.jsonl").write_bytes(content)
    said = {
        "format": FORMAT,
        "tenant_id": 7,
        "entries": len(lines),
        "head": leaf_of(lines[-1]).hex() if lines else GENESIS.hex(),
        "ledger_sha256": sha256(content).hexdigest(),
        "names_sha256": sha256(opening).hexdigest(),
    }
    (folder / "manifest.json").write_text(json.dumps(said | manifest))
    (folder / "verify.py").write_bytes(VERIFIER.read_bytes())
    return folder


def _verify(folder: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-I", str(folder / "verify.py"), *arguments],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_whole_export_is_verified(tmp_path: Path, lines: Lines) -> None:
    head = leaf_of(lines[-1]).hex()
    assert _verify(_write(tmp_path, lines)) == (
        0,
        f"Verified: 5 entries, head {head}\nNames: 1 opened, 1 erased\n",
    )


def test_an_empty_ledger_is_verified(tmp_path: Path) -> None:
    code, output = _verify(_write(tmp_path, [], []))
    assert (code, output.splitlines()[1]) == (0, "Names: 0 opened, 0 erased")


def test_a_name_that_was_erased_since_is_counted_and_the_rest_still_verifies(
    tmp_path: Path, lines: Lines
) -> None:
    code, output = _verify(_write(tmp_path, lines, []))
    assert (code, output.splitlines()[1]) == (0, "Names: 0 opened, 2 erased")


def test_a_flipped_byte_of_a_name_is_caught_even_by_whoever_wrote_the_manifest_anew(
    tmp_path: Path, lines: Lines
) -> None:
    line = _name_line()
    for part in (b"Zo", SALT.hex().encode(), _opened().hex().encode()):
        changed = bytearray(line)
        changed[line.index(part)] ^= 1
        code, output = _verify(_write(tmp_path, lines, [bytes(changed)]))
        assert code == 1
        assert "names.jsonl, line 1: the name does not open its hash" in output


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ([_name_line("Maya", name_sha256=_opened("Maya").hex())], "the ledger has no such hash"),
        ([_name_line(), _name_line()], "line 2: the ledger has no such hash, or the name stan"),
        ([_name_line(email="x")], "line 1: it has not the fields of a name"),
        ([_name_line(salt=5)], "line 1: it has not the fields of a name"),
        ([_name_line(salt="no hex")], "line 1: its salt is no hex"),
        ([b"{"], "names.jsonl, line 1: it is no JSON"),
        ([_name_line().replace(b",", b", ")], "names.jsonl, line 1: it is not in canonical form"),
    ],
)
def test_names_that_open_nothing_are_caught(
    tmp_path: Path, lines: Lines, names: Lines, says: str
) -> None:
    code, output = _verify(_write(tmp_path, lines, names))
    assert (code, says in output) == (1, True), output


def test_a_name_that_was_taken_out_of_the_export_is_caught(tmp_path: Path, lines: Lines) -> None:
    folder = _write(tmp_path, lines)
    (folder / "names.jsonl").write_bytes(b"")
    assert "names.jsonl is not the file that the manifest describes" in _verify(folder)[1]
    (folder / "names.jsonl").unlink()
    assert _verify(folder)[0] == 1


def test_a_head_that_was_noted_earlier_must_be_in_the_chain(tmp_path: Path, lines: Lines) -> None:
    folder = _write(tmp_path, lines)
    assert _verify(folder, "--head", leaf_of(lines[2]).hex())[0] == 0
    assert _verify(folder, "--head", leaf_of(b"another").hex())[0] == 1


def _change(line: bytes, old: bytes, new: bytes) -> bytes:
    assert old in line
    return line.replace(old, new)


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda ls: [*ls[:2], _change(ls[2], b"O-3", b"O-9"), *ls[3:]], "line 4: it does not foll"),
        (lambda ls: [*ls[:4], _change(ls[4], b"O-5", b"O-9")], "line 5: its leaf"),
        (lambda ls: [*ls[:1], *ls[2:]], "line 2: it does not follow line 1"),
        (lambda ls: [ls[1], ls[0], *ls[2:]], "line 1: it does not follow"),
        (lambda ls: ls[:4], "4 lines, but the manifest says 5"),
        (lambda ls: [*ls, ls[4]], "line 6: it does not follow"),
        (lambda ls: [_change(ls[0], b",", b", "), *ls[1:]], "line 1: it is not in canonical form"),
        (lambda ls: [_change(ls[0], b'"seq":1', b'"seq":1.0'), *ls[1:]], "1.0 is not an integer"),
        (lambda ls: [_change(ls[0], b'"v":1', b'"v":2'), *ls[1:]], "not the fields of an entry"),
        (lambda ls: [_change(ls[0], b'"seq":1', b'"seq":2'), *ls[1:]], "says that it is number 2"),
        (lambda ls: [_change(ls[0], b'"tenant":7', b'"tenant":8'), *ls[1:]], "belongs to tenant 8"),
        (lambda ls: [b"\xff" + ls[0], *ls[1:]], "line 1: it is no JSON"),
        (lambda ls: [b"[" * 100_000, *ls[1:]], "line 1: it is no JSON"),
    ],
)
def test_a_changed_line_is_named(
    tmp_path: Path, lines: Lines, tamper: Callable[[Lines], Lines], says: str
) -> None:
    said = {"entries": 5, "head": leaf_of(lines[-1]).hex()}
    code, output = _verify(_write(tmp_path, tamper(lines), **said))
    assert (code, says in output) == (1, True), output


@pytest.mark.parametrize("flipped_bit", range(8))
def test_a_flipped_bit_is_caught_wherever_it_is(
    tmp_path: Path, lines: Lines, flipped_bit: int
) -> None:
    folder = _write(tmp_path, lines)
    path = folder / "ledger.jsonl"
    whole = path.read_bytes()
    for place in range(flipped_bit * 37, len(whole), 599):
        changed = bytearray(whole)
        changed[place] ^= 1 << flipped_bit
        path.write_bytes(changed)
        code, output = _verify(folder)
        assert code == 1, (place, output)


@pytest.mark.parametrize(
    ("manifest", "says"),
    [
        ({"head": "00"}, "is not the head"),
        ({"entries": 6}, "the manifest says 6"),
        ({"ledger_sha256": "00"}, "not the file that the manifest describes"),
        ({"format": "shopops-ledger-2"}, "does not know the format"),
        ({"tenant_id": 8}, "belongs to tenant 7"),
    ],
)
def test_a_manifest_that_says_something_else_is_caught(
    tmp_path: Path, lines: Lines, manifest: dict[str, object], says: str
) -> None:
    code, output = _verify(_write(tmp_path, lines, **manifest))
    assert (code, says in output) == (1, True), output


def test_a_folder_without_an_export_is_one_sentence(tmp_path: Path) -> None:
    code, output = _verify(_write(tmp_path, []), str(tmp_path / "missing"))
    assert code == 1
    assert output.startswith("NOT VERIFIED: ")
