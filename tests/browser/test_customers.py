"""What customers see behind the links of a mail: nothing is wrong with it, small or dark."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from shopops.agents.records import ClaimKind
from shopops.connectors.ports import EffectKind
from shopops.outbox.models import Attempt, Effect
from shopops.outbox.states import Purpose
from shopops.outreach.links import CHOOSE, LEAVE, Whose, link_to
from shopops.proposals.models import Action
from shopops.tenants.scope import tenant_scope
from tests.browser.conftest import Visit

pytestmark = pytest.mark.django_db(transaction=True)
CHOICES = [ClaimKind.CHOICE_RESHIP, ClaimKind.CHOICE_REFUND]


def a_mail() -> Effect:
    """As one that went out, to the demo's first order in trouble."""
    action = Action.objects.select_related("proposal").filter(
        kind="draft_email", proposal__order_id="O-1001"
    )[0]
    now = timezone.now()
    with tenant_scope(action.tenant_id):
        effect = Effect.objects.create(
            tenant_id=action.tenant_id,
            key=b"k" * 32,
            kind=EffectKind.MAIL,
            order_id=action.proposal.order_id,
            order_number=action.proposal.order_number,
            proposal=action.proposal,
            action=action,
            round=99,
            event_id=uuid4(),
            not_before=now,
        )
        Attempt.objects.create(
            tenant_id=action.tenant_id,
            effect=effect,
            number=1,
            purpose=Purpose.SEND,
            open_until=now + timedelta(minutes=1),
        )
    return effect


def test_a_customer_chooses_and_leaves_without_trouble(visit: Visit) -> None:
    effect, customer = a_mail(), visit()
    whose = Whose(
        tenant_id=effect.tenant_id,
        effect_id=effect.pk,
        language="es",
        choices=CHOICES,
        until=timezone.now() + timedelta(days=1),
    )
    path = f"/{CHOOSE}/{link_to(CHOOSE, whose).split('/')[-2]}/"
    customer.open(path)
    found = customer.troubles("customer-choose")
    customer.page.get_by_role("button", name="Quiero un reembolso").press("Enter")
    customer.page.get_by_text("Prefiere un reembolso.").wait_for()
    found += customer.troubles("customer-chosen")
    customer.open(f"/{LEAVE}/{link_to(LEAVE, whose).split('/')[-2]}/")
    found += customer.troubles("customer-leave")
    maya = visit()
    maya.sign_in()
    maya.open("/t/store_northline/review/?q=O-1001")
    maya.page.locator("[data-item]").first.click()
    maya.page.get_by_role("heading", name="From the customer").wait_for()
    found += maya.troubles("customer-said")
    assert found == []
    assert customer.complaints == []
