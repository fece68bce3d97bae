"""Ringing beside bare loops of psycopg and smtplib: `python -m tests.bench.ringing [--quick]`.

One mail per item, a local sink, one worker, durable commits; alternating rounds. A round's sides
follow each other at once, so their ratio is taken within the round, and of those the median. What
was written is read back: each mail that the sink has is a raise on the ledger. Exits 1 on a miss.

The bar is about the plain loop; ring_bare.py says what that is, and what the fused one is for.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from statistics import median
from time import perf_counter

import psycopg
from django.test import override_settings

from shopops.alarms.models import AlarmItem, RingMail
from shopops.alarms.ringing.sweep import Limits, ring_all
from shopops.ledger.passes import verify_and_record
from shopops.tenants.models import Tenant
from tests.bench.database import server, work_on
from tests.bench.ring_bare import FUSED, LOOPS, NAME, PLAIN, Ready, make_tables, ring_bare, rung
from tests.bench.runner import Row, main
from tests.bench.sink import SinkProcess, sink_process
from tests.support.clusters import Cluster
from tests.support.ledger import NOON
from tests.support.pipeline import open_shop
from tests.support.programs import ROOT, clean_environment
from tests.support.ringing import observe, on_call, raises

ROUNDS = 5
PER_ROUND = 500
LEAST_RATIO = 0.50
MOST_MB = 150
OURS = "ours"
SIDES = (FUSED, PLAIN, OURS)
ONE_EACH = Limits(seconds=3600.0, most_in_a_mail=1)
COPY_ITEMS = """
INSERT INTO {loop}_item SELECT * FROM alarms_alarmitem WHERE tenant_id = %s AND status = 'due_new'
"""


def rows(*, quick: bool = False) -> Iterator[Row]:
    per_round = 100 if quick else PER_ROUND
    with server(durable=True) as cluster, sink_process() as sink, at(sink):
        shop = prepare(cluster)
        ready = rehearse(shop, sink)
        rates: dict[str, list[float]] = {side: [] for side in SIDES}
        rounds = 1 + (2 if quick else ROUNDS)
        read_back = True
        for number in range(rounds):
            make_due(cluster, shop, per_round)
            for side in SIDES if number % 2 else reversed(SIDES):
                begun = perf_counter()
                sent = ring(side, cluster, sink, ready)
                rates[side].append(sent / (perf_counter() - begun))
                came = sink.take()
                read_back &= len(came) == sent == per_round
                read_back &= side in LOOPS or set(came) == told_in(shop, per_round)
        read_back &= loops_wrote(cluster, rounds * per_round)
        read_back &= verify_and_record(tenant_id=shop.pk, now=NOON).clean
        yield _rate_row(rates, read_back)
        make_due(cluster, shop, per_round)
        yield _memory_row(cluster, sink, per_round)


@contextmanager
def at(sink: SinkProcess) -> Iterator[None]:
    with override_settings(SHOPOPS_SMTP_URL=sink.url):
        yield


def prepare(cluster: Cluster) -> Tenant:
    cluster.clone("bench")
    work_on(cluster, "bench")
    with psycopg.connect(cluster.server.superuser_url("bench"), autocommit=True) as superuser:
        make_tables(superuser)
    shop = open_shop()
    on_call(shop)
    return shop


def rehearse(shop: Tenant, sink: SinkProcess) -> Ready:
    """Ring one item, so that the bare loops send the same mail and write the same values."""
    (item,) = observe(shop, "rehearsal")
    ring_all()
    sink.take()
    mail = RingMail.objects.get()
    (ring,) = mail.ring_items.all()
    item.refresh_from_db()
    message = bytes(mail.message or b"")
    name = f"<ring.{mail.token.hex}@localhost>".encode()
    return Ready(
        tenant_id=shop.pk,
        membership_id=mail.membership_id or 0,
        recipient=mail.recipient,
        sender="alarms@localhost",
        message=message.replace(name, NAME),
        body=ring.body,
        story=json.dumps(item.story),
        due_at=item.due_at or datetime.max.replace(tzinfo=UTC),
    )


NAMES = count(1)


def make_due(cluster: Cluster, shop: Tenant, number: int) -> None:
    """The same new items for all sides."""
    for _ in range(number // 100):
        observe(shop, *(f"O-{next(NAMES)}" for _ in range(100)))
    with psycopg.connect(cluster.server.superuser_url("bench"), autocommit=True) as superuser:
        for loop in LOOPS:
            superuser.execute(COPY_ITEMS.format(loop=loop).encode(), [shop.pk])
        superuser.execute("VACUUM ANALYZE")
        superuser.execute("CHECKPOINT")


def ring(side: str, cluster: Cluster, sink: SinkProcess, ready: Ready) -> int:
    if side == OURS:
        return ring_all(limits=ONE_EACH).accepted
    dsn = cluster.server.url(user="so_app", database="bench")
    return ring_bare(side, dsn, sink.port, ready)


def told_in(shop: Tenant, number: int) -> set[str]:
    return {body["message"] for body in raises(shop)[-number:]}


def loops_wrote(cluster: Cluster, number: int) -> bool:
    with psycopg.connect(cluster.server.superuser_url("bench"), autocommit=True) as superuser:
        return all(rung(loop, superuser) == number for loop in LOOPS)


def _rate_row(rates: dict[str, list[float]], read_back: bool) -> Row:
    measured = {side: rates[side][1:] for side in SIDES}  # the first round warms up
    ratio = _ratio(measured[OURS], measured[PLAIN])
    return {
        "row": "ringing: one mail per item, one worker",
        "passed": read_back and ratio >= LEAST_RATIO,
        "mails_per_second": round(median(measured[OURS])),
        "mails_per_second_plain": round(median(measured[PLAIN])),
        "ratio": round(ratio, 3),
        "least_ratio": LEAST_RATIO,
        "mails_per_second_fused": round(median(measured[FUSED])),
        "ratio_to_fused": round(_ratio(measured[OURS], measured[FUSED]), 3),
        "read_back_and_verified": read_back,
        "rounds": {side: [round(one) for one in rounds] for side, rounds in measured.items()},
    }


def _ratio(these: list[float], those: list[float]) -> float:
    return median(this / that for this, that in zip(these, those, strict=True))


def _memory_row(cluster: Cluster, sink: SinkProcess, number: int) -> Row:
    """A worker of its own, as the site runs it."""
    url = cluster.server.url(user="so_app", database="bench")
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.ring_worker"],
        cwd=ROOT,
        env=clean_environment(DATABASE_URL=url, SHOPOPS_SMTP_URL=sink.url, DEBUG="0"),
        capture_output=True,
        text=True,
        check=True,
    )
    said = json.loads(done.stdout)
    return {
        "row": "ringing: memory of a worker",
        "passed": said["accepted"] == number and said["peak_mb"] < MOST_MB,
        "mails": said["accepted"],
        "peak_mb": said["peak_mb"],
        "most_mb": MOST_MB,
        "items": AlarmItem.objects.count(),
    }


if __name__ == "__main__":
    main(rows)
