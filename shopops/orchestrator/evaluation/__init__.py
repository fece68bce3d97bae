"""Golden evaluation: what the pipeline makes of hand-written cases, against what it must make.

Pure: reads the case files, needs no database. The format is described in tests/golden/README.md.
"""

from shopops.orchestrator.evaluation.cases import BadCase, Case, load_cases
from shopops.orchestrator.evaluation.compare import Row
from shopops.orchestrator.evaluation.run import Result, run_case

__all__ = ["BadCase", "Case", "Result", "Row", "load_cases", "run_case"]
