"""A real worker on a real broker: the queue only wakes ringing up, and may be lost at any time."""

import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest
import redis

from tests.support.clusters import Cluster, running_cluster
from tests.support.programs import ROOT
from tests.support.redis_server import PROGRAM, running_redis
from tests.support.ring_harness import Yard
from tests.support.running import PATIENCE, scratch_folder, wait_for
from tests.support.smtp_sink import Sink, smtp_sink

pytestmark = pytest.mark.slow
ITEMS = 40
FILES = "filesystem://"
TICK = "from shopops.celery_app import app; app.send_task('shopops.alarms.tasks.ring')"
WORKER = [sys.executable, "-m", "celery", "-A", "shopops.celery_app", "worker", "--pool=threads",
          "--concurrency=4", "--without-mingle", "--without-gossip"]  # fmt: skip


@pytest.fixture
def sink() -> Iterator[Sink]:
    with smtp_sink() as found:
        yield found


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as found:
        yield found


@pytest.fixture(scope="module", params=["files", "redis"])
def broker(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "files":
        yield FILES
    elif shutil.which(PROGRAM) is None:
        pytest.skip(f"there is no {PROGRAM} on this machine to run on")
    else:
        with running_redis() as url:
            yield url


class Site(Yard):
    """A yard with a queue."""

    def __init__(self, database: str, mail_server: str, broker: str, var: Path) -> None:
        super().__init__(database=database, mail_server=mail_server)
        self.environment |= {"SHOPOPS_VAR": str(var), "CELERY_BROKER_URL": broker}
        self.messages = var / "broker" / "messages"
        self.messages.mkdir(parents=True)

    def tick(self) -> None:
        subprocess.run(
            [sys.executable, "-c", f"import django; django.setup(); {TICK}"],
            cwd=ROOT,
            env=self.environment | {"DJANGO_SETTINGS_MODULE": "shopops.settings"},
            check=True,
            timeout=PATIENCE,
        )

    @contextmanager
    def worker(self) -> Iterator[None]:
        process = subprocess.Popen(
            WORKER, cwd=ROOT, env=self.environment, stderr=subprocess.DEVNULL
        )
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=PATIENCE)


@contextmanager
def a_site(sink: Sink, broker: str, cluster: Cluster) -> Iterator[Site]:
    """A database of its own and an empty queue."""
    with scratch_folder() as folder:
        name = f"queued_{uuid4().hex}"
        cluster.clone(name)
        database = cluster.server.url(user="so_app", database=name)
        site = Site(database, sink.url, broker, folder / "var")
        throw_away_the_queue(site, broker)
        site.seed(ITEMS)
        yield site


def throw_away_the_queue(site: Site, broker: str) -> None:
    if broker == FILES:
        shutil.rmtree(site.messages)
        site.messages.mkdir()
    else:
        redis.from_url(broker).flushdb()


def test_a_tick_through_the_broker_rings_everybody_once(
    sink: Sink, broker: str, cluster: Cluster
) -> None:
    with a_site(sink, broker, cluster) as site, site.worker():
        site.tick()
        wait_for(lambda: site.told_once() == ITEMS)
        site.tick()
    assert set(Counter(sink.message_ids).values()) == {1}


def test_a_broker_thrown_away_with_ticks_in_it_loses_nothing(
    sink: Sink, broker: str, cluster: Cluster
) -> None:
    with a_site(sink, broker, cluster) as site:
        for _ in range(3):
            site.tick()
        throw_away_the_queue(site, broker)
        with site.worker():
            site.tick()
            wait_for(lambda: site.told_once() == ITEMS)
    assert set(Counter(sink.message_ids).values()) == {1}
