"""Refusals are for programs and for people: one code each, one sentence each, all documented."""

import re
from pathlib import Path

from shopops.review import refusals
from shopops.review.bulk import refusals as bulk_refusals
from shopops.review.editing import refusals as edit_refusals
from shopops.review.refusals import DecisionRefused

DOCS = Path(__file__).resolve().parents[2] / "docs" / "review.md"
ROW = re.compile(r"^\| `(\w+)` \| (\d{3}) \|", re.MULTILINE)


def _refusals() -> list[type[DecisionRefused]]:
    rooms = (refusals, bulk_refusals, edit_refusals)
    named = [one for room in rooms for one in vars(room).values()]
    found = dict.fromkeys(one for one in named if isinstance(one, type))
    return [one for one in found if issubclass(one, DecisionRefused) and one is not DecisionRefused]


def test_every_refusal_has_a_code_of_its_own_and_a_sentence() -> None:
    found = _refusals()
    assert len({one.code for one in found}) == len(found)
    for one in found:
        sentence = one.__doc__ or ""
        assert sentence.endswith("."), one
        assert "\n" not in sentence, one


def test_the_documented_codes_and_statuses_are_the_real_ones() -> None:
    documented = {code: int(status) for code, status in ROW.findall(DOCS.read_text())}
    assert documented == {one.code: one.status.value for one in _refusals()}
