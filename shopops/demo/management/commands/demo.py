"""Fill in the demo shops and say who can sign in."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from shopops.demo.clock import SetClock, clock_of_the_past
from shopops.demo.northline import NORTHLINE
from shopops.demo.play import play
from shopops.demo.script import Shop
from shopops.demo.southline import SOUTHLINE
from shopops.demo.visiting import plug_in, visit
from shopops.embedded.site import PROGRESS

SHOPS = (NORTHLINE, SOUTHLINE)


class Command(BaseCommand):
    help = (
        "Fill in the demo shops Northline and Southline and print who can sign in. Run again, it "
        "changes nothing. For a fresh demo start with an empty database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--set-clock",
            action="store_true",
            help="set the database's clock back meanwhile, so that the alarms of the past rang "
            "when they say; only while nothing else works on this database",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.SHOPOPS_ENV == "production":
            raise CommandError(
                "The demo's passwords are public, so it is never filled into a production "
                "database: set SHOPOPS_ENV=demo to try it elsewhere."
            )
        with clock_of_the_past() if options["set_clock"] else nullcontext() as set_clock:
            for shop in SHOPS:
                self._play(shop, set_clock)
        for shop in SHOPS:
            visit(shop)
            plug_in(shop)
        self.stdout.write("Sign in (made-up people, public passwords, for this demo only):")
        self.stdout.write("\n".join(line for shop in SHOPS for line in sign_ins(shop)))

    def _play(self, shop: Shop, set_clock: SetClock | None) -> None:
        def told(done: int, of: int) -> None:
            self.stdout.write(f"{PROGRESS}{shop.name}: {done} of {of} events")
            self.stdout.flush()

        play(shop, with_past=True, set_clock=set_clock, told=told)


def sign_ins(shop: Shop) -> Iterator[str]:
    for person in shop.people:
        role = f"{shop.name} {person.role.label.lower()}"
        yield f"  {person.email:<26}{shop.password:<17}{role}: {person.try_it}"
