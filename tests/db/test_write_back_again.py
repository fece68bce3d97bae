"""A note that somebody took away in the shop is written once more, because a person wants it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import Http404
from django.test import Client

from shopops.connectors.ports import Noted
from shopops.ledger import EventKind, timeline
from shopops.outbox.models import EffectNote
from shopops.outbox.states import State
from shopops.review.refusals import ReasonRequired
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from shopops.writeback import again as asking
from shopops.writeback.again import write_again
from shopops.writeback.audits import audit_all
from shopops.writeback.refusals import NoteOpen, NotMissing, RecordNotRead, StillThere
from tests.support.clock import Clock
from tests.support.noting import Noting, noting
from tests.support.pages import text_of
from tests.support.pipeline import hire

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(tmp_path: Path, clock: Clock) -> Iterator[Noting]:
    with noting(tmp_path, clock) as made:
        made.acknowledge()
        made.run()
        yield made


def take_away(shop: Noting) -> str:
    """The code that it went by."""
    [code] = shop.on_record()
    shop.shop.books.taken_away.add(shop.effects()[-1].remote_id)
    return code


def again(shop: Noting, code: str, *, by: Membership | None = None, reason: str = "gone") -> None:
    write_again(
        tenant_id=shop.alarms.tenant.pk,
        order_id="O-1",
        code=code,
        by=by or shop.alarms.person("Per"),
        reason=reason,
    )


def test_it_says_the_same_and_who_wanted_it_is_on_the_ledger(shop: Noting) -> None:
    before = shop.on_record()
    again(shop, take_away(shop))
    shop.run()
    assert shop.on_record() == before
    assert [one.state for one in shop.effects()] == [State.SUCCEEDED] * 2
    assert audit_all(tenant=shop.alarms.tenant).clean
    with tenant_scope(shop.alarms.tenant.pk):
        told = [
            one.body
            for one in timeline(shop.alarms.tenant.pk, "O-1")
            if one.kind is EventKind.EXECUTION and "by" in one.body
        ]
        assert [one["by"] for one in told] == [bytes(shop.alarms.person("Per").identity_key).hex()]
        assert EffectNote.objects.get().text == "gone"


def test_it_can_be_taken_away_and_written_as_often_as_people_like(shop: Noting) -> None:
    for _ in range(2):
        again(shop, take_away(shop))
        shop.run()
    assert len(shop.on_record()) == 1
    assert len(shop.effects()) == 3


def test_what_is_there_or_under_way_is_not_written_twice(shop: Noting) -> None:
    [code] = shop.on_record()
    with pytest.raises(StillThere):
        again(shop, code)
    again(shop, take_away(shop))
    with pytest.raises(NoteOpen):
        again(shop, code)
    assert len(shop.effects()) == 2


def test_what_the_ledger_does_not_want_is_not_written(shop: Noting) -> None:
    take_away(shop)
    with pytest.raises(NotMissing):
        again(shop, "7F3KQ-2MD8N-41")


def test_without_a_look_at_the_record_or_a_reason_nothing_is_written(shop: Noting) -> None:
    code = take_away(shop)
    with pytest.raises(ReasonRequired):
        again(shop, code, reason=" ")
    shop.shop.answer_notes = lambda asked: (403, {"title": "?"})  # type: ignore[method-assign]
    with pytest.raises(RecordNotRead):
        again(shop, code)
    assert len(shop.effects()) == 1


def test_who_was_deactivated_while_the_record_was_looked_at_writes_nothing(
    shop: Noting, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, per = take_away(shop), shop.alarms.person("Per")

    class Leaves:
        """A shop that answers late."""

        def notes(self, order_id: str) -> list[Noted]:
            Membership.objects.filter(pk=per.pk).update(active=False)
            return []

    monkeypatch.setattr(asking, "notes_of", lambda connection: Leaves())
    with pytest.raises(Http404):
        again(shop, code, by=per)
    assert len(shop.effects()) == 1


def test_a_reviewer_does_it_on_the_page_and_a_viewer_is_not_asked(shop: Noting) -> None:
    code = take_away(shop)
    audit_all(tenant=shop.alarms.tenant)
    url = f"/t/{shop.alarms.tenant.slug}/executions/write-back/"
    viewer, reviewer = Client(), Client()
    viewer.force_login(hire(shop.alarms.tenant, "Vi", Role.VIEWER).user)
    reviewer.force_login(shop.alarms.person("Per").user)
    assert "Write it again" not in text_of(viewer.get(url))
    assert "Write it again" in text_of(reviewer.get(url))
    form = {"order": "O-1", "note": code, "reason": "gone"}
    assert viewer.post(f"{url}again/", form).status_code == 403
    seen = text_of(reviewer.post(f"{url}again/", form | {"reason": ""}))
    assert "reason" in seen.lower()
    assert reviewer.post(f"{url}again/", form).status_code == 302
    shop.run()
    assert len(shop.on_record()) == 1
