"""The versions of a shop's numbers: read by everybody of the shop, restored by an admin."""

import pytest
from django.test import Client

from shopops.tenants.models import Role, ThresholdVersion
from tests.support.pages import text_of
from tests.support.reviewing import Reviewing, reviewing, reviewing_now
from tests.support.signing_in import proven

pytestmark = pytest.mark.django_db
HISTORY = "settings/thresholds/history/"
CAPS = {"approval_above_cents": {"USD": 5000, "KWD": 1500}}


@pytest.fixture
def room() -> Reviewing:
    room = reviewing_now(["O-1001"])
    room.numbers(pickup_days=9, **CAPS)
    room.numbers(**CAPS, required_contact_fields=())
    return room


@pytest.fixture
def client(room: Reviewing) -> Client:
    return proven(room.client("Ada", Role.ADMIN))


def test_any_two_versions_are_compared_setting_by_setting(room: Reviewing, client: Client) -> None:
    text = text_of(client.get(room.url(f"{HISTORY}?version=3&against=1")))
    assert "Approval above (KWD) not set 1.500 KWD" in text
    assert "Needed before a customer is written to preferred channel none" in text
    assert "Waiting for pickup 7" in text
    assert "Waiting for pickup 7 9" not in text
    backwards = text_of(client.get(room.url(f"{HISTORY}?version=1&against=2")))
    assert "Waiting for pickup 9 7" in backwards


def test_without_a_version_the_one_in_force_is_shown_beside_the_one_before(
    room: Reviewing, client: Client
) -> None:
    text = text_of(client.get(room.url(HISTORY)))
    assert "Version 3 beside version 2" in text
    assert "Waiting for pickup 9 7" in text
    assert "Restore version" not in text
    assert "no version before it" in text_of(client.get(room.url(f"{HISTORY}?version=1")))


def test_a_restored_version_is_a_new_one_with_its_own_reason(
    room: Reviewing, client: Client
) -> None:
    address = room.url(f"{HISTORY}2/restore/")
    refused = client.post(address, {"reason": "", "based_on": 3})
    assert (refused.status_code, "Say why" in text_of(refused)) == (422, True)
    assert client.post(address, {"reason": "Pickup was right", "based_on": 3}).status_code == 302
    versions = ThresholdVersion.objects.filter(tenant=room.shop).order_by("version")
    bodies = [{**one.body, "version": 0} for one in versions]
    assert bodies[3] == bodies[1] != bodies[2]
    assert (versions[3].reason, versions[3].author) == (
        "Version 2 restored: Pickup was right",
        room.person("Ada"),
    )
    longest = {"reason": "x" * 461, "based_on": 4}  # what is said before it has its room
    assert client.post(room.url(f"{HISTORY}1/restore/"), longest).status_code == 422


def test_what_is_in_force_or_was_overtaken_is_not_restored(room: Reviewing, client: Client) -> None:
    same = client.post(room.url(f"{HISTORY}3/restore/"), {"reason": "Again", "based_on": 3})
    late = client.post(room.url(f"{HISTORY}1/restore/"), {"reason": "Late", "based_on": 2})
    assert (same.status_code, "Nothing differs" in text_of(same)) == (422, True)
    assert (late.status_code, "Somebody saved other" in text_of(late)) == (409, True)
    unsaid = client.post(room.url(f"{HISTORY}1/restore/"), {"reason": "Of which?"})
    assert unsaid.status_code == 409
    assert client.post(room.url(f"{HISTORY}9/restore/"), {"reason": "None"}).status_code == 404
    assert ThresholdVersion.objects.filter(tenant=room.shop).count() == 3


def test_a_version_that_contradicts_itself_is_not_restored(room: Reviewing, client: Client) -> None:
    """It was saved before that was refused."""
    room.numbers(**CAPS, second_cap_cents={"USD": 100})
    room.numbers(**CAPS)
    answer = client.post(room.url(f"{HISTORY}4/restore/"), {"reason": "Back", "based_on": 5})
    assert answer.status_code == 422
    assert "nobody would be asked first" in text_of(answer)


def test_what_restoring_would_change_is_shown_first(room: Reviewing, client: Client) -> None:
    answer = client.post(room.url(f"{HISTORY}2/preview/"))
    text = text_of(client.get(answer["Location"]))
    assert "Waiting for pickup: 7 → 9" in text
    assert "Save as version 4" in text


@pytest.mark.parametrize("asked", ["version=4", "version=x", "version=1&against=99999999999999999"])
def test_a_version_that_never_was_is_not_found(room: Reviewing, client: Client, asked: str) -> None:
    assert client.get(room.url(f"{HISTORY}?{asked}")).status_code == 404


def test_a_proposal_leads_to_the_version_that_it_was_judged_under_whoever_reads_it(
    room: Reviewing,
) -> None:
    viewer = room.client("Vera", Role.VIEWER)
    link = room.url(f"{HISTORY}?version=1")
    assert f'href="{link}"' in viewer.get(room.page_of("O-1001")).content.decode()
    text = text_of(viewer.get(link))
    assert "Thresholds, version 1" in text
    assert "Restore" not in text
    assert viewer.post(room.url(f"{HISTORY}1/restore/"), {"reason": "Mine"}).status_code == 403
    stranger = reviewing([], slug="store_other").client("Olga", Role.ADMIN)
    assert stranger.get(link).status_code == 404
