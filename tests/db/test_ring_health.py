"""Whether somebody still rings: the record of sweeps, the health page, the sign of life."""

import socket
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from typing import ClassVar

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from pytest_django import Settings

from shopops.alarms import tasks
from shopops.alarms.models import RingMail, RingNote, RingSweep
from shopops.alarms.ringing.checks import check_heartbeat
from shopops.alarms.ringing.deadman import silence
from shopops.alarms.ringing.notes import note_for_next_ring
from shopops.alarms.ringing.run import run
from shopops.embedded.entrance import held_port
from shopops.settings.queue import BEAT_SCHEDULE
from shopops.tenants.models import Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.pipeline import open_shop
from tests.support.ringing import mail_server, observe, on_call, raises
from tests.support.smtp_sink import Answer, Sink

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sink(clock: Clock) -> Iterator[Sink]:
    with mail_server() as found:
        yield found


@pytest.fixture
def shop() -> Tenant:
    found = open_shop()
    on_call(found)
    return found


def test_a_run_with_nothing_due_is_good(sink: Sink, clock: Clock) -> None:
    swept = run()
    assert (swept.good, swept.accepted, swept.failed) == (True, 0, 0)
    assert silence() is None


def test_a_run_that_sends_is_good_and_counts(sink: Sink, shop: Tenant) -> None:
    observe(shop, "O-1")
    swept = run()
    assert (swept.good, swept.accepted, swept.failed) == (True, 1, 0)


def test_one_refused_address_makes_no_bad_run(sink: Sink, shop: Tenant) -> None:
    sink.script.append(Answer.REJECT_RECIPIENT)
    observe(shop, "O-1")
    swept = run()
    assert (swept.good, swept.failed, swept.problem) == (True, 1, "550 no such user")


def test_a_run_whose_server_takes_nothing_is_not_good(clock: Clock, shop: Tenant) -> None:
    observe(shop, "O-1")
    with held_port() as port, override_settings(SHOPOPS_SMTP_URL=f"smtp://127.0.0.1:{port}"):
        swept = run()
    assert not swept.good
    assert "refused" in swept.problem


def test_a_run_without_a_mail_server_is_not_good_and_says_what_to_set(
    clock: Clock, shop: Tenant
) -> None:
    observe(shop, "O-1")
    with override_settings(SHOPOPS_SMTP_URL=""):
        swept = run()
    assert not swept.good
    assert "SHOPOPS_SMTP_URL" in swept.problem


def test_silence_begins_after_three_intervals(sink: Sink, clock: Clock) -> None:
    run()
    clock.move(seconds=89)
    assert silence() is None
    clock.move(seconds=1)
    found = silence()
    assert found is not None
    assert found.since == clock.now - timedelta(seconds=90)
    run()
    assert silence() is None


def test_where_nothing_ever_rang_there_is_silence(clock: Clock) -> None:
    found = silence()
    assert found is not None
    assert "no sweep has ever ended well" in found.words


def test_silence_tells_what_was_in_the_way(clock: Clock, shop: Tenant) -> None:
    observe(shop, "O-1")
    with override_settings(SHOPOPS_SMTP_URL=""):
        run()
    assert "SHOPOPS_SMTP_URL" in silence().words


def test_the_health_page_fails_when_nobody_rings(sink: Sink, clock: Clock, client: Client) -> None:
    silent = client.get("/healthz/alarms")
    assert (silent.status_code, silent.content) == (503, b"not ok")
    monitor = {"Authorization": f"Bearer {'m' * 32}"}
    assert client.get("/healthz/alarms", headers=monitor).content == b"not ok"
    with override_settings(SHOPOPS_MONITOR_TOKEN="m" * 32):
        assert b"Nobody is being rung" in client.get("/healthz/alarms", headers=monitor).content
    run()
    assert client.get("/healthz/alarms").status_code == 200
    clock.move(seconds=90)
    assert client.get("/healthz/alarms").status_code == 503
    assert client.get("/healthz").status_code == 200


