"""What `import_orders` and `import_trackers` share: arguments, progress, refusals, summary."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, TextIO

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from shopops.connectors.batch import RowResult
from shopops.connectors.formats import Format
from shopops.connectors.held import Outcome
from shopops.connectors.importing import Summary, import_file
from shopops.connectors.reading.chunks import Readable
from shopops.tenants.shops import UnknownTenant, find_tenant

STANDARD_INPUT = "-"
INTERRUPTED = 130


class ImportCommand(BaseCommand):
    """Exit code 1 when a row was refused, 130 when stopped; both times the rest is in."""

    formats: ClassVar[Mapping[str, Format]]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help='A file, or "-" for standard input.')
        parser.add_argument("--tenant", required=True, help="The slug of the shop.")
        parser.add_argument("--format", required=True, choices=tuple(self.formats))
        parser.add_argument(
            "--refused", metavar="FILE", help="Also write every refusal there, as JSON Lines."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        tenant_id = _tenant_id(options["tenant"])
        summary = Summary()
        try:
            with _opened(options["file"]) as stream, _written(options["refused"]) as refusals:
                self._import(tenant_id, self.formats[options["format"]], stream, refusals, summary)
        except KeyboardInterrupt:
            self.stderr.write("Stopped. Everything counted below is in; run it again to complete.")
            self._print(summary)
            sys.exit(INTERRUPTED)
        self._print(summary)
        if summary.refused:
            sys.exit(1)

    def _import(
        self,
        tenant_id: int,
        source_format: Format,
        stream: BinaryIO,
        refusals: TextIO | None,
        summary: Summary,
    ) -> None:
        def report(result: RowResult) -> None:
            with tqdm.external_write_mode(file=sys.stderr):
                self.stderr.write(_sentence(result))
            if refusals is not None:
                refusals.write(json.dumps(_as_json(result), ensure_ascii=False) + "\n")

        with _progress(stream) as followed:
            import_file(
                tenant_id=tenant_id,
                source_format=source_format,
                stream=followed,
                now=timezone.now,
                report=report,
                summary=summary,
            )

    def _print(self, summary: Summary) -> None:
        counted = ", ".join(f"{summary.counts[outcome]:,} {outcome}" for outcome in Outcome)
        rows = "1 row" if summary.rows == 1 else f"{summary.rows:,} rows"
        self.stdout.write(f"{rows}: {counted}.")


def _tenant_id(slug: str) -> int:
    try:
        return find_tenant(slug).pk
    except UnknownTenant as error:
        raise CommandError(str(error)) from None


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(name).open("rb"))
        except OSError as error:
            raise CommandError(f"Cannot read {name}: {error.strerror}.") from None
        yield stream


@contextmanager
def _written(name: str | None) -> Iterator[TextIO | None]:
    if name is None:
        yield None
        return
    with ExitStack() as stack:
        try:
            stream = stack.enter_context(Path(name).open("w", encoding="utf-8"))
        except OSError as error:
            raise CommandError(f"Cannot write {name}: {error.strerror}.") from None
        yield stream


@contextmanager
def _progress(stream: BinaryIO) -> Iterator[Readable]:
    """A bar over the bytes read, on a terminal only."""
    with tqdm.wrapattr(
        stream,
        "read",
        total=_size(stream),
        file=sys.stderr,
        disable=not sys.stderr.isatty(),
        unit="B",
        desc="Importing",
    ) as followed:
        yield followed


def _size(stream: BinaryIO) -> int | None:
    """None for a pipe, whose length nobody knows."""
    if not stream.seekable():
        return None
    here = stream.tell()
    size = stream.seek(0, 2)
    stream.seek(here)
    return size - here


def _sentence(result: RowResult) -> str:
    refused = result.refused
    if refused is None:
        raise AssertionError("only refused rows are reported")
    return f"line {result.row.line}: {refused.path} {refused.reason} [{refused.code}]"


def _as_json(result: RowResult) -> dict[str, str | int | None]:
    refused = result.refused
    if refused is None:
        raise AssertionError("only refused rows are reported")
    return {
        "line": result.row.line,
        "row": result.row.number,
        "id": result.external_id,
        "path": refused.path,
        "code": refused.code,
        "reason": refused.reason,
    }
