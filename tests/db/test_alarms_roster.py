"""The roster: who is rung, at which address, and what the ledger says of a change."""

import json

import pytest

from shopops.acknowledgments.shop_roster import roster_of
from shopops.alarms.models import RosterContact
from shopops.alarms.ringing.roster import contacts
from shopops.alarms.roster import ContactRefused, confirm_contact, put_contact, remove_contact
from shopops.ledger import EventKind
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.ledger_reading import bodies_of_kind
from tests.support.pipeline import hire, open_shop
from tests.support.ringing import on_call

pytestmark = pytest.mark.django_db


@pytest.fixture
def maya() -> Membership:
    return hire(open_shop(), "Maya")


def changes(person: Membership) -> list[str]:
    with tenant_scope(person.tenant_id):
        return [body["change"] for body in bodies_of_kind(person.tenant_id, EventKind.ROSTER)]


def test_an_address_is_added_changed_and_removed(maya: Membership) -> None:
    first = put_contact(person=maya, email=" Maya@Shop.example ", step=0, author=maya)
    again = put_contact(person=maya, email="maya@shop.example", step=2, author=None, shared=True)
    assert (first.pk, again.step, again.shared) == (again.pk, 2, True)
    assert contacts(maya.tenant_id) == []
    assert confirm_contact(contact=again, author=None, proof="operator")
    assert [(one.email, one.step) for one in contacts(maya.tenant_id)] == [("Maya@Shop.example", 2)]
    assert remove_contact(contact=again, author=maya)
    assert not remove_contact(contact=again, author=maya)
    assert contacts(maya.tenant_id) == []
    assert changes(maya) == ["added", "changed", "verified", "removed"]
    put_contact(person=maya, email="maya@shop.example", step=0, author=maya)
    assert RosterContact.objects.get().active


def test_the_ledger_names_the_person_by_key_and_no_address(maya: Membership) -> None:
    put_contact(person=maya, email="maya@shop.example", step=1, author=maya)
    with tenant_scope(maya.tenant_id):
        (body,) = bodies_of_kind(maya.tenant_id, EventKind.ROSTER)
    assert body["person"] == body["author"] == bytes(maya.identity_key).hex()
    assert "shop.example" not in json.dumps(body)


@pytest.mark.parametrize(
    ("email", "step", "words"),
    [
        ("maya", 0, "not an e-mail address"),
        ("maya@shop.example\r\nBcc: x@y.example", 0, "not an e-mail address"),
        ("maya@shop.example", -1, "from 0 to 100"),
        ("maya@shop.example", 101, "from 0 to 100"),
    ],
)
def test_what_cannot_be_rung_is_refused(
    maya: Membership, email: str, step: int, words: str
) -> None:
    with pytest.raises(ContactRefused, match=words):
        put_contact(person=maya, email=email, step=step, author=maya)
    assert changes(maya) == []


def test_somebody_who_left_gets_no_address(maya: Membership) -> None:
    maya.active = False
    maya.save()
    with pytest.raises(ContactRefused, match="no longer works here"):
        put_contact(person=maya, email="maya@shop.example", step=0, author=None)


@pytest.mark.parametrize("other", ["MAYA@bücher.example", "maya@xn--bcher-kva.example"])
def test_an_address_is_the_same_however_its_domain_is_written(maya: Membership, other: str) -> None:
    """An answer from it would be nobody's."""
    first = put_contact(person=maya, email="maya@bücher.example", step=0, author=None)
    per = hire(maya.tenant, "Per")
    with pytest.raises(ContactRefused, match="on call for Maya already"):
        put_contact(person=per, email=other, step=0, author=None)
    assert put_contact(person=maya, email=other, step=1, author=None).pk == first.pk


def test_who_may_only_read_is_not_put_on_call(maya: Membership) -> None:
    maya.role = Role.VIEWER
    with pytest.raises(ContactRefused, match="may read but not answer"):
        put_contact(person=maya, email="maya@shop.example", step=0, author=None)


def test_who_loses_the_role_is_neither_rung_nor_heard(maya: Membership) -> None:
    on_call(maya.tenant, "Per")
    assert [one.name for one in contacts(maya.tenant_id)] == ["Per"]
    Membership.objects.filter(display_name="Per").update(role=Role.VIEWER)
    assert contacts(maya.tenant_id) == []
    with tenant_scope(maya.tenant_id):
        assert roster_of(maya.tenant_id).members == {}
