"""The demo shops: filled in once, through the doors that everybody uses."""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone
from psycopg import sql

from shopops.administration.members.inviting import revoke
from shopops.administration.members.purging import purge_old_invitations
from shopops.administration.models import Invitation
from shopops.demo.clock import clock_of_the_past
from shopops.demo.northline import ADAEZE, MAYA, NORTHLINE
from shopops.demo.orders.till import Arrival
from shopops.demo.play import play
from shopops.demo.script import Shop
from shopops.embedded.roles import MIGRATE_ROLE
from shopops.embedded.site import PROGRESS
from shopops.policy.rules import RuleId
from shopops.proposals.models import Proposal, ReviewStatus, Verdict
from shopops.proposals.read import verdicts_of
from shopops.review.models import Claim, Decision, SavedView
from shopops.tenants.models import Membership, Role, Tenant, ThresholdVersion
from shopops.tenants.scope import tenant_scope
from shopops.tenants.shops import find_tenant

pytestmark = pytest.mark.slow
DECIDED = {ruling.order_id for ruling in NORTHLINE.rulings}
BREAK = 14.8  # hours before now: between the two approvals of one order

Standing = list[tuple[str, int, str, int]]


def _only(orders: set[str], shop: Shop = NORTHLINE, *, until: float = 0) -> Shop:
    """A shop with some of the orders, whose script stops so many hours before its end."""

    def arrivals(now: datetime) -> list[Arrival]:
        found = shop.arrivals(now)
        return [one for one in found if one.order_id in orders and one.hours >= until]

    rulings = tuple(one for one in shop.rulings if one.hours >= until)
    return replace(shop, arrivals=arrivals, rulings=rulings)


def _standing(tenant: Tenant) -> Standing:
    """Each proposal's status, and how many decisions it took."""
    with tenant_scope(tenant.pk):
        decided = Counter(Decision.objects.of(tenant.pk).values_list("proposal", flat=True))
        rows = Proposal.objects.of(tenant.pk).order_by("order_id", "revision")
        return [(row.order_id, row.revision, row.review_status, decided[row.pk]) for row in rows]


def _digests(dsn: str) -> dict[str, tuple[int, str]]:
    """How many rows each table has, and a digest of all of them."""
    count = "SELECT count(*), md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) FROM {} t"
    with psycopg.connect(dsn) as connection:
        names = connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall()
        found = {}
        for (name,) in names:
            query = sql.SQL(count).format(sql.Identifier(name))
            (found[name],) = connection.execute(query).fetchall()
        return found


@pytest.mark.django_db(transaction=True)
def test_a_second_run_changes_no_row_of_any_table(
    superuser_dsn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("demo", set_clock=True)
    said, before = capsys.readouterr().out, _digests(superuser_dsn)
    call_command("demo", set_clock=True)
    assert _digests(superuser_dsn) == before
    assert capsys.readouterr().out == said
    progress = [line for line in said.splitlines() if line.startswith(PROGRESS)]
    assert len(progress) > 4
    assert re.fullmatch(r"Southline: (\d+) of \1 events", progress[-1].removeprefix(PROGRESS))
    assert min(before[name][0] for name in ("ledger_event", "proposals_proposal")) > 60
    for who in ("maya@northline.example", "irene@southline.example", "northline-demo"):
        assert who in said
    _was_lived_through(superuser_dsn)
    _was_done_in_the_shop(superuser_dsn)


def _was_done_in_the_shop(dsn: str) -> None:
    """Whatever was decided before the shop was connected, each under its own key, and nothing of
    what was taken back."""
    rows = """SELECT effect.state, entry.key IS NOT NULL, count(*) FROM outbox_effect effect
        LEFT JOIN demo_shop_entry entry ON entry.key = encode(effect.key, 'hex') GROUP BY 1, 2"""
    with psycopg.connect(dsn) as connection:
        counts = {(state, there): of for state, there, of in connection.execute(rows).fetchall()}
    assert counts.keys() == {("succeeded", True), ("let_go", False)}
    assert counts["succeeded", True] > 100
    assert counts["let_go", False] <= 3  # a refund, its mail and their note


def _was_lived_through(dsn: str) -> None:
    """The ledger's times are in the order of its rows and six weeks apart, and the clock is right
    again."""
    rows = """SELECT recorded_at FROM ledger_event event
        JOIN ledger_link link USING (tenant_id, event_id)
        JOIN tenants_tenant tenant ON tenant.id = event.tenant_id
        WHERE tenant.slug = %s ORDER BY link.seq"""
    with psycopg.connect(dsn) as connection:
        times = [at for (at,) in connection.execute(rows, [NORTHLINE.slug])]
        row = connection.execute("SELECT shopops_clock() - clock_timestamp()").fetchone()
    assert times == sorted(times)
    assert times[-1] - times[0] > timedelta(days=41)
    assert row is not None
    assert abs(row[0]) < timedelta(seconds=5)


BEHIND = "SELECT clock_timestamp() - shopops_clock() > interval '1 day'"


@pytest.mark.django_db(transaction=True)
def test_a_filling_that_is_killed_leaves_no_clock_behind(superuser_dsn: str) -> None:
    with psycopg.connect(superuser_dsn, autocommit=True) as other:
        with suppress(psycopg.OperationalError), clock_of_the_past() as set_clock:
            set_clock(datetime.now(UTC) - timedelta(days=2))
            assert _is_behind(other)
            other.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks JOIN pg_stat_activity "
                "USING (pid) WHERE locktype = 'advisory' AND usename = %s",
                [MIGRATE_ROLE],
            )
            assert not _is_behind(other)
        assert not _is_behind(other)
        with clock_of_the_past():
            pass
        [(text,)] = other.execute("SELECT prosrc FROM pg_proc WHERE proname = 'shopops_clock'")
        assert text == "SELECT pg_catalog.clock_timestamp()"


