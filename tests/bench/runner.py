"""Runs benchmarks: prints their rows as JSON and exits 1 when one misses its bar."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

Row = dict[str, Any]  # "row" names it, "passed" says whether it holds, the rest are its figures


def main(*benchmarks: Callable[..., Iterable[Row]]) -> NoReturn:
    """Run them one after another; a row is told on stderr as soon as it is known."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="smaller, to see that it works")
    quick = parser.parse_args().quick
    found: list[Row] = []
    for benchmark in benchmarks:
        for row in benchmark(quick=quick):
            print(
                "holds " if row["passed"] else "MISSED",
                json.dumps(row),
                file=sys.stderr,
                flush=True,
            )
            found.append(row)
    print(json.dumps(found, indent=2))
    sys.exit(0 if all(row["passed"] for row in found) else 1)
