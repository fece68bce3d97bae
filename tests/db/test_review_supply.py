"""An escalation lacks a fact, and somebody found it out."""

import pytest
from django.db import DatabaseError, transaction

from shopops.agents.facts import FactKind
from shopops.agents.records import Customer
from shopops.connectors.models import SuppliedFact
from shopops.proposals.models import Evidence, Proposal
from shopops.proposals.read import pack_of
from shopops.review import refusals
from shopops.review.editing import refusals as edit_refusals
from shopops.review.models import Decision
from shopops.tenants.scope import tenant_scope
from tests.support.deciding import ORDER, Deciding, statuses
from tests.support.reviewing import Reviewing, reviewing

pytestmark = pytest.mark.django_db


def _without(room: Reviewing, **missing: object) -> None:
    """The shop's record of the customer says less than before."""
    customer = room.oms.orders[ORDER].customer or Customer()
    named = {name: getattr(customer, name) for name in customer.__struct_fields__}
    room.change(ORDER, customer=Customer(**{**named, **missing}))
    room.resolve(ORDER)


@pytest.fixture
def deciding() -> Deciding:
    """An escalation that does not know whether the customer opted out."""
    room = reviewing([ORDER])
    _without(room, opted_out=None)
    return Deciding(room)


def _newest(deciding: Deciding) -> Proposal:
    with tenant_scope(deciding.room.shop.pk):
        return (
            Proposal.objects.of(deciding.room.shop.pk)
            .select_related("pack")
            .filter(order_id=ORDER)
            .latest("revision")
        )


def test_the_order_is_proposed_anew_with_the_fact_as_evidence(deciding: Deciding) -> None:
    assert _newest(deciding).blocked_reasons == ["missing:opted_out"]
    supplied = deciding.supply("opted_out", "no", "She said so on the phone")
    newest = _newest(deciding)
    assert newest.pk == supplied.proposal_id
    assert (newest.track, newest.blocked_reasons) == ("exception", [])
    field = pack_of(newest).fields["opted_out"]
    assert (field.kind, field.value, field.reason) == (FactKind.FACT, False, "supplied_by_person")
    assert field.evidence_ids == [supplied.evidence_id]
    assert Evidence.objects.filter(pack=newest.pack, short_id=supplied.evidence_id).exists()


def test_who_when_and_how_they_know_are_kept_with_it(deciding: Deciding) -> None:
    deciding.supply("opted_out", "no", "She said so on the phone")
    kept = SuppliedFact.objects.get()
    assert (kept.supplied_by, kept.known_from) == (
        deciding.room.person(),
        "She said so on the phone",
    )
    assert kept.supplied_at > deciding.room.now


def test_the_ledger_says_what_was_supplied_and_not_its_value() -> None:
    room = reviewing([ORDER], required_contact_fields=("email_on_file",))
    _without(room, email=None)
    deciding = Deciding(room)
    supplied = deciding.supply("email_on_file", "ines@example.com")
    [told] = deciding.told()
    assert (told["decision"], told["fact"]) == ("supply_fact", "email_on_file")
    assert told["evidence"] == supplied.evidence_id
    assert "ines" not in str(told)
    pack = pack_of(_newest(deciding))
    assert pack.fields["email_on_file"].value is True
    assert "example.com" not in str(_newest(deciding).pack.body)


def test_a_fact_of_the_source_is_never_overridden_and_the_contradiction_is_named(
    deciding: Deciding,
) -> None:
    supplied = deciding.supply("opted_out", "no")
    _without(deciding.room, opted_out=True)
    newest = _newest(deciding)
    field = pack_of(newest).fields["opted_out"]
    assert (field.value, field.reason) == (True, "supplied_differs")
    assert supplied.evidence_id in field.evidence_ids
    assert newest.blocked_reasons == ["opted_out"]


def test_a_source_that_says_the_same_needs_the_colleague_no_more(deciding: Deciding) -> None:
    supplied = deciding.supply("opted_out", "no")
    _without(deciding.room, opted_out=False)
    assert supplied.evidence_id not in pack_of(_newest(deciding)).evidence


