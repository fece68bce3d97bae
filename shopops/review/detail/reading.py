"""One proposal, and what its shop has on record about its order."""

from collections.abc import Sequence

from django.db.models import Prefetch
from django.http import Http404
from msgspec.structs import replace

from shopops.agents.facts import Pack, Scalar
from shopops.agents.intake.came_back import still_good
from shopops.agents.ports import SuppliedFact, UnknownOrder
from shopops.agents.records import Customer, Order, Tracker
from shopops.agents.supplied import CameBack, FactName
from shopops.connectors.stored import StoredOms
from shopops.connectors.suppression import plain
from shopops.proposals.models import Action, Proposal


def find_proposal(tenant_id: int, proposal_id: int) -> Proposal:
    """Raises `Http404`, also for another shop's."""
    actions = Prefetch("actions", Action.objects.prefetch_related("verdicts"))
    row = (
        Proposal.objects.of(tenant_id)
        .select_related("pack", "decided_by", "superseded_by", "tenant")
        .prefetch_related(actions)
        .filter(pk=proposal_id)
        .first()
    )
    if row is None:
        raise Http404
    return row


def records_of(tenant_id: int, pack: Pack) -> tuple[Order | None, dict[str, Tracker]]:
    """The order and its trackers as last received; nothing once they are erased. The address that a
    person supplied stands in it where the source gives none."""
    oms = StoredOms(tenant_id)
    oms.preload([pack.order_id], beside=False)
    try:
        order = oms.order(pack.order_id, pack.tenant).order
    except UnknownOrder:
        return None, {}
    found = oms.trackers(order, pack.tenant)
    addressed = _with_address(order, oms.supplied(order, pack.tenant))
    return addressed, {key: sourced.tracker for key, sourced in found.items()}


def _with_address(order: Order, supplied: Sequence[SuppliedFact]) -> Order:
    customer = order.customer or Customer()
    told = [one.value for one in still_good(supplied) if one.name == FactName.EMAIL_ON_FILE]
    back = [one.value for one in supplied if one.name == CameBack.UNDELIVERABLE]
    given = None if _is_one_of(customer.email, back) else customer.email
    found = given or (str(told[-1]) if told else None)
    if found == customer.email:
        return order
    return replace(order, customer=replace(customer, email=found))


def _is_one_of(address: str | None, back: Sequence[Scalar]) -> bool:
    return plain(address or "") in {plain(str(one)) for one in back}
