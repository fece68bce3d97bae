"""The doors that programs, people and mail servers have to one alarm item."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from shopops.acknowledgments.models import InboundMail
from shopops.agents.intake import FakeOms
from shopops.agents.records import TrackerStatus
from shopops.alarms.codes import shown
from shopops.alarms.models import AlarmItem
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Tenant
from tests.support.alarm_store import MADE
from tests.support.clock import Clock
from tests.support.inbound import REPORT, REPORT_KIND, SETTINGS, Desk
from tests.support.pages import closes_too, handle_in, text_of
from tests.support.pipeline import import_fakes, newest
from tests.support.smtp_sink import Answer, Kept, Sink
from tests.support.threads import beside

SKILL = "night-watch"
UNTAGGED = SETTINGS["SHOPOPS_REPLY_ADDRESS"]
CODE = re.compile(r"Code: ([a-z_]+)")


@dataclass
class Doors:
    """`clock` stands still until a test moves it. `oms`: the shop's records where its own run
    observes the item; None: an agent with a token does.

    A door answers with the code that it refused by; empty: it did not refuse.
    """

    tenant: Tenant
    clock: Clock
    sink: Sink
    people: dict[str, Membership]
    secret: str
    order_id: str
    oms: FakeOms | None = None
    clients: dict[str, Client] = field(default_factory=dict)

    @property
    def item(self) -> AlarmItem:
        return AlarmItem.objects.of(self.tenant.pk).get(order_id=self.order_id)

    @property
    def desk(self) -> Desk:
        return Desk(self.tenant, self.sink, self.people["Maya"], [])

    def key_of(self, name: str) -> str:
        return bytes(self.people[name].identity_key).hex()

    def alert_to(self, name: str) -> Kept:
        """The newest; an answer has no envelope sender."""
        address = f"{name.lower()}@oncall.example"
        found = [kept for kept in self.sink.mails if kept.sender and kept.recipient == address]
        return found[-1]

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        response = Client().post(
            f"/api/v1/{path}",
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Bearer {self.secret}"},
        )
        return response.status_code, response.json()

    def derive(self, kind: EventKind) -> tuple[int, dict[str, Any]]:
        record = {
            "source": "shopops",
            "kind": "order",
            "ids": [self.order_id],
            "authored_on": MADE.date().isoformat(),
            "obligation": "review",
        }
        return self.post(
            "alarms/derive", {"event_kind": str(kind), "skill": SKILL, "record": record}
        )

    def by_token(self, kind: EventKind, **more: Any) -> str:
        """Derive and append."""
        status, answer = self.derive(kind)
        if status == 200:
            status, answer = self.post("alarms/events", {"handle": answer["handle"], **more})
        assert status in {201, 409}, answer
        return "" if status == 201 else str(answer["code"])

    def claim(self, name: str) -> dict[str, str]:
        """How a program says who confirms."""
        return {"name": name, "key": self.key_of(name)}

    def observe(self) -> None:
        if self.oms is None:
            assert self.by_token(EventKind.OBSERVED) == ""
        else:
            self.run()

    def run(self) -> None:
        """The shop's own run over the order."""
        status, answer = self.post("resolutions", {"order_id": self.order_id})
        assert status == 200, answer

    def change_evidence(self) -> None:
        """The shop's record of the order changes now, and nobody has looked at it yet."""
        assert self.oms is not None
        order, now = self.oms.orders[self.order_id], timezone.now()
        self.oms.orders[self.order_id] = replace(order, number=f"at {now}", updated_at=now)
        import_fakes(self.tenant, self.oms, now=now)

    def cancel_parcel(self) -> None:
        """The carrier cancels it, and only a person knows what to do; nobody has looked yet."""
        assert self.oms is not None
        now, trackers = timezone.now(), self.oms.tracker_records
        for name, tracker in list(trackers.items()):
            trackers[name] = replace(tracker, status=TrackerStatus.CANCELLED, updated_at=now)
        import_fakes(self.tenant, self.oms, now=now)

    def sweep(self, *script: Answer) -> None:
        """`script` says what the mail server answers."""
        self.sink.script.extend(script)
        call_command("ring", "--once", stdout=StringIO())

    def while_sending(self, work: Callable[[], object], answer: Answer = Answer.STALL) -> None:
        """Sweep, and do it while the mail server has the mail and has not answered yet."""
        with beside(lambda: self.sweep(answer)) as sweeping:
            assert self.sink.holding.wait(30)
            work()
            self.sink.released.set()
            sweeping.result(30)

    def client(self, name: str) -> Client:
        if name not in self.clients:
            self.clients[name] = Client()
            self.clients[name].force_login(self.people[name].user)
        return self.clients[name]

    def page(
        self, verb: str, name: str = "Maya", item: AlarmItem | None = None, **form: Any
    ) -> str:
        """What the signed-in person does on the item's page, as it is now."""
        address = f"/t/{self.tenant.slug}/alarms/{(item or self.item).pk}/"
        client = self.client(name)
        shown = closes_too(client.get(address))
        return _refused(client.post(f"{address}{verb}/", form | shown))

    def hand_to(self, name: str, by: str = "Maya", item: AlarmItem | None = None) -> str:
        return self.page("hand-off", by, item, holder=self.people[name].pk, minutes=120)

    def decision_handle(self, name: str = "Maya") -> str:
        page = f"/t/{self.tenant.slug}/review/{newest(self.tenant, self.order_id).pk}/"
        return handle_in(self.client(name).get(page))

    def reject(self, handle: str, name: str = "Maya") -> str:
        """Decide the order's proposal on its review page."""
        form = {"handle": handle, "decision": "reject", "reason": "Not needed"}
        return _refused(self.client(name).post(f"/t/{self.tenant.slug}/review/decide/", form))

    def mail(self, name: str = "Maya", text: str = "", **fields: str) -> str:
        """Their answer to their newest alert, or a fresh mail where there is none, with the code
        alone on its line; signed by whoever delivers it."""
        address = f"{name.lower()}@oncall.example"
        alerts = [one for one in self.sink.mails if one.sender and one.recipient == address]
        to = str(alerts[-1].mail["Reply-To"]) if alerts else UNTAGGED
        said = {"sender": f"{name} <{address}>", "to": to} | fields
        answer = self.desk.send(text or f"{shown(self.item.code)}\n", **said)
        assert (answer.status_code, answer.content) == (200, b"Taken.\n")
        return InboundMail.objects.filter(tenant=self.tenant).latest("pk").reason

    def bounce(self, name: str = "Maya") -> None:
        """A mail server reports that the newest alert to that person could not be delivered."""
        to = self.alert_to(name).sender
        report = REPORT.replace("maya@", f"{name.lower()}@")
        sender = "mailer-daemon@oncall.example"
        answer = self.desk.send(report, "Return-Path: <>", sender=sender, to=to, kind=REPORT_KIND)
        assert answer.status_code == 200


def _refused(response: Any) -> str:
    if response.status_code == 302:
        return ""
    found = CODE.search(text_of(response))
    assert found is not None, text_of(response)
    return found[1]
