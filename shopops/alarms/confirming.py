"""The confirmer of an acknowledgment: a person of this shop's roster, or nobody at all."""

from dataclasses import dataclass

from shopops.alarms.confirmers import LONGEST_NAME, check_confirmer
from shopops.alarms.refusals import RefusalCode, Refused
from shopops.ledger import EventKind
from shopops.tenants.models import Membership


@dataclass(frozen=True, slots=True)
class Claim:
    """A confirmer as a caller gives it: name, and identity key in hex."""

    name: str | None = None
    key: str | None = None


NOBODY = Claim()


def confirmer_of(tenant_id: int, kind: EventKind, claim: Claim) -> Membership | None:
    """Raises `Refused`. The name that counts is the roster's, whatever the claim says."""
    code = check_confirmer(kind, claim.name, claim.key)
    if code is not None:
        raise Refused(code, name_length=str(LONGEST_NAME))
    if claim.key is None:
        return None
    found = Membership.objects.filter(
        tenant_id=tenant_id, identity_key=bytes.fromhex(claim.key), active=True
    ).first()
    if found is None:
        raise Refused(RefusalCode.CONFIRMER_UNKNOWN)
    return found
