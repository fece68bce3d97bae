"""The whole story over HTTP, as the people of a shop live through it: a parcel stalls, it rings, it
is answered by mail and approved, the money goes back, once, and everybody can see it."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import pytest

from shopops.demo.northline import ADAEZE, MAYA, NORTHLINE
from tests.support.programs import ROOT, clean_environment
from tests.support.running import Site, scratch_folder, site
from tests.support.surfing import Page, Surfer, surfer

pytestmark = pytest.mark.slow
SHOP = f"/t/{NORTHLINE.slug}"
OWN_SYSTEM = f"/demo/shop/{NORTHLINE.slug}/"
CUSTOMER = "walt@example.com"
PATIENCE = 240.0  # seconds, of each step: some wait for a minute's round, on a busy machine
MAIL = re.compile(r"/\d{19}-[0-9a-f]{8}/$")
REFUND = re.compile(r'name="([^"]+)" value="(\d+)"[^>]*data-title="refund"')
BY_SHOPOPS = re.compile(r"(RF-\d+) · by ShopOps")
IN_FORCE = re.compile(r"Version \d+ is in force")
Found = TypeVar("Found")


@dataclass
class Story:
    """`maya` decides, `adaeze` administers, `visitor` is signed in nowhere."""

    maya: Surfer
    adaeze: Surfer
    visitor: Surfer

    def told_by_the_shop(self) -> str:
        """A new order with a parcel that stalled, sent by signed webhooks."""
        page = self.visitor.open(OWN_SYSTEM)
        assert "10 minutes later: until then it can be taken back" in page.words
        page = self.visitor.send(page.form("new-order"))
        assert "ShopOps took the webhook: taken, taken." in page.words
        order = str(page.answer.url).rstrip("/").rpartition("/")[2]
        assert "Nothing yet" in page.words
        return order

    def without_undo(self) -> None:
        """By somebody who has just signed in, because it takes a fresh proof."""
        self.adaeze.sign_in(ADAEZE.email, NORTHLINE.password)
        page = self.adaeze.open(f"{SHOP}/settings/review/")
        form = page.form("/settings/review/")
        page = self.adaeze.send(form, undo_minutes="0", reason="We do not want to wait")
        assert IN_FORCE.search(page.words)
        assert "within a minute" in self.visitor.open(OWN_SYSTEM).words

    def proposal(self, order: str) -> str:
        """Its address."""

        def look() -> str:
            page = self.maya.open(f"{SHOP}/review/?q={order}")
            return page.link(rf"{SHOP}/review/\d+/") if "Parcel stalled" in page.words else ""

        found = until(look)
        return re.sub(r"\?.*", "", found)

    def mail(self, address: str, *words: str) -> Page | None:
        """The newest of this person with all of that in it."""
        box = self.visitor.open(f"/demo/mailbox/{address}/")
        pages = (self.visitor.open(link) for link in box.links if MAIL.search(link))
        return next((page for page in pages if all(one in page.words for one in words)), None)

    def rung(self, order: str) -> Page:
        return until(lambda: self.mail(MAYA.email, f"Order {order}: Parcel stalled", "Code: ["))

    def answered(self, order: str, mail: Page) -> str:
        """The code that was sent, alone on its line."""
        found = re.search(rf"Order {order}: .*?Code: \[([0-9A-Z-]+)\]", mail.words)
        assert found is not None
        page = self.visitor.send(mail.form(""), text=found[1])
        assert "Your answer has arrived." in page.words
        receipt = until(lambda: self.mail(MAYA.email, f"Acknowledged: Order {order}"))
        assert found[1] in receipt.words
        return found[1]

    def approved(self, proposal: str) -> None:
        page = self.maya.open(proposal)
        form = page.form("/review/decide/")
        found = REFUND.search(page.answer.text)
        assert found is not None
        chosen = {found[1]: found[2]}
        page = self.maya.send(form, decision="approve", then="", **chosen)
        assert "approved. Its page shows what becomes of it." in page.words

    def refunded(self, order: str) -> str:
        """The shop's own name of the refund: there is one, and it is ShopOps'."""

        def look() -> str:
            words = self.visitor.open(f"{OWN_SYSTEM}orders/{order}/").words
            found = BY_SHOPOPS.search(words)
            return found[1] if found else ""

        return until(look)

    def noted(self, order: str, *words: str) -> Page:
        def look() -> Page | None:
            page = self.visitor.open(f"{OWN_SYSTEM}orders/{order}/")
            return page if all(one in page.words for one in words) else None

        return until(look)


def until(look: Callable[[], Found | None]) -> Found:
    """What it finds at last; pages change by what other processes do."""
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(1)
    return found


@pytest.fixture(scope="module")
def running() -> Iterator[Site]:
    with scratch_folder() as folder, site(folder, kind="demo") as found:
        found.start_and_wait()
        yield found


@pytest.fixture
def story(running: Site) -> Iterator[Story]:
    address = f"http://127.0.0.1:{running.port}"
    with surfer(address) as maya, surfer(address) as adaeze, surfer(address) as visitor:
        maya.sign_in(MAYA.email, NORTHLINE.password)
        yield Story(maya, adaeze, visitor)


def test_a_stalled_parcel_rings_is_answered_approved_refunded_and_proven(
    running: Site, story: Story
) -> None:
    order = story.told_by_the_shop()
    proposal = story.proposal(order)
    code = story.answered(order, story.rung(order))
    acknowledged = story.noted(order, "acknowledged", code, MAYA.name)
    assert "Refund:" not in acknowledged.words
    story.without_undo()
    story.approved(proposal)

    refund = story.refunded(order)
    letter = until(lambda: story.mail(CUSTOMER, order, "129.00"))
    assert "We are refunding you to the payment method you used." in letter.words
    page = story.noted(order, "approved, revision", "129.00 USD, 129.00 USD of it refunded")
    assert len(BY_SHOPOPS.findall(page.words)) == 1
    assert len(re.findall(r"NT-\d+ · by ShopOps", page.words)) == 2
    assert f"{refund} · by ShopOps" in story.visitor.open(OWN_SYSTEM).words

    page = story.maya.open(proposal)
    receipt = story.maya.open(page.link("/receipt/"))
    for told in (order, MAYA.name, "129.00 USD", refund):
        assert told in receipt.words

    assert "Nothing found: the ledger is whole." in command(running, "ledger_verify")
    command(running, "writeback_audit")
    assert running.end(signal.SIGTERM) == 0


def command(running: Site, name: str) -> str:
    """As somebody types it in another terminal; it found nothing wrong."""
    done = subprocess.run(
        [sys.executable, "manage.py", name, "--tenant", NORTHLINE.slug],
        cwd=ROOT,
        env=clean_environment(SHOPOPS_VAR=str(running.var)),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
