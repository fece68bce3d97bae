"""How this customer may be reached, and in which language. No personal value leaves this room."""

from shopops.agents.facts import Field
from shopops.agents.intake.evidence import EvidenceBook
from shopops.agents.intake.kinds import fact, inference, unknown
from shopops.agents.intake.languages import LANGUAGE_OF
from shopops.agents.ports import SourcedOrder
from shopops.agents.records import Customer

ONLY_EMAIL = 0.5
LANGUAGE_OF_COUNTRY = 0.5

NOT_GIVEN = "not_given"


def contact_fields(sourced: SourcedOrder, book: EvidenceBook) -> dict[str, Field]:
    """The customer's fields. Without a customer record each of them is unknown.

    `accepts_marketing` is not read: declining offers is not declining service mail.
    """
    contact = _Contact(sourced, book)
    return {
        "preferred_channel": contact.preferred_channel(),
        "email_on_file": contact.given("email", "cust:email"),
        "opted_out": contact.value("opted_out", "cust:optout"),
        "language": contact.language(),
        "customer_id_known": contact.given("id", "cust:id"),
        "credit_consent": contact.value("credit_consent", "cust:credit_consent"),
    }


class _Contact:
    def __init__(self, sourced: SourcedOrder, book: EvidenceBook) -> None:
        self._sourced = sourced
        self._customer = sourced.order.customer or Customer()
        self._book = book

    def value(self, member: str, short_id: str) -> Field:
        """The member's own value, as a fact."""
        value = getattr(self._customer, member)
        if value is None:
            return unknown(reason=NOT_GIVEN)
        return fact(self._cite(member, short_id), value=value)

    def given(self, member: str, short_id: str) -> Field:
        """That the member is there, without its value."""
        value = getattr(self._customer, member)
        if not value:
            return unknown(reason=NOT_GIVEN)
        return fact(self._cite(member, short_id), value=True)

    def preferred_channel(self) -> Field:
        if self._customer.preferred_channel is not None:
            cited = self._cite("preferred_channel", "oms:channel_pref")
            return fact(cited, value=self._customer.preferred_channel.value)
        if self._customer.email and not self._customer.phone:
            cited = self._cite("email", "cust:email")
            return inference(
                cited, value="email", confidence=ONLY_EMAIL, reason="only_email_on_file"
            )
        return unknown(reason=NOT_GIVEN)

    def language(self) -> Field:
        if self._customer.language:
            return fact(self._cite("language", "oms:language"), value=self._customer.language)
        ship_to = self._sourced.order.ship_to
        guess = LANGUAGE_OF.get(ship_to.country or "") if ship_to else None
        if ship_to is None or guess is None:
            return unknown(reason=NOT_GIVEN)
        cited = self._book.cite("oms:ship_to", "ship_to", ship_to, self._sourced.provenance)
        return inference(
            cited, value=guess, confidence=LANGUAGE_OF_COUNTRY, reason="ship_to_country"
        )

    def _cite(self, member: str, short_id: str) -> str:
        return self._book.cite(
            short_id,
            f"customer.{member}",
            getattr(self._customer, member),
            self._sourced.provenance,
        )
