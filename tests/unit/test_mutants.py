"""The mutation run flips every decision, one at a time, and leaves the rest as it was."""

import ast

import pytest

from tests.mutation.mutants import mutants


def flipped(source: str) -> list[str]:
    return [ast.unparse(mutant.tree) for mutant in mutants(source)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("a == b", ["a != b"]),
        ("a != b", ["a == b"]),
        ("a < b", ["a <= b", "a >= b"]),
        ("a <= b", ["a < b", "a > b"]),
        ("a > b", ["a >= b", "a <= b"]),
        ("a >= b", ["a > b", "a < b"]),
        ("a in b", ["a not in b"]),
        ("a not in b", ["a in b"]),
        ("a is b", ["a is not b"]),
        ("a is not b", ["a is b"]),
        ("a and b", ["a or b"]),
        ("a or b", ["a and b"]),
        ("not a", ["not not a"]),
        ("a if b else c", ["a if not b else c"]),
        ("[a for a in b if c]", ["[a for a in b if not c]"]),
        ("any(a)", ["all(a)"]),
        ("all(a)", ["any(a)"]),
        ("min(a, b)", ["max(a, b)"]),
        ("max(a, b)", ["min(a, b)"]),
        ("a + b", []),
    ],
)
def test_each_decision_is_flipped(source: str, found: list[str]) -> None:
    assert flipped(source) == found


def test_a_chain_is_flipped_link_by_link() -> None:
    assert flipped("a == b != c") == ["a != b != c", "a == b == c"]


def test_a_bare_condition_is_negated_and_a_comparison_is_not_negated_twice() -> None:
    assert flipped("if a:\n    b\nif c == d:\n    e") == [
        "if not a:\n    b\nif c == d:\n    e",
        "if a:\n    b\nif c != d:\n    e",
    ]


def test_a_mutant_names_its_line() -> None:
    assert [(one.line, one.change) for one in mutants("a\n\nb == c")] == [
        (3, "Eq -> NotEq: b == c")
    ]