def _is_behind(connection: psycopg.Connection) -> bool:
    row = connection.execute(BEHIND).fetchone()
    return row is not None and bool(row[0])


@pytest.mark.django_db
def test_every_rule_is_applied_and_each_that_can_stop_something_does() -> None:
    play(NORTHLINE)
    tenant = find_tenant(NORTHLINE.slug)
    with tenant_scope(tenant.pk):
        judged = [*Verdict.objects.of(tenant.pk).values_list("results", flat=True)]
        for verdicts in Decision.objects.of(tenant.pk).values_list("verdicts", flat=True):
            judged += [verdict["results"] for verdict in verdicts]
    results = [result for one in judged for result in one]
    assert {result["rule"] for result in results} == set(RuleId)
    # The others only stop what our own agents never propose.
    stopped = {result["rule"] for result in results if result["outcome"] != "permit"}
    assert stopped == {
        RuleId.ID_1,
        RuleId.MON_2,
        RuleId.DUP_1,
        RuleId.APR_1,
        RuleId.APR_3,
        RuleId.SHP_1,
        RuleId.SHP_2,
        RuleId.GDW_1,
        RuleId.AGG_1,
    }
    found = Counter(status for _, _, status, _ in _standing(tenant))
    assert found.keys() == {
        ReviewStatus.PENDING,
        ReviewStatus.NOT_REQUIRED,
        ReviewStatus.APPROVED,
        ReviewStatus.REJECTED,
        ReviewStatus.HANDLED,
        ReviewStatus.STALE,
    }
    assert found[ReviewStatus.NOT_REQUIRED] >= 5
    _waits_naturally(tenant)
    _others_work_on_some(tenant)


def _others_work_on_some(tenant: Tenant) -> None:
    with tenant_scope(tenant.pk):
        claims = Claim.objects.of(tenant.pk).filter(lease_until=None)
        held = dict(claims.values_list("order_id", "holder__display_name"))
        waiting = Proposal.objects.of(tenant.pk).filter(review_status=ReviewStatus.PENDING)
        assert held.keys() <= set(waiting.values_list("order_id", flat=True))
    assert set(held.values()) == {"Tomasz Wren", "Adaeze Holm"}
    assert len(held) == 3


def _waits_naturally(tenant: Tenant) -> None:
    """Minutes, hours and a day or two, never all at once."""
    with tenant_scope(tenant.pk):
        waiting = Proposal.objects.of(tenant.pk).filter(review_status=ReviewStatus.PENDING)
        ages = {tenant.created_at - one.waiting_since for one in waiting if one.waiting_since}
    assert len(ages) >= 20
    assert min(ages) < timedelta(minutes=30) < timedelta(days=1) < max(ages)


