"""The pure files ask no clock, no settings and no database."""

import ast
import sys
from pathlib import Path

import pytest

import shopops.alarms

ROOT = Path(shopops.alarms.__file__).parent
PURE = [
    "check", "codes", "config", "confirmers", "effects", "fold", "identity", "lookalikes",
    "refusals", "rows", "schedule", "states", "story", "table",
]  # fmt: skip
CLOCKS = {"now", "today", "utcnow", "time_ns", "monotonic", "localtime", "gmtime", "perf_counter"}
OWN = {f"shopops.alarms.{name}" for name in PURE} | {"shopops.ledger.kinds"}


def _tree(name: str) -> ast.Module:
    return ast.parse((ROOT / f"{name}.py").read_text())


@pytest.mark.parametrize("name", PURE)
def test_a_pure_file_calls_no_clock(name: str) -> None:
    attributes = {node.attr for node in ast.walk(_tree(name)) if isinstance(node, ast.Attribute)}
    assert not attributes & CLOCKS


@pytest.mark.parametrize("name", PURE)
def test_a_pure_file_imports_the_standard_library_msgspec_and_its_own_kind(name: str) -> None:
    for node in ast.walk(_tree(name)):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            top = module.split(".")[0]
            assert module in OWN or top == "msgspec" or top in sys.stdlib_module_names
