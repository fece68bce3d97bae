"""Answers by mail beside very many open items: `python -m tests.bench.inbound [--quick]`.

The whole way in, through the signed raw endpoint by way of Django's client and out again to a mail
server, at 1,000 and at 1,000,000 open items. The same person was told of all of them; another one
was told of a single one, long before. What was written is read back: each answer stands on the
ledger, and its confirmation names that item and no other. Exits 1 on a miss.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import count
from statistics import median, quantiles
from time import perf_counter

from django.test import Client, override_settings

from shopops.acknowledgments.open_items import MOST_LISTED
from shopops.acknowledgments.origin import signed_headers
from shopops.alarms.codes import bracketed, shown
from shopops.alarms.models import AlarmItem, RingItem
from shopops.alarms.models.items import IS_OPEN
from shopops.alarms.ringing.rendering import reply_address_to
from shopops.alarms.ringing.sweep import ring_all
from shopops.ledger import EventKind, entries_of_items
from shopops.tenants.models import Membership, Tenant
from shopops.tenants.scope import tenant_scope
from tests.bench.database import server, superuser, work_on
from tests.bench.runner import Row, main
from tests.bench.seeding_items import Sample, copy_rung
from tests.bench.sink import SinkProcess, sink_process
from tests.support.clusters import Cluster
from tests.support.inbound import PASSED, SETTINGS
from tests.support.pipeline import open_shop
from tests.support.ringing import observe, on_call

FEW, MANY, QUICK_MANY = 1_000, 1_000_000, 20_000
ROUNDS, PER_ROUND = 7, 40
WARM_UP = 4  # answers of each round, for a connection that is new
MOST_RATIO = 2.0
MOST_BYTES = 16_384  # of an answer of ours, whatever is open
CODE = re.compile(r"Code: (\[\w{5}-\w{5}\])")
MORE = re.compile(r"And (?:at least )?\d+ more: see the page below\.")


@dataclass(frozen=True)
class Waiting:
    """An item that waits for its answer, and the ring that is answered."""

    item_id: int
    code: str
    item_key: bytes
    mail_id: int
    alert: str


@dataclass
class Bench:
    """One database: Maya was told of all its items but one, Jonas of that one."""

    name: str
    open_items: int
    shop: Tenant
    maya: Membership
    jonas: Membership
    waiting: list[Waiting]
    client: Client


@dataclass(frozen=True)
class Said:
    """A reply that was posted, and how long that took in milliseconds. It acknowledges what
    waited; where nothing did, it is refused. So many open items are listed in the answer to it."""

    message_id: str
    milliseconds: float
    waiting: Waiting | None
    listed: int


Answering = Callable[[Bench], Said]
_names = count(1)


def rows(*, quick: bool = False) -> Iterator[Row]:
    rounds, many = (2, QUICK_MANY) if quick else (ROUNDS, MANY)
    with server() as cluster, sink_process() as sink, site(sink):
        benches = [
            prepare(cluster, sink, size, answers=(1 + rounds) * PER_ROUND) for size in (FEW, many)
        ]
        kinds: dict[str, tuple[Answering, int]] = {
            "reply to acknowledgment": (acknowledge, PER_ROUND),
            "reply refused, all open items are the sender's": (maya_asks_for_all, PER_ROUND // 2),
            "reply refused, one open item is the sender's": (jonas_asks_for_all, PER_ROUND // 2),
        }
        for kind, (answering, per_round) in kinds.items():
            yield measure(cluster, sink, benches, kind, answering, rounds, per_round)


@contextmanager
def site(sink: SinkProcess) -> Iterator[None]:
    with override_settings(
        **SETTINGS, SHOPOPS_SMTP_URL=sink.url, SHOPOPS_INBOUND=["raw"], SHOPOPS_RATE_LIMITS={}
    ):
        yield


def prepare(cluster: Cluster, sink: SinkProcess, size: int, *, answers: int) -> Bench:
    cluster.clone(name := f"inbound_{size}")
    work_on(cluster, name)
    shop = open_shop()
    jonas = on_call(shop, "Jonas", step=1)
    observe(shop, "of Jonas")
    ring_all()
    maya = on_call(shop)
    (item,) = observe(shop, "sample")
    ring_all()
    ring = RingItem.objects.get(item=item)
    sample = Sample(shop.pk, item.pk, "sample", ring.mail_id, bytes(item.item_key))
    with superuser(cluster, name) as session:
        copy_rung(session, sample, size - answers - 2)
    sink.take()
    for start in range(0, answers, 100):
        numbers = range(start, min(start + 100, answers))
        observe(shop, *(f"W-{number}" for number in numbers))
    ring_all()
    texts = {str(one["Message-ID"]): _text(one) for one in map(_parsed, sink.take_mails())}
    if AlarmItem.objects.filter(IS_OPEN, tenant=shop).count() != size:
        raise AssertionError(f"{name} has not {size} open items")
    client = Client(SERVER_NAME="localhost")
    return Bench(name, size, shop, maya, jonas, _waiting(shop, texts), client)


def _waiting(shop: Tenant, texts: dict[str, str]) -> list[Waiting]:
    rings = RingItem.objects.filter(tenant=shop, item__order_id__startswith="W-")
    found = []
    for ring in rings.select_related("item", "mail").order_by("-pk"):
        item, alert = ring.item, texts[f"<ring.{ring.mail.token.hex}@shop.example>"]
        key = bytes(item.item_key)
        found.append(Waiting(item.pk, item.code, key, ring.mail_id, alert))
    return found


def acknowledge(bench: Bench) -> Said:
    """The code of one item, above the alert that it answers."""
    waiting = bench.waiting.pop()
    quoted = "".join(f"> {line}\n" for line in waiting.alert.splitlines())
    text = f"{shown(waiting.code)}\n\nOn Monday Maya's alerts said:\n{quoted}"
    to = reply_address_to(bench.shop.pk, bench.maya.pk, waiting.mail_id)
    return _post(bench, "maya", text, to=to, waiting=waiting)


def maya_asks_for_all(bench: Bench) -> Said:
    return _post(bench, "maya", "ALL\n")


def jonas_asks_for_all(bench: Bench) -> Said:
    return _post(bench, "jonas", "ALL\n", listed=1)


def _post(
    bench: Bench,
    name: str,
    text: str,
    *,
    to: str = "reply@in.shop.example",
    waiting: Waiting | None = None,
    listed: int = MOST_LISTED,
) -> Said:
    message_id = f"<m{next(_names)}@oncall.example>"
    lines = [
        f"Authentication-Results: {PASSED}",
        f"From: {name.capitalize()} <{name}@oncall.example>",
        f"To: {to}",
        "Subject: Re: an item",
        f"Message-ID: {message_id}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "",
        *text.splitlines(),
        "",
    ]
    raw = "\r\n".join(lines).encode()
    signed = signed_headers(slug=bench.shop.slug, raw=raw, now=datetime.now(UTC))
    begun = perf_counter()
    answer = bench.client.post(
        f"/inbound/{bench.shop.slug}/raw", raw, content_type="message/rfc822", headers=signed
    )
    milliseconds = (perf_counter() - begun) * 1000
    if answer.status_code != 200:
        raise AssertionError(f"a reply was answered with {answer.status_code}")
    return Said(message_id, milliseconds, waiting, listed)


def measure(
    cluster: Cluster,
    sink: SinkProcess,
    benches: list[Bench],
    kind: str,
    answering: Answering,
    rounds: int,
    per_round: int,
) -> Row:
    """Rounds alternate between the databases; each has its p95, and of those the median counts."""
    p95: dict[str, list[float]] = {bench.name: [] for bench in benches}
    read_back, most_bytes = True, 0
    for number in range(1 + rounds):
        for bench in benches if number % 2 else reversed(benches):
            work_on(cluster, bench.name)
            said = [answering(bench) for _ in range(per_round)]
            mails = sink.take_mails()
            read_back &= all_hold(bench, said, mails)
            most_bytes = max(most_bytes, *map(len, mails))
            if number:  # the first one warms up
                times = [one.milliseconds for one in said[WARM_UP:]]
                p95[bench.name].append(quantiles(times, n=20)[-1])
    few, many = (median(p95[bench.name]) for bench in benches)
    return {
        "row": f"inbound: {kind}, at {benches[1].open_items:,} open items",
        "passed": read_back and many / few <= MOST_RATIO and most_bytes <= MOST_BYTES,
        "p95_ms": [round(few, 1), round(many, 1)],
        "ratio": round(many / few, 3),
        "most_ratio": MOST_RATIO,
        "replies_per_side": rounds * (per_round - WARM_UP),
        "read_back": read_back,
        "most_bytes_of_an_answer": most_bytes,
        "rounds": {name: [round(one, 1) for one in found] for name, found in p95.items()},
    }


def all_hold(bench: Bench, said: list[Said], mails: list[bytes]) -> bool:
    """Every reply got one answer that says what it did, and it did no more than that."""
    texts = {str(mail["In-Reply-To"]): _text(mail) for mail in map(_parsed, mails)}
    if len(mails) != len(said) or texts.keys() != {one.message_id for one in said}:
        return False
    return all(_holds(bench, one, texts[one.message_id]) for one in said)


def _holds(bench: Bench, one: Said, text: str) -> bool:
    done, _, still_open = text.partition("told to you:")
    listed, counted = CODE.findall(still_open), MORE.search(still_open) is not None
    if len(listed) != one.listed or counted != (one.listed == MOST_LISTED):
        return False
    if one.waiting is None:
        return "acknowledged nothing" in done
    item = AlarmItem.objects.get(pk=one.waiting.item_id)
    with tenant_scope(bench.shop.pk):
        entries = entries_of_items(bench.shop.pk, [one.waiting.item_key])[one.waiting.item_key]
    kinds = [entry.kind for entry in entries]
    return (
        CODE.findall(done) == [bracketed(one.waiting.code)]
        and kinds == [EventKind.OBSERVED, EventKind.RAISED, EventKind.ACKNOWLEDGED]
        and entries[-1].confirmer_key == bytes(bench.maya.identity_key)
        and item.status == "snoozed"
    )


def _text(mail: EmailMessage) -> str:
    return str(mail.get_body(("plain",)).get_content())


def _parsed(data: bytes) -> EmailMessage:
    return message_from_bytes(data, policy=default)


if __name__ == "__main__":
    main(rows)
