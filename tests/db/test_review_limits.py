"""How much who may approve, who lends whom what, and what an admin sets aside."""

from datetime import timedelta

import msgspec
import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from shopops.ledger import EventKind
from shopops.proposals.models import ReviewStatus
from shopops.review import refusals, settings
from shopops.review.config import ReviewConfig
from shopops.review.models import Claim, Decision, Delegation, ReviewConfigVersion
from shopops.review.satisfiable import Unsatisfiable
from shopops.review.settings import ReviewConfigMoved
from shopops.tenants.models import Membership, Role
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import MAIL, MINUTE, ORDER, REFUND, RESHIP, Deciding
from tests.support.ledger_reading import bodies_of_kind
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db
HUNDRED = ReviewConfig(limits={"reviewer": {"USD": 10000}})


@pytest.fixture
def deciding() -> Deciding:
    """Reviewers may approve up to 100 USD, admins whatever they like."""
    deciding = Deciding(reviewing([ORDER]))
    deciding.room.person("Ada", Role.ADMIN)
    deciding.settings(HUNDRED)
    return deciding


def _lend(room: Reviewing, **changed: object) -> Delegation:
    """Ada lends Maya enough for the order, for a day."""
    with tenant_scope(room.shop.pk):
        return Delegation.objects.create(
            **{
                "tenant": room.shop,
                "giver": room.person("Ada"),
                "receiver": room.person("Maya"),
                "currency": "USD",
                "most_minor": 12900,
                "starts_at": room.now,
                "ends_at": room.now + timedelta(days=1),
                "reason": "holiday",
                "created_by": room.person("Ada"),
                **changed,
            }
        )


def _claim(room: Reviewing, holder: str, **changed: object) -> None:
    lease = {"lease_until": room.now + timedelta(minutes=15)}
    with tenant_scope(room.shop.pk):
        Claim.objects.create(
            tenant=room.shop, order_id=ORDER, holder=room.person(holder), **{**lease, **changed}
        )


def test_above_the_own_limit_nobody_approves(deciding: Deciding) -> None:
    for action in (RESHIP, REFUND):
        with pytest.raises(refusals.OverLimit) as refused:
            deciding.approve(action)
        assert "129.00 USD" in refused.value.sentences[0]
        assert "100.00 USD" in refused.value.sentences[0]
    assert deciding.approve(REFUND, name="Ada").final


def test_a_mail_only_talks_about_money(deciding: Deciding) -> None:
    assert deciding.approve(MAIL).final


def test_up_to_the_limit_is_within_it(deciding: Deciding) -> None:
    deciding.edit(amounts={REFUND: "100.00"})
    assert deciding.approve(REFUND).final


def test_the_limit_may_be_rejected_over(deciding: Deciding) -> None:
    assert deciding.reject().final


def test_a_role_with_limits_has_none_in_a_currency_that_is_not_named(deciding: Deciding) -> None:
    deciding.settings(ReviewConfig(limits={"reviewer": {"EUR": 10**9}}))
    with pytest.raises(refusals.OverLimit) as refused:
        deciding.approve(REFUND)
    assert "no amounts in USD" in refused.value.sentences[0]


def test_what_was_lent_raises_the_limit_and_is_on_record(deciding: Deciding) -> None:
    lent = _lend(deciding.room)
    assert deciding.approve(REFUND).final
    assert Decision.objects.get().delegation_id == lent.pk
    [told] = deciding.told()
    assert told["delegated_by"] == bytes(deciding.room.person("Ada").identity_key).hex()


def test_within_the_own_limit_nothing_is_borrowed(deciding: Deciding) -> None:
    _lend(deciding.room)
    deciding.edit(amounts={REFUND: "95.00"})
    deciding.approve(REFUND)
    assert Decision.objects.get(kind="approve").delegation is None


@pytest.mark.parametrize(
    "changed",
    [
        {"most_minor": 12899},
        {"currency": "EUR"},
        {"ends_at": timedelta(minutes=1)},
        {"starts_at": timedelta(minutes=2)},
        {"receiver": "Noor"},
        {"giver": "Olga"},
    ],
)
def test_what_was_lent_is_bounded(deciding: Deciding, changed: dict[str, object]) -> None:
    """To that person, for that time, in that currency, up to that amount, of what the giver may."""
    room = deciding.room
    as_rows = {
        name: room.now + value if isinstance(value, timedelta) else value
        for name, value in changed.items()
    }
    people = {
        name: room.person(str(as_rows[name])) for name in ("giver", "receiver") if name in as_rows
    }
    lent = _lend(room, **{**as_rows, **people})
    assert lent.pk
    with pytest.raises(refusals.OverLimit):
        deciding.approve(REFUND, after=MINUTE)


