"""`manage.py evaluate`: the golden cases, expected against got."""

from argparse import ArgumentParser
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from shopops.orchestrator.evaluation import BadCase, Result, Row, load_cases, run_case

SHORTEST_CELL = 28
LONGEST_CELL = 60


class Command(BaseCommand):
    help = (
        "Run the golden cases and print expected against got; with --verbosity 0 only those that "
        "differ. Exits 1 on any difference."
    )
    requires_system_checks = ()  # it needs no database and no configured service

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
        parser.add_argument("--only", metavar="NAME", help="one case, with every comparison shown")
        parser.add_argument(
            "--cases",
            type=Path,
            default=settings.BASE_DIR / "tests" / "golden",
            help="folder of case files (default: tests/golden)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        results = _run(options["cases"], options["only"])
        failed = [result for result in results if not result.ok]
        if options["json"]:
            self.stdout.write(_json(results))
        else:
            for result in results if options["verbosity"] else failed:
                self.stdout.write(_text(result, every_row=options["only"] is not None))
            self.stdout.write(f"{len(results) - len(failed)} of {len(results)} cases as expected.")
        if failed:
            raise SystemExit(1)


def _run(directory: Path, only: str | None) -> list[Result]:
    try:
        cases, bases = load_cases(directory)
    except BadCase as error:
        raise CommandError(str(error)) from error
    if only is not None:
        names = [case.name for case in cases]
        if only not in names:
            near = ", ".join(get_close_matches(only, names)) or "none is close"
            raise CommandError(f"No case is named {only!r}. Nearest: {near}.")
        cases = [case for case in cases if case.name == only]
    return [run_case(case, bases[case.base]) for case in cases]


def _json(results: list[Result]) -> str:
    body = {
        "cases": len(results),
        "failed": [result.name for result in results if not result.ok],
        "results": [
            {"name": result.name, "ok": result.ok, "rows": result.rows} for result in results
        ],
    }
    return msgspec.json.format(msgspec.json.encode(body), indent=2).decode()


def _text(result: Result, *, every_row: bool) -> str:
    """One line for a case that holds; below it the comparisons that do not, or all of them."""
    shown = [row for row in result.rows if every_row or not row.ok]
    lines = [f"{'ok  ' if result.ok else 'FAIL'}  {result.name}"]
    width = max((len(row.path) for row in shown), default=SHORTEST_CELL)
    lines.extend(_line(row, width) for row in shown)
    return "\n".join(lines)


def _line(row: Row, width: int) -> str:
    mark = " " if row.ok else "✗"
    expected, got = _cell(row.expected), _cell(row.got)
    if row.ok or len(expected) + len(got) <= LONGEST_CELL:
        return f"  {mark} {row.path:<{width}}  expected {expected}" + (
            "" if row.ok else f"  got {got}"
        )
    return f"  {mark} {row.path}\n      expected {expected}\n      got      {got}"


def _cell(value: Any) -> str:
    return msgspec.json.encode(value).decode()
