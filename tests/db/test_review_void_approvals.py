"""An approval counts while everybody whose word it is may decide: else it completes no pair."""

import pytest
from django.utils import timezone

from shopops.review import refusals
from shopops.review.config import ReviewConfig
from shopops.review.detail.page import detail_of
from shopops.review.handles import mint_handle
from shopops.review.models import Delegation
from shopops.review.queue import Filters, queue_page
from shopops.tenants.models import ApiToken, Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MINUTE, ORDER, REFUND, Deciding
from tests.support.review_api import token_of
from tests.support.reviewing import reviewing

pytestmark = pytest.mark.django_db


@pytest.fixture
def deciding() -> Deciding:
    return Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))


def _leaves(deciding: Deciding, name: str) -> None:
    Membership.objects.filter(pk=deciding.room.person(name).pk).update(active=False)


def _approve_by_token(deciding: Deciding) -> ApiToken:
    """Maya's, which Ada granted."""
    room = deciding.room
    token_of(room)
    token = ApiToken.objects.get()
    with tenant_scope(room.shop.pk):
        handle = mint_handle(
            proposal=room.proposal_in_scope(ORDER),
            reviewer=room.person("Maya"),
            now=deciding.at(MINUTE),
            token=token,
        )
    assert not deciding.approve(REFUND, handle=handle).final
    return token


def _half_in_the_list(deciding: Deciding) -> bool:
    shop = deciding.room.shop.pk
    with tenant_scope(shop):
        [row] = queue_page(shop, Filters(), None, deciding.at(MINUTE)).rows
        detail = detail_of(shop, row.id, deciding.at(MINUTE))
        assert (detail.first_approval is not None) == row.half_approved
        return row.half_approved


def test_who_left_the_shop_completes_no_pair(deciding: Deciding) -> None:
    deciding.approve(REFUND, name="Maya")
    assert _half_in_the_list(deciding)
    _leaves(deciding, "Maya")
    assert not _half_in_the_list(deciding)
    assert not deciding.approve(REFUND, name="Noor").final
    assert deciding.approve(REFUND, name="Leo").final
    assert [told["approvals_given"] for told in deciding.told()] == [1, 1, 2]


def test_nor_does_who_may_only_read_by_now(deciding: Deciding) -> None:
    deciding.approve(REFUND, name="Maya")
    maya = Membership.objects.filter(pk=deciding.room.person("Maya").pk)
    maya.update(role=Role.VIEWER)
    assert not _half_in_the_list(deciding)
    assert not deciding.approve(REFUND, name="Noor").final


def test_nor_does_a_token_that_was_revoked(deciding: Deciding) -> None:
    """Somebody else may have had it. Its person approves no second time, so two others do."""
    token = _approve_by_token(deciding)
    assert _half_in_the_list(deciding)
    ApiToken.objects.filter(pk=token.pk).update(revoked_at=timezone.now())
    assert not _half_in_the_list(deciding)
    with pytest.raises(refusals.FourEyes):
        deciding.approve(REFUND, name="Maya")
    assert not deciding.approve(REFUND, name="Noor").final
    assert deciding.approve(REFUND, name="Leo").final


@pytest.mark.parametrize("gone", ["granter", "lender"])
def test_nor_does_what_rests_on_the_word_of_somebody_who_left(
    deciding: Deciding, gone: str
) -> None:
    room = deciding.room
    ada = room.person("Ada", Role.ADMIN)
    room.person("Abe", Role.ADMIN)
    if gone == "granter":
        _approve_by_token(deciding)
    else:
        deciding.settings(ReviewConfig(limits={"reviewer": {"USD": 10000}}))
        with tenant_scope(room.shop.pk):
            Delegation.objects.create(
                tenant=room.shop,
                giver=ada,
                receiver=room.person("Maya"),
                currency="USD",
                most_minor=12900,
                starts_at=room.now,
                ends_at=room.now + 5 * MINUTE,
                reason="holiday",
                created_by=ada,
            )
        assert not deciding.approve(REFUND, name="Maya").final
    assert _half_in_the_list(deciding)
    _leaves(deciding, "Ada")
    assert not _half_in_the_list(deciding)
    assert not deciding.approve(REFUND, name="Abe").final


def test_the_next_first_one_chooses_anew(deciding: Deciding) -> None:
    deciding.approve(REFUND, name="Maya")
    _leaves(deciding, "Maya")
    assert not deciding.approve(name="Noor").final  # send again, instead of the refund


def test_a_pair_that_decided_stays_one_whoever_leaves_later(deciding: Deciding) -> None:
    deciding.approve(REFUND, name="Olga")
    _leaves(deciding, "Olga")
    deciding.approve(REFUND, name="Maya")
    deciding.approve(REFUND, name="Noor")
    _leaves(deciding, "Maya")
    with tenant_scope(deciding.room.shop.pk):
        proposal = deciding.room.proposal_in_scope(ORDER)
        detail = detail_of(deciding.room.shop.pk, proposal.pk, deciding.at(MINUTE))
    assert detail.approvals is not None
    assert detail.approvals.listed == "Maya and Noor"
