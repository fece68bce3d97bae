"""Django's admin for operators: it reads, shop by shop, shows no secret and writes nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from shopops.accounts.models import AccountEvent, AccountEventKind
from shopops.administration.operators.shops import OfOneShop
from shopops.administration.tokens import create_token
from shopops.alarms.audits import audit_and_record
from shopops.ledger.passes import verify_and_record
from shopops.review.models import RefusedDecision
from shopops.tenants.models import Role, User
from shopops.tenants.scope import tenant_scope
from shopops.tenants.tokens import Scope
from tests.support.pages import text_of
from tests.support.pipeline import open_shop
from tests.support.reviewing import Reviewing
from tests.support.walls.shops import walled

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
FORBIDDEN = 403
ROWS = "SELECT count(*), md5(string_agg(t::text, '|' ORDER BY t::text)) FROM {} t"
UNREAD = ("django_session", "ledger_tenant_lock")  # a session's own row; nobody's to read
MODELS = {model._meta.label_lower: shown for model, shown in admin.site._registry.items()}
SECRETS = {
    *("password", "hash", "token_hash", "handle", "handle_sha256", "nonce", "salt", "secret"),
    *("sealed", "reply", "reply_to", "reply_token", "sender", "recipient", "message", "token"),
}


def operator(*, root: bool) -> Client:
    person = User.objects.create_user("op", "op@site.example", "a-long-password", is_staff=True)
    person.is_superuser = root
    person.save()
    client = Client()
    client.force_login(person)
    return client


def everything() -> Iterator[tuple[str, int, str]]:
    """Each table with its rows, as the database has them."""
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            if table not in UNREAD:
                cursor.execute(ROWS.format(table))
                yield table, *cursor.fetchone()


@pytest.fixture
def room() -> Reviewing:
    """With a row of nearly everything."""
    found = walled("store_northline").room
    person, now = found.person(Role.ADMIN.label), timezone.now()
    verify_and_record(tenant_id=found.shop.pk, now=now)
    audit_and_record(tenant=found.shop)
    AccountEvent.objects.create(user=person.user, kind=AccountEventKind.SIGNED_IN)
    with tenant_scope(found.shop.pk):
        RefusedDecision.objects.create(
            tenant=found.shop, at=now, code="four_eyes", membership=person
        )
    return found


def rows_of(room: Reviewing, model: type[Model]) -> Any:
    found = model._base_manager.all()
    names = {field.name for field in model._meta.fields}
    return found.filter(tenant=room.shop) if "tenant" in names else found


def pages(room: Reviewing, label: str) -> tuple[str, str]:
    """Of the list, and of its newest row."""
    shown = MODELS[label]
    query = f"?shop={room.shop.pk}" if isinstance(shown, OfOneShop) else ""
    name = label.replace(".", "_")
    with tenant_scope(room.shop.pk):
        newest = rows_of(room, shown.model).order_by("-pk").first()
    pk = newest.pk if newest else 1
    return (
        reverse(f"admin:{name}_changelist") + query,
        reverse(f"admin:{name}_change", args=[pk]) + query,
    )


@pytest.mark.parametrize("root", [True, False], ids=["superuser", "staff"])
def test_every_model_is_read_and_none_is_written(room: Reviewing, root: bool) -> None:
    client, empty = operator(root=root), []
    with tenant_scope(room.shop.pk):
        before = list(everything())
    for label in MODELS:
        name = label.replace(".", "_")
        listed, one = pages(room, label)
        assert client.get(listed).status_code == 200, label
        if client.get(one).status_code != 200:
            empty.append(label)
        path, _, query = one.partition("?")
        found = path.rsplit("/", 2)[0]
        chosen = {"action": "delete_selected", "_selected_action": found.rsplit("/", 1)[1]}
        for address, sent in (
            (reverse(f"admin:{name}_add"), {"tenant": room.shop.pk}),
            (f"{path}?{query}", {"code": "other", "_save": "Save", "_saveasnew": "1"}),
            (f"{found}/delete/?{query}", {"post": "yes"}),
            (f"{found}/history/?{query}", {}),
            (listed, chosen | {"post": "yes", "form-TOTAL_FORMS": "1"}),
        ):
            assert client.post(address, sent).status_code == FORBIDDEN, address
        for address in (reverse(f"admin:{name}_add"), f"{found}/delete/?{query}"):
            assert client.get(address).status_code == FORBIDDEN, address
    with tenant_scope(room.shop.pk):
        assert list(everything()) == before
    assert set(empty) <= {"alarms.ringmail", "alarms.ringitem", "alarms.alarmrefusal"}


def test_no_column_that_holds_a_secret_is_shown() -> None:
    for label, shown in MODELS.items():
        columns = {*(shown.fields or ()), *shown.list_display}
        assert not columns & SECRETS, label


def test_no_secret_stands_on_a_page(room: Reviewing) -> None:
    client, member = operator(root=True), room.person(Role.ADMIN.label)
    made = create_token(
        tenant_id=room.shop.pk,
        name="Agent",
        scopes=[Scope.RESOLVE],
        author=member,
        now=timezone.now(),
    )
    token = client.get(f"/admin/tenants/apitoken/{made.token.pk}/change/?shop={room.shop.pk}")
    person = client.get(f"/admin/tenants/user/{member.user_id}/change/").content.decode()
    assert made.token.prefix in text_of(token)
    assert made.secret not in text_of(token)
    assert bytes(made.token.token_hash).hex() not in text_of(token)
    assert member.user.password not in person


def test_a_shop_is_chosen_first_and_only_its_rows_are_found(room: Reviewing) -> None:
    client, other = operator(root=True), open_shop("store_other")
    address = reverse("admin:proposals_proposal_changelist")
    choice = client.get(address).content.decode()
    assert f'href="?shop={room.shop.pk}"' in choice
    assert "O-1001" not in choice
    proposal = room.proposal("O-1001")
    one = reverse("admin:proposals_proposal_change", args=[proposal.pk])
    assert "1001" in text_of(client.get(f"{one}?shop={room.shop.pk}"))
    assert client.get(f"{one}?shop={other.pk}").status_code == 302
    led_on = f"{one}?_changelist_filters=shop%3D{room.shop.pk}"
    assert "1001" in text_of(client.get(led_on))


def test_a_row_is_found_by_its_number_and_lists_stop_counting(room: Reviewing) -> None:
    client, proposal = operator(root=True), room.proposal("O-1001")
    address = f"{reverse('admin:proposals_proposal_changelist')}?shop={room.shop.pk}"
    with CaptureQueriesContext(connection) as seen:
        found = client.get(f"{address}&q={proposal.pk}")
    assert [row.pk for row in found.context["cl"].result_list] == [proposal.pk]
    counts = [one["sql"] for one in seen if "COUNT(*)" in one["sql"]]
    assert counts
    assert all("LIMIT 1000" in sql for sql in counts)
    for nothing in ("9" * 30, "9" * 5000, "x", "-1"):
        assert not client.get(f"{address}&q={nothing}").context["cl"].result_list


def test_who_is_no_operator_sees_nothing(room: Reviewing) -> None:
    client = room.client(Role.ADMIN.label)
    for label in MODELS:
        assert client.get(pages(room, label)[0]).status_code == 302, label
