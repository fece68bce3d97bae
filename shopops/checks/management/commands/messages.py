from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.checks.messages import (
    compiled,
    folder,
    is_translated,
    languages,
    updated,
    written,
)


class Command(BaseCommand):
    help = "Collect what is translatable into locale/, and compile it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail if something would change"
        )

    def handle(self, *, check: bool, **options: Any) -> None:
        for language in languages():
            catalogue, target = updated(language), folder(language)
            files = {"django.po": written(catalogue), "django.mo": compiled(catalogue)}
            for name, content in files.items():
                path = target / name
                if path.exists() and path.read_bytes() == content:
                    continue
                if check:
                    raise CommandError(f"{path} is behind: run `make messages` and commit it.")
                target.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            empty = sum(not is_translated(one) for one in catalogue if one.id)
            self.stdout.write(f"{language}: {len(catalogue)} messages, {empty} not translated")
