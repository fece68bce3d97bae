"""What came back from the customer, or from their mail server: a claim of theirs, never more."""

from collections.abc import Sequence

from shopops.agents.facts import Field
from shopops.agents.intake.claims import ASKED_BY_CUSTOMER, cited_claims
from shopops.agents.intake.evidence import EvidenceBook, id_part
from shopops.agents.intake.kinds import inference, unknown
from shopops.agents.ports import SourcedOrder, SuppliedFact
from shopops.agents.records import Channel, ClaimKind
from shopops.agents.supplied import CameBack, FactName

CHOICES = frozenset({ClaimKind.CHOICE_RESHIP, ClaimKind.CHOICE_REFUND})
SAYS_SO, UNDELIVERABLE = "customer_claim", "undeliverable"


def answer_fields(
    sourced: SourcedOrder, supplied: Sequence[SuppliedFact], book: EvidenceBook
) -> dict[str, Field]:
    """Only what there is: `customer_choice`, the newest, and `customer_replied`."""
    fields: dict[str, Field] = {}
    chosen = [
        (claim.kind, short_id)
        for short_id, claim in cited_claims(sourced, book)
        if claim.kind in CHOICES
    ]
    chosen += [
        (ClaimKind(str(one.value)), _cite(one, book)) for one in _of(supplied, CameBack.CHOICE)
    ]
    if chosen:
        kind, short_id = chosen[-1]
        fields["customer_choice"] = _claimed(short_id, value=kind.value)
    replies = [_cite(one, book) for one in _of(supplied, CameBack.REPLY)]
    if replies:
        fields["customer_replied"] = _claimed(*replies, value=True)
    return fields


def without_undeliverable(
    fields: dict[str, Field],
    sourced: SourcedOrder,
    supplied: Sequence[SuppliedFact],
    book: EvidenceBook,
) -> dict[str, Field]:
    """An address that takes no mail is none, and nobody is told anything by way of it."""
    customer = sourced.order.customer
    back = {_plain(one): one for one in _of(supplied, CameBack.UNDELIVERABLE)}
    failed = back.get((customer.email or "").strip().casefold()) if customer else None
    if failed is None:
        return fields
    cited = _cite(failed, book)
    changed = {"email_on_file": unknown(cited, reason=UNDELIVERABLE)}
    if fields["preferred_channel"].value == Channel.EMAIL:
        changed["preferred_channel"] = unknown(cited, reason=UNDELIVERABLE)
    return {**fields, **changed}


def still_good(supplied: Sequence[SuppliedFact]) -> list[SuppliedFact]:
    """Without addresses that people supplied and that take no mail either."""
    back = {_plain(one) for one in _of(supplied, CameBack.UNDELIVERABLE)}
    return [
        one
        for one in supplied
        if one.name != FactName.EMAIL_ON_FILE or str(one.value).strip().casefold() not in back
    ]


def _of(supplied: Sequence[SuppliedFact], name: CameBack) -> list[SuppliedFact]:
    return [one for one in supplied if one.name == name]


def _plain(one: SuppliedFact) -> str:
    return str(one.value).strip().casefold()


def _cite(one: SuppliedFact, book: EvidenceBook) -> str:
    short_id = f"claim:{id_part(one.id)}"
    return book.cite(short_id, "value", one.value, one.provenance, one.supplied_at)


def _claimed(*evidence_ids: str, value: str | bool) -> Field:
    return inference(*evidence_ids, value=value, confidence=ASKED_BY_CUSTOMER, reason=SAYS_SO)
