"""Payloads of real shops and carriers, as people may see them: nobody's name, address or number."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from shopops.connections.masking import masked
from tests.real.data import FOLDER, needs_real_data

pytestmark = needs_real_data
FOLDERS = ("shopify_fixtures", "woocommerce_docs", "easypost_examples")
NAMES = (
    "email phone first_name last_name address1 address2 address_1 address_2 street1 city zip "
    "postcode browser_ip user_agent customer_ip_address token order_key authorization signed_by "
    "latitude longitude"
)
PERSONAL = frozenset(NAMES.split())
FILES = sorted(one for name in FOLDERS for one in (FOLDER / name).glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_nothing_under_a_personal_name_is_shown(file: Any) -> None:
    payload = json.loads(file.read_bytes())
    covered = masked(file.read_bytes())
    if covered is None:
        assert file.stat().st_size > 500_000
        return
    shown = set(texts(json.loads(covered)))
    assert {value for value in personal(payload) if value in shown} == set()


def personal(value: Any, name: str = "") -> Iterator[str]:
    match value:
        case dict():
            for key, one in value.items():
                yield from personal(one, key)
        case list():
            for one in value:
                yield from personal(one, name)
        case str() | int() | float() if name in PERSONAL and value not in ("", True, False):
            yield str(value)


def texts(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for one in value.values():
                yield from texts(one)
        case list():
            for one in value:
                yield from texts(one)
        case _:
            yield str(value)
