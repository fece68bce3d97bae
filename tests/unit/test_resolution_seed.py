"""The first walk of the documentation, and what changing one field of its pack does."""

import subprocess
import sys

import pytest

from shopops.agents.facts import Pack
from shopops.agents.intake import FactKind, FakeOms, IntakeAgent
from shopops.agents.resolution import ActionKind, ResolutionAgent, Track


@pytest.fixture
def profile() -> Pack:
    return IntakeAgent(oms=FakeOms()).build("O-1001", "store_northline")


def test_a_stalled_parcel_gives_a_mail_and_the_choice_of_sending_again_or_refunding(
    profile: Pack,
) -> None:
    proposal = ResolutionAgent().propose(profile)
    assert proposal.track == Track.EXCEPTION
    assert proposal.can_proceed
    mail, reship, refund = proposal.actions
    assert mail.kind is ActionKind.DRAFT_EMAIL
    assert (mail.channel, mail.amount_minor, mail.currency) == ("email", 12900, "USD")
    assert mail.requires_approval
    assert mail.body_outline == [
        "stalled_shipment_apology",
        "reship_or_refund_options",
        "order_number",
    ]
    assert {"oms:order_total", "oms:channel_pref", "cust:optout", "ship:s1"} <= set(
        mail.evidence_ids
    )
    assert (reship.kind, reship.requires_approval) == (ActionKind.PROPOSE_RESHIP, True)
    assert {"ship:s1", "oms:ship_to", "oms:lines"} <= set(reship.evidence_ids)
    assert refund.kind is ActionKind.PROPOSE_REFUND
    assert refund.alternative == reship.alternative is not None
    assert {"pay:t1", "oms:order_total", "ship:s1"} <= set(refund.evidence_ids)
    assert proposal.rationale == ["language_default:en"]


def test_an_unknown_channel_escalates_by_its_name(profile: Pack) -> None:
    profile.fields["preferred_channel"].kind = FactKind.UNKNOWN
    blocked = ResolutionAgent().propose(profile)
    assert blocked.track == Track.ESCALATE
    assert blocked.blocked_reasons == ["missing:preferred_channel"]
    assert not blocked.can_proceed
    [action] = blocked.actions
    assert action.kind is ActionKind.AWAIT_HUMAN
    assert set(action.evidence_ids) <= profile.evidence.keys()


def test_a_forced_opt_out_escalates_with_exactly_that(profile: Pack) -> None:
    profile.fields["opted_out"].value = True
    blocked = ResolutionAgent().propose(profile)
    assert (blocked.track, blocked.blocked_reasons) == (Track.ESCALATE, ["opted_out"])
    assert [action.kind for action in blocked.actions] == [ActionKind.AWAIT_HUMAN]


def test_clearing_the_orders_signal_gives_a_status_update_without_any_refund(
    profile: Pack,
) -> None:
    profile.fields["exception_likely"].value = False
    proposal = ResolutionAgent().propose(profile)
    assert proposal.track == Track.STANDARD
    assert [action.kind for action in proposal.actions] == [ActionKind.DRAFT_EMAIL]


def test_clearing_the_parcels_gives_a_status_update_without_any_refund(profile: Pack) -> None:
    profile.parcels.clear()
    proposal = ResolutionAgent().propose(profile)
    assert proposal.track == Track.STANDARD
    assert [action.kind for action in proposal.actions] == [ActionKind.DRAFT_EMAIL]


def test_a_pack_without_a_field_is_a_pack_where_it_is_unknown(profile: Pack) -> None:
    profile.fields.clear()
    blocked = ResolutionAgent().propose(profile)
    assert blocked.blocked_reasons == [
        "conflict:money",
        "missing:preferred_channel",
        "missing:opted_out",
        "missing:tracking",
    ]


def test_importing_resolution_loads_no_framework() -> None:
    code = (
        "import sys, shopops.agents.resolution; "
        "print(sorted({'django', 'celery', 'ninja', 'psycopg'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
