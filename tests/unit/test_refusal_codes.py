"""Every stable code stands in one place, has words, and is in the docs."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import shopops
from shopops import execution, privacy, review, writeback
from shopops.execution.codes import EffectCode
from shopops.execution.pages.answers import CLASSES, OURS
from shopops.execution.pages.codes import SENTENCES
from shopops.review.refusals.base import by_code

DOCS = Path(shopops.__path__[0]).parent / "docs"
ROOMS = (execution, privacy, review, writeback)
NO_ONE_S = {"execution_refused", "privacy_refused"}  # what others of that room stand below
GIVERS = {"CannotAsk", "Change", "Move", "NobodyDoes", "Refused", "Trouble", "Unknown", "postpone"}


@pytest.fixture(scope="module")
def docs() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md")))


def test_every_refusal_that_pages_and_the_api_answer_is_in_the_docs(docs: str) -> None:
    for room in ROOMS:
        for module in walk_packages(room.__path__, f"{room.__name__}."):
            if "refusals" in module.name:
                import_module(module.name)
    assert sorted(code for code in set(by_code()) - NO_ONE_S if f"`{code}`" not in docs) == []


def test_why_an_effect_stands_where_it_stands_has_a_sentence_and_is_in_the_docs(docs: str) -> None:
    codes = {code.value for code in EffectCode}
    assert sorted(codes - {*SENTENCES, *OURS, *CLASSES}) == []
    assert sorted(code for code in codes if f"`{code}`" not in docs) == []


def test_no_module_of_execution_gives_a_code_of_its_own() -> None:
    assert sorted(bare_codes()) == []


def bare_codes() -> Iterator[str]:
    """Those that are given as a bare text, but for rules of policy and for none."""
    for path in Path(execution.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in GIVERS:
                given = [one.value for one in node.keywords if one.arg == "code"]
                if getattr(node.func, "id", "") in {"CannotAsk", "NobodyDoes", "Trouble"}:
                    given += node.args[:1]
                for one in given:
                    if isinstance(one, ast.Constant) and one.value:
                        yield f"{path.name}: {one.value!r}"
