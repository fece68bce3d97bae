"""The pages on which an admin sees who works here, and changes it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from selectolax.lexbor import LexborHTMLParser

from shopops.administration.models import MemberChange
from shopops.administration.tokens import create_token, revoke_token
from shopops.agents.thresholds import Thresholds
from shopops.alarms.models import RosterContact
from shopops.ledger import EventKind
from shopops.review.delegating import lend
from shopops.review.models import Claim, Delegation
from shopops.tenants.models import ApiToken, Membership, Role, Tenant
from shopops.tenants.scope import tenant_scope
from shopops.tenants.thresholds import save_thresholds
from shopops.tenants.tokens import Scope, find_token
from shopops.tenants.vault import name_of, name_sha256
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import kind_of, on_call

pytestmark = pytest.mark.django_db
NOW = datetime.now(UTC)


@pytest.fixture
def maya(shop: Tenant, admin: Membership) -> Membership:
    return hire(shop, "Maya")


@pytest.fixture
def client(admin: Membership) -> Client:
    return signed_in(admin)


def page(member: Membership, path: str = "") -> str:
    return f"/t/{member.tenant.slug}/settings/members/{member.pk}/{path}"


def form_of(member: Membership, **typed: Any) -> dict[str, Any]:
    """What the page sends for a person whom it showed as they are."""
    form = {
        "seen_role": member.role,
        "seen_name": member.display_name,
        "role": member.role,
        "display_name": member.display_name,
        "reason": "It was agreed.",
    }
    form |= {"seen_active": "on"} if member.active else {}
    return form | typed


def change(client: Client, member: Membership, **typed: Any) -> Any:
    return client.post(page(member), form_of(member, **typed), follow=True)


def turn(client: Client, member: Membership, **typed: Any) -> Any:
    return client.post(page(member, "turn/"), form_of(member, **typed), follow=True)


def roster_rows(shop: Tenant) -> list[dict[str, Any]]:
    return [row for row in kind_of(shop, EventKind.ROSTER) if row.get("of") == "member"]


def test_a_changed_role_is_on_the_ledger_with_who_and_in_the_history_with_why(
    shop: Tenant, admin: Membership, maya: Membership, client: Client
) -> None:
    answer = change(client, maya, role="admin", reason="Ada is away in May.")
    assert "Maya is saved: admin" in text_of(answer)
    assert "Ada is away in May." in text_of(answer)
    (row,) = roster_rows(shop)
    assert (row["change"], row["before"], row["after"]) == ("role", "reviewer", "admin")
    assert row["author"] == bytes(admin.identity_key).hex()
    assert row["person"] == bytes(maya.identity_key).hex()
    assert "May" not in str(row)


@pytest.mark.parametrize(
    ("typed", "status", "words"),
    [
        ({"role": "admin", "reason": " "}, 422, "Say why, in a few words."),
        ({}, 422, "Nothing differs"),
        ({"role": "owner"}, 422, "valid choice"),
        ({"display_name": "M\u202eaya"}, 422, "letters that can be seen"),
        ({"role": "viewer", "seen_role": "admin"}, 409, "changed this person meanwhile"),
    ],
)
def test_what_cannot_be_saved_is_refused_with_the_reason(
    shop: Tenant,
    maya: Membership,
    client: Client,
    typed: dict[str, str],
    status: int,
    words: str,
) -> None:
    answer = change(client, maya, **typed)
    assert answer.status_code == status
    assert words in text_of(answer)
    assert roster_rows(shop) == []


def test_a_new_name_is_a_new_version_in_the_vault_and_the_ledger_has_its_hash_alone(
    shop: Tenant, maya: Membership, client: Client
) -> None:
    with tenant_scope(shop.pk):
        old = name_sha256(maya)
    change(client, maya, display_name="Maya  Okafor")
    (row,) = roster_rows(shop)
    assert "Okafor" not in str(row)
    with tenant_scope(shop.pk):
        assert name_of(shop.pk, bytes.fromhex(row["name_sha256"])) == "Maya Okafor"
        assert name_of(shop.pk, old) == "Maya"
    assert not MemberChange.objects.filter(before__contains="Maya").exists()


def test_the_only_admin_stays_one(shop: Tenant, admin: Membership, client: Client) -> None:
    hire(shop, "Maya")
    for answer in (change(client, admin, role="viewer"), turn(client, admin)):
        assert answer.status_code == 409
        assert "Ada is the only admin" in text_of(answer)
    admin.refresh_from_db()
    assert (admin.role, admin.active) == (Role.ADMIN, True)


def test_the_second_pair_of_eyes_stays(
    shop: Tenant, admin: Membership, maya: Membership, client: Client
) -> None:
    """Refused when it would put amounts out of everybody's reach, not when they were before."""
    with tenant_scope(shop.pk):
        numbers = Thresholds(second_cap_cents={"USD": 30000})
        save_thresholds(tenant_id=shop.pk, numbers=numbers, reason="test", author=admin)
    answer = turn(client, maya)
    assert answer.status_code == 409
    assert "Above 300.00 USD two people without a limit must approve" in text_of(answer)
    assert change(client, maya, role="admin").status_code == 200
    hire(shop, "Per")
    maya.refresh_from_db()
    assert "was deactivated" in text_of(turn(client, maya))


