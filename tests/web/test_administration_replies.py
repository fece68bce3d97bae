"""The page on which an admin sets which answers count."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from shopops.acknowledgments import rules as inbound
from shopops.acknowledgments.models import InboundRules, InboundRulesVersion
from shopops.acknowledgments.rules import Rules
from shopops.alarms.models import RosterContact
from shopops.ledger import EventKind
from shopops.tenants.models import Role, Tenant
from shopops.tenants.scope import tenant_scope
from tests.support.clock import Clock
from tests.support.inbound import open_desk
from tests.support.pages import signed_in, text_of
from tests.support.pipeline import hire
from tests.support.ringing import kind_of, on_call

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client(shop: Tenant) -> Client:
    return signed_in(hire(shop, "Ada", Role.ADMIN))


def address(shop: Tenant) -> str:
    return f"/t/{shop.slug}/settings/replies/"


def filled(client: Client, shop: Tenant, **typed: Any) -> dict[str, Any]:
    """What a browser would send when only `typed` was changed on the page."""
    form = client.get(address(shop)).context["form"]
    values = {field.html_name: field.value() for field in form}
    sent = {
        name: value for name, value in values.items() if value is not None and value is not False
    }
    return sent | {"reason": "New mail server"} | typed


def save(client: Client, shop: Tenant, **typed: Any) -> Any:
    return client.post(address(shop), filled(client, shop, **typed))


def current(shop: Tenant) -> Rules:
    with tenant_scope(shop.pk):
        return inbound.current(shop.pk)


def test_a_save_makes_a_version_and_a_ledger_row_and_is_in_force(
    shop: Tenant, client: Client
) -> None:
    assert save(client, shop, authserv_id="MX.in.example").status_code == 302
    saved = InboundRulesVersion.objects.get(tenant=shop)
    assert (saved.version, saved.authserv_id, saved.reason) == (
        1,
        "mx.in.example",
        "New mail server",
    )
    assert saved.author.display_name == "Ada"
    assert InboundRules.objects.get(pk=shop.pk).authserv_id == "mx.in.example"
    (event,) = kind_of(shop, EventKind.SETTINGS)
    assert (event["of"], event["version"], event["proof"]) == ("replies", 1, "same")
    assert event["changed"] == ["authserv_id"]


def test_less_proof_is_asked_for_only_knowingly_and_the_ledger_says_so(
    shop: Tenant, client: Client
) -> None:
    refused = save(client, shop, proof="unproven")
    assert refused.status_code == 422
    assert "somebody else could acknowledge in a person's name" in text_of(refused)
    assert current(shop) == Rules()
    assert save(client, shop, proof="unproven", knowingly="on").status_code == 302
    assert "Unproven answers count" in text_of(client.get(address(shop)))
    assert save(client, shop, proof="proven", reason="Done").status_code == 302
    lowered, raised = kind_of(shop, EventKind.SETTINGS)
    assert (lowered["proof"], lowered["takes_unproven"]) == ("lowered", True)
    assert (raised["proof"], raised["takes_unproven"]) == ("raised", False)
    ledger = text_of(client.get(f"/t/{shop.slug}/ledger/"))
    assert "rules for answers version 1 into force, which ask for less proof" in ledger
    assert "rules for answers version 2 into force" in ledger


def test_the_next_answer_is_judged_by_what_was_saved(clock: Clock) -> None:
    with open_desk() as desk:
        client = signed_in(hire(desk.tenant, "Ada", Role.ADMIN))
        desk.send(results="")
        desk.assert_untouched()
        save(client, desk.tenant, proof="unproven", knowingly="on")
        desk.send(results="")
        (body,) = desk.acknowledged()
        assert body["proof"] == "unproven"


def test_a_form_filled_before_somebody_else_saved_is_refused(shop: Tenant, client: Client) -> None:
    late = filled(client, shop, authserv_id="late.example")
    save(client, shop, authserv_id="first.example")
    answer = client.post(address(shop), late)
    assert answer.status_code == 409
    assert "Somebody saved other settings" in text_of(answer)
    assert current(shop).authserv_id == "first.example"
    assert answer.context["form"].initial["authserv_id"] == "late.example"
    assert answer.context["form"].initial["based_on"] == 1


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"authserv_id": "mx in.example"}, "letters, digits, dots and hyphens"),
        ({"authserv_id": "mx.example; dmarc=pass"}, "letters, digits, dots and hyphens"),
        ({"proof": "perhaps"}, "perhaps"),
        ({"authserv_id": "mx.example", "reason": ""}, "Say why"),
        ({}, "Nothing differs"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    shop: Tenant, client: Client, typed: dict[str, str], words: str
) -> None:
    answer = save(client, shop, **typed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert not InboundRulesVersion.objects.exists()


def test_the_page_shows_ways_in_shared_mailboxes_and_every_version(
    shop: Tenant, client: Client
) -> None:
    on_call(shop)
    RosterContact.objects.update(shared=True)
    save(client, shop, authserv_id="mx.example")
    with override_settings(SHOPOPS_INBOUND=["raw", "postmark", "postal"]):
        words = text_of(client.get(address(shop)))
    assert f"/inbound/{shop.slug}/raw" in words
    assert f"/inbound/{shop.slug}/postmark" in words
    assert "Postal not tested" in words
    assert "maya@oncall.example on call for Maya" in words
    assert "Version 1 · Ada" in words
    assert "Mail server whose word counts: the site’s own → mx.example" in words


def test_held_mail_is_counted_in_the_navigation_of_the_settings(clock: Clock) -> None:
    with open_desk() as desk:
        client = signed_in(hire(desk.tenant, "Ada", Role.ADMIN))
        desk.send(results="")
        for path in ("thresholds/", "alarms/", "people/", "replies/"):
            words = text_of(client.get(f"/t/{desk.tenant.slug}/settings/{path}"))
            assert "Held mail 1 held" in words, path
        assert "Held mail 1 held" in text_of(client.get(f"/t/{desk.tenant.slug}/quarantine/"))
        assert "Held mail 1" in text_of(client.get(f"/t/{desk.tenant.slug}/alarms/"))
        reviewer = signed_in(desk.maya)
        assert "Held mail" not in text_of(reviewer.get(f"/t/{desk.tenant.slug}/alarms/"))


def test_the_command_shows_and_saves_through_the_same_functions(
    shop: Tenant, capsys: pytest.CaptureFixture[str]
) -> None:
    name = ("--tenant", shop.slug)
    call_command("reply_settings", *name)
    assert capsys.readouterr().out == (
        "proof=proven\nserver=none (a sender's DKIM signature decides)\n"
    )
    with pytest.raises(CommandError, match="Tick that you know"):
        call_command("reply_settings", *name, "--proof", "unproven", "--reason", "x")
    call_command(
        "reply_settings", *name, "--proof", "unproven", "--knowingly", "--reason", "Setting up"
    )
    call_command("reply_settings", *name, "--server", "mx.example", "--reason", "Done")
    assert current(shop) == Rules(version=2, takes_unproven=True, authserv_id="mx.example")
    assert [body["author"] for body in kind_of(shop, EventKind.SETTINGS)] == [None, None]
