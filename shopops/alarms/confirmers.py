"""Who confirms: a bounded name and an identity key, both or neither, on acknowledgments only."""

import re

from shopops.alarms.refusals import RefusalCode
from shopops.ledger.kinds import EventKind

KEY = re.compile(r"[0-9a-f]{64}")
LONGEST_NAME = 80  # as on the roster


def check_confirmer(kind: EventKind, name: str | None, key: str | None) -> RefusalCode | None:
    """None: the confirmer has the right form. Whether the roster knows the key is asked there."""
    if name is None and key is None:
        return None
    if kind is not EventKind.ACKNOWLEDGED:
        return RefusalCode.CONFIRMER_NOT_ALLOWED
    if name is None or key is None:
        return RefusalCode.CONFIRMER_HALF
    is_name = name.strip() != "" and len(name) <= LONGEST_NAME and name.isprintable()
    return None if is_name and KEY.fullmatch(key) else RefusalCode.CONFIRMER_MALFORMED
