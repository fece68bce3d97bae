"""Workers, database and broker are killed in mid-sweep: nothing is lost, nothing is silenced.

At most the mail that was in flight is repeated, under the same Message-ID.
"""

import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from shopops.embedded.server import embedded_server
from tests.support.clusters import chosen_binaries, running_cluster
from tests.support.ring_harness import Yard, kill_owner, yard
from tests.support.smtp_sink import Answer, Sink, smtp_sink

pytestmark = pytest.mark.slow
ITEMS = 120


@pytest.fixture
def sink() -> Iterator[Sink]:
    with smtp_sink() as found:
        yield found


@contextmanager
def a_yard(sink: Sink) -> Iterator[tuple[Yard, Any]]:
    """A database server of its own, which a test may kill: what it has committed it keeps."""
    with running_cluster(durable=True) as cluster:
        cluster.clone("ringing")
        database = cluster.server.url(user="so_app", database="ringing")
        # Six times as long a mail stays with whoever died; who lives must not give one up.
        server = f"smtp://127.0.0.1:{sink.port}?timeout=2"
        with yard(database=database, mail_server=server) as found:
            yield found, cluster.server


def assert_everybody_was_told(yard: Yard, sink: Sink, *, repeats: int) -> None:
    found = yard.report()
    assert found["told_once"] == found["items"] == ITEMS
    assert found["statuses"] == {"ringing": ITEMS}
    assert (found["open_mails"], found["held"]) == (0, 0)
    assert found["ledger"] == []
    came = Counter(sink.message_ids)
    assert sorted(came) == found["messages"]
    assert sum(came.values()) - ITEMS <= repeats


def test_a_worker_killed_in_mid_send_loses_nothing_and_repeats_one_mail_at_most(
    sink: Sink,
) -> None:
    sink.script.extend([Answer.ACCEPT] * 20 + [Answer.STALL])
    with a_yard(sink) as (yard, _):
        yard.seed(ITEMS)
        workers = yard.start(3)
        assert sink.holding.wait(60)
        killed = kill_owner(sink.stalled_port, workers)
        sink.released.set()
        said = yard.finish([one for one in workers if one is not killed])
        assert sum(one["accepted"] for one in said) <= ITEMS
        assert_everybody_was_told(yard, sink, repeats=1)
        assert len(sink.mails) == ITEMS + 1  # the one in flight had arrived


def test_a_database_that_is_killed_and_started_again_in_mid_sweep_loses_nothing(
    sink: Sink,
) -> None:
    sink.script.extend([Answer.ACCEPT] * 30 + [Answer.STALL])
    with a_yard(sink) as (yard, server):
        yard.seed(ITEMS)
        workers = yard.start(2)
        assert sink.holding.wait(60)
        server.process.send_signal(signal.SIGQUIT)  # no shutdown: as if it had crashed
        server.process.wait()
        sink.released.set()
        folder = server.socket_folder
        with embedded_server(
            folder.with_name("data"),
            socket_folder=folder,
            log=folder.with_name("postgres.log"),
            binaries=chosen_binaries(),
        ):
            said = yard.finish(workers)
            assert sum(one["interruptions"] for one in said) >= 1
            assert_everybody_was_told(yard, sink, repeats=len(workers))