def test_who_left_or_took_it_back_lends_nothing(deciding: Deciding) -> None:
    lent = _lend(deciding.room)
    Membership.objects.filter(pk=deciding.room.person("Ada").pk).update(active=False)
    with pytest.raises(refusals.OverLimit):
        deciding.approve(REFUND)
    Membership.objects.filter(pk=deciding.room.person("Ada").pk).update(active=True)
    with tenant_scope(deciding.room.shop.pk):
        Delegation.objects.filter(pk=lent.pk).update(
            revoked_at=timezone.now(), revoked_by=deciding.room.person("Ada")
        )
    with pytest.raises(refusals.OverLimit):
        deciding.approve(REFUND)


def test_one_person_s_authority_lent_on_is_not_two_people() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.room.person("Ada", Role.ADMIN)
    deciding.room.person("Abe", Role.ADMIN)
    deciding.settings(HUNDRED)
    _lend(deciding.room)
    deciding.approve(REFUND, name="Maya")
    with pytest.raises(refusals.FourEyes):
        deciding.approve(REFUND, name="Ada")
    assert deciding.approve(REFUND, name="Abe").final


def test_nor_the_other_way_round() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.room.person("Ada", Role.ADMIN)
    deciding.room.person("Abe", Role.ADMIN)
    deciding.settings(HUNDRED)
    _lend(deciding.room)
    deciding.approve(REFUND, name="Ada")
    with pytest.raises(refusals.FourEyes):
        deciding.approve(REFUND, name="Maya")


def test_an_admin_sets_the_second_person_aside_on_record() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.room.person("Ada", Role.ADMIN)
    with pytest.raises(refusals.ReasonRequired):
        deciding.approve(REFUND, name="Ada", bypass=["four_eyes"])
    assert deciding.approve(
        REFUND, name="Ada", bypass=["four_eyes"], reason="Everybody else is ill"
    ).final
    assert deciding.room.proposal(ORDER).review_status == ReviewStatus.APPROVED
    assert Decision.objects.get().bypassed == ["four_eyes"]
    [told] = deciding.told()
    assert told["bypassed"] == ["four_eyes"]
    assert told["reason_sha256"] is not None


def test_an_admin_sets_a_limit_and_a_claim_aside_by_name(deciding: Deciding) -> None:
    deciding.settings(ReviewConfig())
    deciding.room.person("Abe", Role.ADMIN)
    _claim(deciding.room, "Maya")
    with pytest.raises(refusals.NotAssignee):
        deciding.approve(REFUND, name="Ada", bypass=["over_limit"], reason="urgent")
    both = ["not_assignee", "over_limit"]
    assert deciding.approve(REFUND, name="Ada", bypass=both, reason="urgent").final
    assert Decision.objects.get().bypassed == ["not_assignee"]  # only what stood in the way


def test_nobody_else_sets_anything_aside(deciding: Deciding) -> None:
    with pytest.raises(refusals.NotAdmin):
        deciding.approve(REFUND, bypass=["over_limit"], reason="urgent")


@pytest.mark.parametrize("code", ["stale", "policy_denies", "four_eye", ""])
def test_not_everything_can_be_set_aside(deciding: Deciding, code: str) -> None:
    with pytest.raises(refusals.UnknownDecision):
        deciding.approve(REFUND, name="Ada", bypass=[code], reason="urgent")


def test_nothing_is_set_aside_for_nothing(deciding: Deciding) -> None:
    with pytest.raises(refusals.NothingToBypass):
        deciding.approve(REFUND, name="Ada", bypass=["over_limit"], reason="urgent")


def test_no_admin_approves_an_own_edit_above_the_second_cap() -> None:
    deciding = Deciding(reviewing([ORDER], second_cap_cents={"USD": 100}))
    deciding.room.person("Ada", Role.ADMIN)
    deciding.edit(amounts={REFUND: "60.00"}, name="Ada")
    with pytest.raises(refusals.FourEyes):
        deciding.approve(REFUND, name="Ada", bypass=["four_eyes"], reason="urgent")


def test_what_somebody_has_is_decided_by_them_alone(deciding: Deciding) -> None:
    _claim(deciding.room, "Noor")
    for act in (
        lambda: deciding.approve(MAIL),
        deciding.reject,
        deciding.respond,
        lambda: deciding.edit(amounts={REFUND: "60.00"}),
    ):
        with pytest.raises(refusals.NotAssignee) as refused:
            act()
        assert refused.value.holder == "Noor"
    assert deciding.approve(MAIL, name="Noor").final


def test_a_lease_that_is_over_keeps_nobody_out(deciding: Deciding) -> None:
    _claim(deciding.room, "Noor", lease_until=deciding.room.now + MINUTE)
    assert deciding.approve(MAIL, after=MINUTE).final


def test_what_an_admin_assigned_stays_with_them(deciding: Deciding) -> None:
    ada = deciding.room.person("Ada")
    _claim(deciding.room, "Noor", lease_until=None, assigned_by=ada)
    with pytest.raises(refusals.NotAssignee):
        deciding.reject(after=timedelta(hours=3))


