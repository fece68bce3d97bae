"""What is said before a single key approves what is above the shop's caps."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from shopops.policy.rules import RuleId
from shopops.review.words.values import money


def look_twice_at(stake: Mapping[str, int], asking: Collection[RuleId], *, edited: bool) -> str:
    """`stake`: of what is chosen; `asking`: the rules that ask for a person because of it. Empty:
    nothing deserves a second look."""
    said = " + ".join(money(minor, currency) for currency, minor in stake.items())
    if not said:
        return ""
    if RuleId.APR_3 in asking:
        return _(
            "{stake} is at stake. That is above the second cap, so two people approve the same."
        ).format(stake=said)
    if RuleId.APR_1 not in asking:
        return ""
    if edited:
        return _("{stake} is at stake. The shop's policy asks for a person.").format(stake=said)
    return _("{stake} is at stake. That is above the shop's cap.").format(stake=said)
