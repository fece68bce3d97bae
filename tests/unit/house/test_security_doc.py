"""docs/security.md names tests that there are."""

import re
from pathlib import Path

CHECKOUT = Path(__file__).parents[3]
PROOF = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
ROW = re.compile(r"^\| (\d+\.\d+[^|]*)\|", re.MULTILINE)
ITEMS = re.compile(r"(\d+\.\d+)(?:\.(\d+)(?:[–-](?:\d+\.\d+\.)?(\d+))?)?(?![\d.])")
# Section and items of version 4.0.3 that levels 1 and 2 ask for; numbers left out were deleted from
# the standard, or are of level 3.
LEVEL_2 = """
1.1:1-7 1.2:1-4 1.4:1,4,5 1.5:1-4 1.6:1-4 1.7:1-2 1.8:1-2 1.9:1-2 1.10:1 1.11:1-2 1.12:2 1.14:1-6
2.1:1-12 2.2:1-3 2.3:1-3 2.4:1-5 2.5:1-7 2.6:1-3 2.7:1-6 2.8:1-6 2.9:1-3 2.10:1-4
3.1:1 3.2:1-4 3.3:1-4 3.4:1-5 3.5:1-3 3.7:1
4.1:1-3,5 4.2:1-2 4.3:1-3
5.1:1-5 5.2:1-8 5.3:1-10 5.4:1-3 5.5:1-4
6.1:1-3 6.2:1-6 6.3:1-2 6.4:1-2
7.1:1-4 7.2:1-2 7.3:1,3,4 7.4:1-3
8.1:1-4 8.2:1-3 8.3:1-8
9.1:1-3 9.2:1-4
10.2:1-2 10.3:1-3
11.1:1-8
12.1:1-3 12.2:1 12.3:1-6 12.4:1-2 12.5:1-2 12.6:1
13.1:1,3-5 13.2:1-3,5-6 13.3:1-2 13.4:1-2
14.1:1-4 14.2:1-6 14.3:2-3 14.4:1-7 14.5:1-4
"""


def test_every_test_that_the_list_names_exists() -> None:
    named = set(PROOF.findall(_document()))
    assert len(named) > 40
    missing = [
        f"{path}::{name}"
        for path, name in sorted(named)
        if not (CHECKOUT / path).is_file() or f"\ndef {name}(" not in (CHECKOUT / path).read_text()
    ]
    assert missing == []


def test_every_item_of_level_2_has_a_row() -> None:
    listed = {item for row in ROW.findall(_document()) for item in _items(row)}
    assert sorted(_level_2() - listed) == []


def _items(row: str) -> set[str]:
    """What a row names: "3.4.1–3.4.5", "2.10.1, 2.10.2", or a whole section, as "13.3"."""
    found = set()
    for section, first, last in ITEMS.findall(row):
        if first:
            found |= {f"{section}.{n}" for n in range(int(first), int(last or first) + 1)}
        else:
            found |= {item for item in _level_2() if item.rpartition(".")[0] == section}
    return found


def _level_2() -> set[str]:
    found = set()
    for part in LEVEL_2.split():
        section, _, items = part.partition(":")
        for one in items.split(","):
            first, _, last = one.partition("-")
            found |= {f"{section}.{n}" for n in range(int(first), int(last or first) + 1)}
    return found


def _document() -> str:
    return (CHECKOUT / "docs/security.md").read_text()