def test_who_left_the_shop_has_nothing(deciding: Deciding) -> None:
    _claim(deciding.room, "Noor", lease_until=None, assigned_by=deciding.room.person("Ada"))
    Membership.objects.filter(pk=deciding.room.person("Noor").pk).update(active=False)
    assert deciding.reject().final


# -- settings


@pytest.mark.parametrize(
    ("people", "cap", "limits", "says"),
    [
        ("Maya", 100, {}, "only 1 has none"),
        ("Maya Noor", 100, {}, ""),
        ("Maya Noor Ada", 100, {"reviewer": {"USD": 5000}}, "only 1 has none"),
        ("Maya Noor Ada", None, {"reviewer": {"USD": 5000}}, ""),
        ("Maya Noor", None, {"reviewer": {"USD": 5000}}, "nobody could approve more"),
        ("Maya Ada", None, {"reviewer": {"USD": 1}, "admin": {"USD": 2}}, "Leave one role"),
    ],
)
def test_settings_that_nobody_could_satisfy_are_refused_when_saved(
    people: str, cap: int | None, limits: dict[str, dict[str, int]], says: str
) -> None:
    deciding = Deciding(reviewing([], second_cap_cents={"USD": cap} if cap else {}))
    for name in people.split():
        deciding.room.person(name, Role.ADMIN if name == "Ada" else Role.REVIEWER)
    config = msgspec.convert({"limits": limits}, ReviewConfig)
    if not says:
        deciding.settings(config)
        return
    with pytest.raises(Unsatisfiable, match=says):
        deciding.settings(config)
    with tenant_scope(deciding.room.shop.pk):
        assert not ReviewConfigVersion.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"due_hours": 48, "expire_hours": 48},
        {"undo_minutes": -1},
        {"undo_minutes": 1441},
        {"reject_reasons": ["a", "a"]},
        {"reject_reasons": [" "]},
        {"limits": {"viewer": {"USD": 5}}},
        {"limits": {"admin": {"XXX": 5}}},
        {"limits": {"admin": {"USD": 0}}},
        {"more": 1},
    ],
)
def test_settings_out_of_bounds_are_refused(body: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(body, ReviewConfig)


def test_settings_are_versions_with_their_ledger_events(deciding: Deciding) -> None:
    deciding.settings(ReviewConfig(undo_minutes=5))
    with tenant_scope(deciding.room.shop.pk):
        assert settings.current(deciding.room.shop.pk) == ReviewConfig(version=2, undo_minutes=5)
        told = [
            body
            for body in bodies_of_kind(deciding.room.shop.pk, EventKind.SETTINGS)
            if body.get("of") == "review"
        ]
    assert [(one["version"], one["changed"]) for one in told] == [
        (1, ["limits"]),
        (2, ["limits", "undo_minutes"]),
    ]


def test_who_saves_second_is_told(deciding: Deciding) -> None:
    with pytest.raises(ReviewConfigMoved), tenant_scope(deciding.room.shop.pk):
        settings.save_config(
            tenant_id=deciding.room.shop.pk,
            config=ReviewConfig(),
            based_on=0,
            reason="test",
            author=None,
            now=deciding.room.now,
        )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE review_reviewconfigversion SET version = 9",
        "DELETE FROM review_reviewconfigversion",
        "DELETE FROM review_delegation",
        "UPDATE review_delegation SET most_minor = 1",
    ],
)
def test_settings_and_delegations_stay_as_written(deciding: Deciding, statement: str) -> None:
    _lend(deciding.room)
    with tenant_scope(deciding.room.shop.pk), pytest.raises(DatabaseError), transaction.atomic():
        transaction.get_connection().cursor().execute(statement)


def test_a_delegation_is_revoked_once(deciding: Deciding) -> None:
    lent = _lend(deciding.room)
    with tenant_scope(deciding.room.shop.pk):
        found = Delegation.objects.filter(pk=lent.pk)
        found.update(revoked_at=deciding.room.now, revoked_by=deciding.room.person("Ada"))
        with pytest.raises(DatabaseError), transaction.atomic():
            found.update(revoked_at=None, revoked_by=None)


@pytest.mark.parametrize("who", ["giver", "receiver", "created_by"])
def test_nobody_of_another_shop_lends_or_borrows(deciding: Deciding, who: str) -> None:
    stranger = reviewing([], slug="store_other").person("Olga", Role.ADMIN)
    with pytest.raises(DatabaseError):
        _lend(deciding.room, **{who: stranger})


def test_reasons_to_reject_are_the_shop_s(deciding: Deciding) -> None:
    with pytest.raises(refusals.UnknownReason):
        deciding.reject("", preset="Because")
    with pytest.raises(refusals.ReasonRequired):
        deciding.reject("")
    assert deciding.reject("", preset="The parcel has arrived").final
    assert Decision.objects.get().preset == "The parcel has arrived"
    [told] = deciding.told()
    assert told["preset"] == "The parcel has arrived"
