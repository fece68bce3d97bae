"""`manage.py erase` says what would go, asks, and says what went; or does a whole shop in steps."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from shopops.connectors.models import SourceRecord
from shopops.privacy import walking
from shopops.privacy.models import PrivacyRequest, RequestKind, Settled
from shopops.privacy.refusals import AsksForNoErasing
from tests.support.erasing import ORDER, OTHER, WHY, decided, erasing
from tests.support.reviewing import Reviewing, reviewing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def erase(room: Reviewing, *arguments: str, **more: Any) -> str:
    out = io.StringIO()
    given = ["--tenant", room.shop.slug, "--reason", WHY, *arguments]
    call_command("erase", *given, stdout=out, stderr=out, **more)
    return out.getvalue()


def orders(room: Reviewing) -> set[str]:
    rows = SourceRecord.objects.filter(tenant=room.shop, record_type="order")
    return set(rows.values_list("external_id", flat=True))


def test_it_says_what_would_go_and_what_went() -> None:
    room = decided()
    said = erase(room, "--order", ORDER, "--yes")
    would, gone = said.splitlines()
    assert would.startswith(f"Of {ORDER} would go: ")
    assert "1 decision notes" in would
    assert gone.startswith("Gone: ")
    assert "1 decision notes" in gone
    assert ORDER not in orders(room)
    assert OTHER in orders(room)


@pytest.mark.parametrize(("typed", "stays"), [("yes\n", False), ("no\n", True), ("", True)])
def test_it_asks_first(monkeypatch: pytest.MonkeyPatch, typed: str, stays: bool) -> None:
    room = decided()
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    if stays:
        with pytest.raises(CommandError, match="Nothing was erased"):
            erase(room, "--order", ORDER)
    else:
        erase(room, "--order", ORDER)
    assert (ORDER in orders(room)) is stays


def test_what_is_in_the_way_is_said_by_its_code() -> None:
    room = reviewing([ORDER])
    with pytest.raises(CommandError, match="order_waits"):
        erase(room, "--order", ORDER, "--yes")
    with pytest.raises(CommandError, match="unknown_order"):
        erase(room, "--order", "O-9", "--yes")


def test_a_whole_shop_goes_in_steps_and_what_waits_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "MOST_AT_ONCE", 5)
    room = decided()
    room.resolve("O-1011")
    with pytest.raises(SystemExit):
        erase(room, "--whole-shop", "--yes")
    assert "O-1011" in orders(room)
    assert ORDER not in orders(room)


def test_a_request_about_many_orders_goes_in_steps_and_takes_nobody_else_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(walking, "MOST_AT_ONCE", 1)
    room = decided()
    before = orders(room)
    request = asked_of(room, ORDER, OTHER)
    said = erase(room, "--request", str(request.pk), "--yes")
    assert said.endswith("The request is settled.\n")
    assert orders(room) == before - {ORDER, OTHER}
    request.refresh_from_db()
    assert (request.outcome, request.orders) == (Settled.DONE, [ORDER, OTHER])
    with pytest.raises(CommandError, match="already_settled"):
        erase(room, "--request", str(request.pk), "--yes")


def test_a_request_stays_open_while_an_order_of_it_stays() -> None:
    room = decided()
    room.resolve("O-1011")
    request = asked_of(room, ORDER, "O-1011")
    with pytest.raises(SystemExit):
        erase(room, "--request", str(request.pk), "--yes")
    assert ORDER not in orders(room)
    request.refresh_from_db()
    assert request.outcome == ""


def test_who_asks_what_is_kept_is_not_erased() -> None:
    room = decided()
    request = asked_of(room, ORDER)
    PrivacyRequest.objects.filter(pk=request.pk).update(kind=RequestKind.ACCESS)
    with pytest.raises(CommandError, match="asks_for_no_erasing"):
        erase(room, "--request", str(request.pk), "--yes")
    with pytest.raises(AsksForNoErasing):
        erasing(room, ORDER, request_id=request.pk)
    assert ORDER in orders(room)


def asked_of(room: Reviewing, *order_ids: str) -> PrivacyRequest:
    return PrivacyRequest.objects.create(
        tenant=room.shop,
        kind=RequestKind.ERASE_CUSTOMER,
        orders=list(order_ids),
        received_at=room.now,
        due_at=room.now,
    )


def test_another_source_stays() -> None:
    room = decided()
    before = orders(room)
    said = erase(room, "--whole-shop", "--source", "another", "--yes")
    assert "0 orders" in said
    assert orders(room) == before