class Monitor(BaseHTTPRequestHandler):
    heard: ClassVar[list[str]] = []
    status = 200

    def do_GET(self) -> None:
        self.heard.append(self.path)
        self.send_response(self.status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def monitor(settings: Settings) -> Iterator[type[Monitor]]:
    Monitor.heard.clear()
    with HTTPServer(("127.0.0.1", 0), Monitor) as server:
        settings.SHOPOPS_HEARTBEAT_URL = f"http://127.0.0.1:{server.server_port}/ping"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield Monitor
        server.shutdown()
        thread.join()


def test_a_good_run_gives_a_sign_of_life(sink: Sink, monitor: type[Monitor]) -> None:
    run()
    assert monitor.heard == ["/ping"]


def test_a_bad_run_is_silent(clock: Clock, shop: Tenant, monitor: type[Monitor]) -> None:
    observe(shop, "O-1")
    with override_settings(SHOPOPS_SMTP_URL=""):
        run()
    assert monitor.heard == []


def test_a_monitor_that_is_down_hurts_nobody(sink: Sink, settings: Settings) -> None:
    with held_port() as port:
        settings.SHOPOPS_HEARTBEAT_URL = f"http://127.0.0.1:{port}/ping"
        assert run().good


def test_a_monitor_that_answers_garbage_hurts_nobody(sink: Sink, settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.SHOPOPS_HEARTBEAT_URL = f"http://127.0.0.1:{server.getsockname()[1]}/ping"
        thread = threading.Thread(target=_answer_with_garbage, args=[server])
        thread.start()
        assert run().good
        thread.join()


def _answer_with_garbage(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(4096)
        connection.sendall(b"no such protocol\r\n\r\n")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x.example", "x.example"])
def test_a_heartbeat_that_cannot_be_fetched_is_found_at_the_start(
    settings: Settings, url: str
) -> None:
    settings.SHOPOPS_HEARTBEAT_URL = url
    assert [found.id for found in check_heartbeat()] == ["shopops.E022"]
    settings.SHOPOPS_HEARTBEAT_URL = "https://x.example/ping"
    assert check_heartbeat() == []


def test_beat_rings_every_thirty_seconds_and_late_ticks_expire(sink: Sink, shop: Tenant) -> None:
    entry = BEAT_SCHEDULE["ring"]
    assert entry == {"task": tasks.ring.name, "schedule": 30, "options": {"expires": 30}}
    observe(shop, "O-1")
    tasks.ring()
    tasks.ring()
    assert len(sink.mails) == 1
    assert RingSweep.objects.count() == 2


def test_the_command_rings_once(sink: Sink, shop: Tenant) -> None:
    observe(shop, "O-1")
    said = StringIO()
    call_command("ring", "--once", stdout=said)
    assert said.getvalue() == "1 mails sent, 0 not.\n"
    assert len(raises(shop)) == 1


def test_the_command_rings_one_shop(sink: Sink, shop: Tenant) -> None:
    other = open_shop("southline")
    on_call(other, "Per")
    observe(shop, "O-1")
    observe(other, "O-1")
    call_command("ring", "--tenant", "southline", stdout=StringIO())
    assert [kept.recipient for kept in sink.mails] == ["per@oncall.example"]
    with pytest.raises(CommandError):
        call_command("ring", "--tenant", "nowhere")


def test_old_mails_lose_their_bytes_and_old_runs_and_notes_go(
    sink: Sink, clock: Clock, shop: Tenant
) -> None:
    observe(shop, "O-1")
    run()
    with tenant_scope(shop.pk):
        person = RingMail.objects.get().membership_id
        note_for_next_ring(tenant_id=shop.pk, membership_id=person or 0, text="x")
    clock.move(days=15)
    run()
    tasks.purge_rings()
    old, new = RingMail.objects.order_by("pk")
    assert (old.message, old.recipient) == (None, "")
    assert new.message is not None
    assert RingSweep.objects.count() == 1
    assert not RingNote.objects.exists()
