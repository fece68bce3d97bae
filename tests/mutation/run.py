"""Mutation run: `python -m tests.mutation.run [MODULE ...]`.

Flips one decision of Resolution or Policy at a time and runs the golden cases in this process; a
mutant that no case notices survives. Exits 1 when one does. A survivor is answered by a case, or by
simpler code where the flip makes no difference.

Why not a tool: the maintained ones write the mutant into the checkout and start a process for each,
which takes longer than all cases, and they mutate far more than decisions.
"""

import importlib
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, ModuleType

from shopops.orchestrator.evaluation.cases import Base, Case, load_cases
from tests.mutation.mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
MUTATED = (
    "shopops/agents/alternatives.py",
    "shopops/agents/gate.py",
    "shopops/agents/resolution",
    "shopops/policy",
)
# What must be imported again so that the mutant, and not the module it replaces, is called.
RELOADED = (
    "shopops.agents.alternatives",
    "shopops.agents.gate",
    "shopops.agents.resolution",
    "shopops.policy",
    "shopops.orchestrator.evaluation.compare",
    "shopops.orchestrator.evaluation.run",
)


class OneMutant(MetaPathFinder, Loader):
    """Imports one module from a changed tree."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.name:
            return None
        return spec_from_loader(name, self, origin=str(self.path))

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)  # noqa: S102 - running the changed code is the point


def main(names: Sequence[str]) -> int:
    began = time.monotonic()
    cases, bases = load_cases(ROOT / "tests" / "golden")
    if not _holds(cases, bases):
        print("The golden cases fail without any mutant: see manage.py evaluate.")
        return 1
    count = survived = 0
    for name, path, mutant in _all(names):
        count += 1
        if _survives(OneMutant(name, path, _compiled(path, mutant)), cases, bases):
            survived += 1
            print(f"SURVIVED  {name}:{mutant.line}  {mutant.change}")
    took = time.monotonic() - began
    print(f"{count} mutants, {survived} survived; {len(cases)} golden cases; {took:.0f} s")
    return 1 if survived else 0


def _all(names: Sequence[str]) -> Iterator[tuple[str, Path, Mutant]]:
    for place in MUTATED:
        for path in sorted((ROOT / place).glob("*.py")) or [ROOT / place]:
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if not names or name in names:
                for mutant in mutants(path.read_text()):
                    yield name, path, mutant


def _compiled(path: Path, mutant: Mutant) -> CodeType:
    return compile(mutant.tree, str(path), "exec")


def _survives(finder: OneMutant, cases: list[Case], bases: dict[str, Base]) -> bool:
    sys.meta_path.insert(0, finder)
    try:
        return _holds(cases, bases)
    finally:
        sys.meta_path.remove(finder)


def _holds(cases: list[Case], bases: dict[str, Base]) -> bool:
    """Whether every case comes out as expected. A mutant that raises was noticed."""
    for name in [name for name in sys.modules if name.startswith(RELOADED)]:
        del sys.modules[name]
    try:
        run = importlib.import_module("shopops.orchestrator.evaluation.run")
        return all(run.run_case(case, bases[case.base]).ok for case in cases)
    except Exception:  # noqa: BLE001 - whatever it raises
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