def test_deactivating_ends_what_a_person_holds_and_keeps_their_history(
    shop: Tenant, admin: Membership, client: Client
) -> None:
    maya, per = on_call(shop), hire(shop, "Per")
    maya.user.email = "maya@northline.example"
    maya.user.set_password("a-walk-in-the-woods")
    maya.user.save()
    theirs = Client()
    typed = {"login": maya.user.email, "password": "a-walk-in-the-woods"}
    assert theirs.post("/sign-in/", typed).status_code == 302
    with tenant_scope(shop.pk):
        Claim.objects.create(tenant=shop, order_id="O-1", holder=maya, assigned_by=admin)
    lend(
        giver=maya,
        receiver=per,
        currency="USD",
        most_minor=100,
        starts_at=NOW,
        ends_at=NOW + timedelta(days=1),
        reason="holiday",
        author=admin,
        now=NOW,
    )
    token = create_token(
        tenant_id=shop.pk,
        name="desk",
        scopes=[Scope.REVIEW_DECIDE],
        author=admin,
        acts_for=maya,
        now=NOW,
    )
    foretold = "1 claim, 1 lent limit, 1 API token, 1 address on call"
    assert foretold in text_of(client.get(page(maya)))
    assert f"Maya was deactivated. Ended: {foretold}." in text_of(turn(client, maya))
    assert theirs.get("/shops/")["Location"].startswith("/sign-in/")
    assert find_token(token.secret, now=NOW) is None
    with tenant_scope(shop.pk):
        assert not Claim.objects.exists()
        assert Delegation.objects.get().revoked_by == admin
        assert not RosterContact.objects.get().active
    assert [row["change"] for row in roster_rows(shop)] == ["left"]
    maya.refresh_from_db()
    answer = turn(client, maya)
    assert "Maya works here again" in text_of(answer)
    assert "It was agreed." in text_of(answer)
    assert not RosterContact.objects.get().active  # until somebody switches it on
    assert signed_in(maya).get(f"/t/{shop.slug}/review/").status_code == 200


def test_tokens_that_an_admin_made_and_that_go_on_are_named_before_and_after(
    shop: Tenant, client: Client
) -> None:
    eve = hire(shop, "Eve", Role.ADMIN)
    for name, ends in (("desk", None), ("till", None), ("old", NOW)):
        create_token(
            tenant_id=shop.pk,
            name=name,
            scopes=[Scope.REVIEW_READ],
            author=eve,
            now=NOW,
            expires_at=ends,
        )
    said = "2 API tokens that they made go on"
    assert said in text_of(client.get(page(eve)))
    gone = turn(client, eve)
    assert f"Eve was deactivated. {said}; replace them." in text_of(gone)
    assert f'<a href="/t/{shop.slug}/settings/tokens/">Replace them</a>' in gone.content.decode()
    revoke_token(token=ApiToken.objects.get(name="desk"), author=None, now=NOW)
    assert "1 API token that they made goes on" in text_of(client.get(page(eve)))


def test_who_works_for_another_shop_stays_signed_in_there(maya: Membership, client: Client) -> None:
    other = open_shop("store_southline")
    Membership.objects.create(tenant=other, user=maya.user, display_name="Maya")
    theirs = signed_in(maya)
    turn(client, maya)
    assert theirs.get(f"/t/{other.slug}/review/").status_code == 200
    assert theirs.get(f"/t/{maya.tenant.slug}/review/").status_code == 404


def test_the_list_says_role_limit_call_and_sign_in_in_as_many_statements_for_ten_as_for_one(
    shop: Tenant, client: Client, django_assert_max_num_queries: Any
) -> None:
    on_call(shop, "Tom", step=1)
    for number in range(10):
        hire(shop, f"P{number}", Role.VIEWER)
    with django_assert_max_num_queries(30):
        words = text_of(client.get(f"/t/{shop.slug}/settings/members/"))
    assert "tom@store_northline.example Reviewer any amount no never step 1" in words
    assert "p9@store_northline.example Viewer nothing no never no" in words


def test_people_of_another_shop_look_nonexistent(client: Client) -> None:
    stranger = hire(open_shop("store_southline"), "Sven")
    theirs = page(stranger).replace("store_southline", "store_northline")
    assert client.get(theirs).status_code == 404
    assert client.post(theirs, form_of(stranger, role="admin")).status_code == 404


# Where each is read, and where what it offers is sent to.
SETTINGS = {
    "settings/thresholds/": "settings/thresholds/",
    "settings/review/": "settings/review/",
    "settings/members/": "settings/members/invite/",
    "settings/alarms/": "settings/alarms/",
    "settings/people/": "settings/people/add/",
    "settings/replies/": "settings/replies/",
    "settings/tokens/": "settings/tokens/",
    "quarantine/": "quarantine/",
    "alarms/mail-doctor/": "alarms/mail-doctor/",
}


def test_an_auditor_reads_every_settings_page_and_can_send_none_of_it(
    shop: Tenant, maya: Membership
) -> None:
    client, start = signed_in(hire(shop, "Ines", Role.AUDITOR)), f"/t/{shop.slug}/"
    pages = {start + read: start + sent for read, sent in SETTINGS.items()}
    for read, sent in {**pages, page(maya): page(maya)}.items():
        answer = client.get(read)
        assert answer.status_code == 200, read
        assert "You may read these settings" in text_of(answer), read
        tree = LexborHTMLParser(answer.content.decode())
        offered = tree.css('main form[method="post"] :is(button, select, textarea)')
        off = tree.css("main fieldset[disabled] :is(button, select, textarea)")
        assert {one.mem_id for one in offered} <= {one.mem_id for one in off}, read
        assert client.post(sent).status_code == 403, sent


def test_who_only_reads_is_offered_neither_empty_rows_nor_a_restore(
    shop: Tenant, client: Client
) -> None:
    reading = signed_in(hire(shop, "Ines", Role.AUDITOR))
    for who, rows, restores in ((client, 3, True), (reading, 1, False)):
        page = who.get(f"/t/{shop.slug}/settings/thresholds/")
        tree = LexborHTMLParser(page.content.decode())
        assert len(tree.css("table.caps tbody tr")) == rows
        assert ("open an older one to restore it" in text_of(page)) is restores
