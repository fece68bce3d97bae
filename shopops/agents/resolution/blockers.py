"""Phase 1: everything that keeps a proposal from being made, all of it collected."""

from collections.abc import Iterator

from shopops.agents.facts import Pack
from shopops.agents.proposal import Action, ActionKind
from shopops.agents.records import Channel
from shopops.agents.resolution.codes import Blocked
from shopops.agents.resolution.reading import (
    cite,
    field,
    is_false,
    is_known,
    is_true,
    language,
    of_kind,
    of_money,
    of_parcels,
    total_is_readable,
)
from shopops.agents.thresholds import Thresholds

# A contact field that says whether something is there is as good as missing when it is not.
_PRESENCE = frozenset({"email_on_file", "customer_id_known", "ship_to_complete"})


def blocked(pack: Pack, thresholds: Thresholds) -> dict[str, list[str]]:
    """Each reason with the evidence that shows it, in the design's order."""
    found: dict[str, list[str]] = {}
    for reason, evidence_ids in _all(pack, thresholds):
        found.setdefault(reason, []).extend(evidence_ids)
    return found


def _all(pack: Pack, thresholds: Thresholds) -> Iterator[tuple[str, list[str]]]:
    yield from _money(pack)
    yield from _contact(pack, thresholds)
    yield from _opt_out(pack)
    if is_true(pack, "chargeback_open"):
        yield Blocked.CHARGEBACK, field(pack, "chargeback_open").evidence_ids
    if is_known(pack, "duplicate_of"):
        yield Blocked.DUPLICATE, field(pack, "duplicate_of").evidence_ids
    yield from _shipping(pack)


def _money(pack: Pack) -> Iterator[tuple[str, list[str]]]:
    if pack.money_conflicts or not total_is_readable(pack):
        totals = [
            *field(pack, "order_total").evidence_ids,
            *field(pack, "order_currency").evidence_ids,
        ]
        yield Blocked.MONEY, [*totals, *of_kind(pack, "oms:lines"), *of_money(pack)]


def _contact(pack: Pack, thresholds: Thresholds) -> Iterator[tuple[str, list[str]]]:
    needed = dict.fromkeys(thresholds.required_contact_fields)
    if thresholds.language_required:
        needed["language"] = None
    if field(pack, "preferred_channel").known(Channel.EMAIL):
        needed["email_on_file"] = None  # a mail to nobody reaches nobody
    for name in needed:
        if _missing(pack, name):
            yield f"{Blocked.MISSING}{name}", field(pack, name).evidence_ids


def _missing(pack: Pack, name: str) -> bool:
    if name == "language":
        return language(pack) is None
    return not is_known(pack, name) or (name in _PRESENCE and is_false(pack, name))


def _opt_out(pack: Pack) -> Iterator[tuple[str, list[str]]]:
    if is_true(pack, "opted_out"):
        yield Blocked.OPTED_OUT, field(pack, "opted_out").evidence_ids
    if not is_known(pack, "opted_out"):
        yield f"{Blocked.MISSING}opted_out", field(pack, "opted_out").evidence_ids


def _shipping(pack: Pack) -> Iterator[tuple[str, list[str]]]:
    cancelled = [parcel for parcel in pack.parcels if parcel.cancelled]
    if cancelled:
        yield Blocked.SHIPMENT_CANCELLED, of_parcels(cancelled)
    expected = not is_true(pack, "digital_only") and not is_false(pack, "shipped")
    if expected and not is_known(pack, "exception_likely"):
        yield Blocked.TRACKING, of_parcels(pack.parcels)


def hand_over(pack: Pack, thresholds: Thresholds, reasons: dict[str, list[str]]) -> Action:
    """The one action of an escalation: a person looks at what blocks it."""
    shown = [found for evidence_ids in reasons.values() for found in evidence_ids]
    return Action(
        kind=ActionKind.AWAIT_HUMAN,
        cause=next(iter(reasons)),
        evidence_ids=cite(pack, thresholds, ("order_state",), shown),
        requires_approval=True,
    )
