"""Fill in the demo shops and say who can sign in."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from shopops.demo.northline import NORTHLINE
from shopops.demo.play import play
from shopops.demo.script import Shop
from shopops.demo.southline import SOUTHLINE

SHOPS = (NORTHLINE, SOUTHLINE)


class Command(BaseCommand):
    help = (
        "Fill in the demo shops Northline and Southline and print who can sign in. Run again, it "
        "changes nothing. For a fresh demo start with an empty database."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SHOPOPS_ENV == "production":
            raise CommandError(
                "The demo's passwords are public, so it is never filled into a production "
                "database: set SHOPOPS_ENV=demo to try it elsewhere."
            )
        for shop in SHOPS:
            play(shop, with_past=True)
        self.stdout.write("Sign in (made-up people, public passwords, for this demo only):")
        self.stdout.write("\n".join(line for shop in SHOPS for line in sign_ins(shop)))


def sign_ins(shop: Shop) -> Iterator[str]:
    for person in shop.people:
        role = f"{shop.name} {person.role.label.lower()}"
        yield f"  {person.email:<26}{shop.password:<17}{role}: {person.try_it}"
