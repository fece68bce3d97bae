from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from shopops.connectors.schema import PUBLISHED, schema_text


class Command(BaseCommand):
    help = "Write the JSON Schemas of the shopops import format to docs/schemas."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--out", type=Path, default=Path("docs/schemas"))

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["out"]
        folder.mkdir(parents=True, exist_ok=True)
        for name, (title, record) in PUBLISHED.items():
            (folder / name).write_text(schema_text(title, record), encoding="utf-8")
            self.stdout.write(str(folder / name))