@pytest.mark.django_db
def test_the_decided_orders_stand_as_the_script_says() -> None:
    play(_only(DECIDED))
    assert _standing(find_tenant(NORTHLINE.slug)) == [
        ("O-1003", 1, "approved", 1),
        ("O-1003", 2, "pending", 0),
        ("O-1004", 1, "approved", 1),
        ("O-1004", 2, "pending", 0),
        ("O-1006", 1, "approved", 1),
        ("O-1009", 1, "approved", 1),
        ("O-1011", 1, "pending", 1),
        ("O-1019", 1, "handled", 1),
        ("O-1046", 1, "approved", 2),
        ("O-1048", 1, "rejected", 1),
    ]


def _last_verdicts(tenant: Tenant, order_id: str) -> list[tuple[str, str, set[str]]]:
    """Of the newest revision: each step's kind, outcome, and the reasons that denied it."""
    with tenant_scope(tenant.pk):
        newest = Proposal.objects.of(tenant.pk).filter(order_id=order_id).latest("revision")
        actions = [action.kind for action in newest.actions.all()]
        judged = [(verdict.outcome, verdict.results) for verdict in verdicts_of(newest)]
    return [
        (kind, outcome, {result.reason for result in results if result.outcome == "deny"})
        for kind, (outcome, results) in zip(actions, judged, strict=True)
    ]


@pytest.mark.django_db
def test_no_mail_offers_what_is_denied() -> None:
    play(_only({*DECIDED, "O-1020"}))
    tenant = find_tenant(NORTHLINE.slug)
    for answered_already in ("O-1003", "O-1004"):
        mail, *remedies = _last_verdicts(tenant, answered_already)
        assert mail == ("draft_email", "deny", {"offers_denied"})
        assert [kind for kind, _, _ in remedies] == ["propose_reship", "propose_refund"]
        assert all("live_remedy" in why for _, _, why in remedies)
    no_whole_address = _last_verdicts(tenant, "O-1020")
    assert [kind for kind, _, _ in no_whole_address] == ["draft_email", "propose_refund"]
    assert {outcome for _, outcome, _ in no_whole_address} == {"needs_approval"}


@pytest.mark.django_db
def test_a_run_that_broke_off_is_completed_by_the_next() -> None:
    whole = replace(_only(DECIDED), slug="played_in_one_go")
    play(whole)
    play(_only(DECIDED, until=BREAK))
    broken = _standing(find_tenant(NORTHLINE.slug))
    play(_only(DECIDED))
    completed = _standing(find_tenant(NORTHLINE.slug))
    assert broken != completed == _standing(find_tenant(whole.slug))


@pytest.mark.django_db
def test_what_people_changed_meanwhile_stays() -> None:
    quiet = _only(set())
    play(replace(quiet, rulings=()))
    maya = Membership.objects.get(user__email=MAYA.email)
    maya.user.set_password("my own now")
    maya.user.save()
    maya.role = Role.VIEWER
    maya.save()
    admin = Membership.objects.get(user__email=ADAEZE.email)
    revoke(invitation=Invitation.objects.get(), author=admin, now=timezone.now())
    play(replace(quiet, rulings=()))
    assert Invitation.objects.get().revoked_by == admin
    again = Membership.objects.get(user__email=MAYA.email)
    assert again.user.check_password("my own now")
    assert again.role == Role.VIEWER
    assert ThresholdVersion.objects.of(maya.tenant_id).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("left", [{"active": False}, {"role": Role.VIEWER}], ids=str)
def test_it_starts_again_without_the_admin_of_the_script(left: dict[str, object]) -> None:
    """Also when what they made was deleted since: nobody else makes it in their name."""
    quiet = replace(_only(set()), rulings=())
    play(quiet)
    Membership.objects.filter(user__email=ADAEZE.email).update(**left)
    purge_old_invitations(before=timezone.now() + timedelta(days=30))
    with tenant_scope(find_tenant(NORTHLINE.slug).pk):
        SavedView.objects.all().delete()
    play(quiet)
    assert not Invitation.objects.exists()


@override_settings(SHOPOPS_ENV="production")
def test_production_is_refused_with_one_sentence() -> None:
    with pytest.raises(CommandError, match="never filled into a production database") as refused:
        call_command("demo")
    assert str(refused.value).count("\n") == 0
