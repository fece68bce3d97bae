"""What would change, on the page: from the typed draft to the saved version."""

from typing import Any

import pytest
from django.test import Client

from shopops.administration.preview.models import PreviewRun, Stage
from shopops.review.decisions import approve
from shopops.tenants.models import Membership, Role, Tenant, ThresholdVersion
from tests.support.pages import text_of
from tests.support.pipeline import newest
from tests.support.previews import begun, tried
from tests.support.reviewing import Reviewing, reviewing, reviewing_now
from tests.support.signing_in import proven
from tests.web.test_administration_thresholds import filled, sent_by

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
ORDERS = ["O-1001", "O-1002", "O-1011"]


@pytest.fixture
def room() -> Reviewing:
    return reviewing_now(ORDERS)


@pytest.fixture
def admin(room: Reviewing) -> Membership:
    return room.person("Ada", Role.ADMIN)


@pytest.fixture
def client(room: Reviewing, admin: Membership) -> Client:
    return proven(room.client("Ada", Role.ADMIN))


def begin(client: Client, shop: Tenant, **typed: Any) -> Any:
    sent = filled(client, shop, days="30") | typed
    sent.pop("reason")
    return client.post(f"/t/{shop.slug}/settings/thresholds/preview/", sent)


def test_a_typed_draft_is_tried_out_before_it_is_saved_and_then_saved_as_it_was(
    room: Reviewing, client: Client
) -> None:
    answer = begin(client, room.shop, **{"form-0-approval_above_cents": "500.00"})
    page = client.get(answer["Location"])
    text = text_of(page)
    assert "50.00 USD → 500.00 USD" in text
    assert "Not decided yet" in text
    assert "APR-1" in text
    assert "Still: Sending again always needs approval. (SHP-2)" in text
    assert "leave the queue: they stand under “No review needed”. No shop carries them" in text
    assert ThresholdVersion.objects.filter(tenant=room.shop).count() == 1
    refused = client.post(answer["Location"], {"reason": " "})
    assert (refused.status_code, "Say why" in text_of(refused)) == (422, True)
    saved = client.post(answer["Location"], {"reason": "Fewer small approvals"})
    assert saved["Location"] == f"/t/{room.shop.slug}/settings/thresholds/"
    version = ThresholdVersion.objects.get(tenant=room.shop, version=2)
    assert version.body["approval_above_cents"] == {"USD": 50000}
    assert version.reason == "Fewer small approvals"
    room.resolve(*ORDERS)
    assert newest(room.shop, "O-1001").thresholds_version == 2


def test_approvals_that_saving_loses_are_named(room: Reviewing, client: Client) -> None:
    room.numbers(second_cap_cents={"USD": 12899})
    room.resolve(*ORDERS)
    sent = {"form-0-approval_above_cents": "60.00", "form-0-second_cap_cents": "128.99"}
    assert "Approvals given so far" not in text_of(
        client.get(begin(client, room.shop, **sent)["Location"])
    )
    approve(
        tenant_id=room.shop.pk,
        handle=room.handle("O-1001", "Noor"),
        reviewer=room.person("Noor"),
        action_indexes=[2],
        now=room.now,
    )
    page = client.get(begin(client, room.shop, **sent)["Location"])
    assert "Approvals given so far are lost where a second person is awaited: 1001" in text_of(page)


def test_what_cannot_be_is_refused_before_it_is_tried_out(room: Reviewing, client: Client) -> None:
    answer = begin(client, room.shop, **{"form-0-second_cap_cents": "49.99"})
    assert answer.status_code == 422
    assert "nobody would be asked first" in text_of(answer)
    assert not PreviewRun.objects.exists()


def test_a_draft_that_somebody_overtook_is_not_saved_and_goes_on_top(
    room: Reviewing, client: Client, admin: Membership
) -> None:
    run = tried(room.shop, admin, pickup_days=9)
    room.numbers(stall_days_domestic=8)
    address = f"/t/{room.shop.slug}/settings/thresholds/preview/{run.pk}/"
    assert "Version 2 is in force meanwhile" in text_of(client.get(address))
    answer = client.post(address, {"reason": "Late"})
    assert (answer.status_code, "Somebody saved other" in text_of(answer)) == (409, False)
    assert "Version 2 is in force meanwhile" in text_of(answer)
    again = sent_by(client.get(f"/t/{room.shop.slug}/settings/thresholds/?draft={run.pk}"))
    assert (again["pickup_days"], again["stall_days_domestic"]) == (9, 8)
    assert again["based_on"] == 2


def test_a_run_that_goes_on_says_how_far_it_is_asks_again_and_can_be_stopped(
    room: Reviewing, client: Client, admin: Membership
) -> None:
    run = begun(room.shop, admin, pickup_days=9)
    address = f"/t/{room.shop.slug}/settings/thresholds/preview/{run.pk}/"
    page = client.get(address)
    assert b'hx-trigger="every 2s"' in page.content
    assert "Looking: 0 orders" in text_of(page)
    assert client.post(f"{address}stop/")["Location"] == address
    stopped = client.get(address)
    assert b"every 2s" not in stopped.content
    assert "Stopped" in text_of(stopped)
    run.refresh_from_db()
    assert run.stage == Stage.CANCELLED


def test_a_shop_without_orders_is_told_so(client: Client, room: Reviewing) -> None:
    empty = reviewing([], slug="store_empty")
    answer = begin(empty.client("Ada", Role.ADMIN), empty.shop, pickup_days="9")
    page = empty.client("Ada").get(answer["Location"])
    assert "Nothing was proposed in the last 30 days" in text_of(page)


def test_only_an_admin_of_the_shop_sees_or_steers_its_drafts(
    room: Reviewing, client: Client, admin: Membership
) -> None:
    run = begun(room.shop, admin, pickup_days=9)
    paths = [
        f"settings/thresholds/preview/{run.pk}/",
        f"settings/thresholds/preview/{run.pk}/stop/",
    ]
    reviewer, auditor = room.client("Rae"), room.client("Audrey", Role.AUDITOR)
    other = reviewing([], slug="store_other")
    stranger = other.client("Olga", Role.ADMIN)
    read = auditor.get(room.url(paths[0]))
    assert (read.status_code, "Save as version" in text_of(read)) == (200, False)
    for path in paths:
        assert auditor.post(room.url(path)).status_code == 403
        assert reviewer.post(room.url(path)).status_code == 403
        assert stranger.post(room.url(path)).status_code == 404
        assert stranger.post(other.url(path)).status_code == 404
    assert reviewer.post(room.url("settings/thresholds/preview/")).status_code == 403
    assert client.get(room.url("settings/thresholds/preview/")).status_code == 405
    assert stranger.get(other.url(paths[0])).status_code == 404
    run.refresh_from_db()
    assert run.stage == Stage.RUNNING


def test_who_only_reads_settings_is_told_nothing_of_changing_them(room: Reviewing) -> None:
    auditor = room.client("Otto", Role.AUDITOR)
    words = text_of(auditor.get(room.url("settings/thresholds/")))
    assert "The two empty rows" not in words
    assert "Remove USD" not in words
    assert "/api/v1/docs" in auditor.get(room.url("settings/tokens/")).content.decode()