def test_of_two_that_were_supplied_the_newer_counts() -> None:
    room = reviewing([ORDER])
    _without(room, opted_out=None, preferred_channel=None, email=None)
    deciding = Deciding(room)
    deciding.supply("opted_out", "yes")
    assert _newest(deciding).blocked_reasons == ["missing:preferred_channel", "opted_out"]
    with pytest.raises(edit_refusals.UnknownFact):
        deciding.supply("opted_out", "no")
    deciding.supply("preferred_channel", "phone")
    assert _newest(deciding).blocked_reasons == ["opted_out"]


@pytest.mark.parametrize("name", ["language", "order_total", "claimed_missing", "", "customer"])
def test_only_what_is_named_as_missing_is_supplied(deciding: Deciding, name: str) -> None:
    with pytest.raises(edit_refusals.UnknownFact):
        deciding.supply(name, "en")
    assert not SuppliedFact.objects.exists()


@pytest.mark.parametrize("value", ["", "maybe", "true", "no\0pe"])
def test_a_value_that_the_fact_cannot_have_is_refused(deciding: Deciding, value: str) -> None:
    with pytest.raises(edit_refusals.FactUnreadable):
        deciding.supply("opted_out", value)


def test_it_is_not_enough_to_know_it(deciding: Deciding) -> None:
    with pytest.raises(edit_refusals.SourceRequired):
        deciding.supply("opted_out", "no", " ")


def test_how_it_is_known_is_refused_when_it_is_too_long_not_cut(deciding: Deciding) -> None:
    with pytest.raises(edit_refusals.FactUnreadable):
        deciding.supply("opted_out", "no", "x" * 501)
    deciding.supply("opted_out", "no", "x" * 500)
    assert len(SuppliedFact.objects.get().known_from) == 500


def test_only_an_escalation_takes_a_fact() -> None:
    with pytest.raises(refusals.NotEscalated):
        Deciding(reviewing([ORDER])).supply("language", "de")


def test_sent_twice_it_is_kept_once(deciding: Deciding) -> None:
    handle = deciding.room.handle(ORDER)
    deciding.supply("opted_out", "no", handle=handle)
    with pytest.raises(refusals.Stale):
        deciding.supply("opted_out", "no", handle=handle)
    assert SuppliedFact.objects.count() == Decision.objects.count() == 1


def test_two_people_supply_different_things_and_the_second_sees_the_first(
    deciding: Deciding,
) -> None:
    noors = deciding.room.handle(ORDER, "Noor")
    deciding.supply("opted_out", "yes")
    with pytest.raises(refusals.Stale):
        deciding.supply("opted_out", "no", name="Noor", handle=noors)


def test_a_crash_before_the_pipeline_loses_nothing(
    deciding: Deciding, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """The process, on the next line."""

    def die(**_: object) -> None:
        raise Died

    monkeypatch.setattr("shopops.review.supplying.propose_again", die)
    with pytest.raises(Died):
        deciding.supply("opted_out", "no")
    with pytest.raises(refusals.Stale):
        deciding.handled()
    deciding.room.resolve(ORDER)
    assert statuses(deciding.revisions())[-1] == "pending"
    assert _newest(deciding).blocked_reasons == []


def test_erased_it_is_missing_again(deciding: Deciding) -> None:
    deciding.supply("opted_out", "no")
    SuppliedFact.objects.all().delete()
    deciding.room.resolve(ORDER)
    assert _newest(deciding).blocked_reasons == ["missing:opted_out"]


def test_what_was_said_never_changes(deciding: Deciding) -> None:
    deciding.supply("opted_out", "no")
    with pytest.raises(DatabaseError), transaction.atomic():
        SuppliedFact.objects.update(value=True)


def test_another_shop_s_facts_are_not_read(deciding: Deciding) -> None:
    other = reviewing([ORDER], slug="store_other")
    _without(other, opted_out=None)
    deciding.supply("opted_out", "no")
    other.resolve(ORDER)
    assert _newest(Deciding(other)).blocked_reasons == ["missing:opted_out"]
