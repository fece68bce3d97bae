"""docs/security.md names tests that there are."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).parents[3]
PROOF = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
ITEM = re.compile(r"^\| (\d+\.\d+)", re.MULTILINE)
CHAPTERS = range(1, 15)


def test_every_test_that_the_list_names_exists() -> None:
    named = set(PROOF.findall(_document()))
    assert len(named) > 40
    missing = [
        f"{path}::{name}"
        for path, name in sorted(named)
        if not (CHECKOUT / path).is_file() or f"\ndef {name}(" not in (CHECKOUT / path).read_text()
    ]
    assert missing == []


def test_every_chapter_of_the_standard_has_an_item() -> None:
    found = {int(item.partition(".")[0]) for item in ITEM.findall(_document())}
    assert found == set(CHAPTERS)


def _document() -> str:
    return (CHECKOUT / "docs/security.md").read_text()
