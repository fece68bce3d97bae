"""The published schemas and the documented examples are what the import really takes."""

import json
import re
from pathlib import Path

import pytest

from shopops.connectors.registry import ORDER_FORMATS, TRACKER_FORMATS
from shopops.connectors.schema import PUBLISHED, schema_text
from shopops.connectors.strict_json import decode

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_schema_is_the_one_of_the_records(name: str) -> None:
    title, record = PUBLISHED[name]
    assert (DOCS / "schemas" / name).read_text(encoding="utf-8") == schema_text(title, record)


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_schema_refuses_members_it_does_not_name(name: str) -> None:
    title, record = PUBLISHED[name]
    parts = json.loads(schema_text(title, record))["$defs"].values()
    objects = [part for part in parts if part.get("type") == "object"]
    assert objects
    assert all(part["additionalProperties"] is False for part in objects)


def examples(language: str) -> list[bytes]:
    text = (DOCS / "import-format.md").read_text(encoding="utf-8")
    return [found.encode() for found in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)]


def test_the_documented_orders_are_taken() -> None:
    rows = [line for block in examples("jsonl orders") for line in block.splitlines()]
    records = [ORDER_FORMATS["shopops"].parse(decode(row)).record for row in rows]
    assert [record.id for record in records] == ["N-1001", "N-1002"]


def test_the_documented_trackers_are_taken() -> None:
    rows = [line for block in examples("jsonl trackers") for line in block.splitlines()]
    records = [TRACKER_FORMATS["shopops"].parse(decode(row)).record for row in rows]
    assert [record.id for record in records] == ["trk-77"]
