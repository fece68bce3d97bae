"""How long it takes to import the agents: `python -m tests.bench.imports`."""

import subprocess
import sys
from collections.abc import Iterator

from tests.bench.runner import Row, main

BAR_SECONDS = 0.1
RUNS = 7
IMPORTING = """
import time
start = time.process_time()
import shopops.agents.intake, shopops.agents.resolution
print(time.process_time() - start)
"""


def rows(*, quick: bool) -> Iterator[Row]:
    """Processor time of the fastest of several new processes: other programs only add to it."""
    took = min(_once() for _ in range(3 if quick else RUNS))
    yield {
        "row": "import of the agents",
        "passed": took < BAR_SECONDS,
        "seconds": round(took, 4),
        "bar": BAR_SECONDS,
    }


def _once() -> float:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTING], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


if __name__ == "__main__":
    main(rows)
