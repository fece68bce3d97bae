"""Each policy rule in a few words, for lists and filters."""

from django.utils.translation import gettext

from shopops.policy.rules import RuleId

RULES = {
    RuleId.EVD_1: "evidence present",
    RuleId.EVD_2: "evidence resolves",
    RuleId.EVD_3: "evidence fresh",
    RuleId.ID_1: "requester matched",
    RuleId.MON_1: "amount well formed",
    RuleId.MON_2: "within what is left",
    RuleId.MON_3: "same currency",
    RuleId.DUP_1: "one remedy at a time",
    RuleId.APR_1: "approval above the cap",
    RuleId.APR_2: "approval binds what was seen",
    RuleId.APR_3: "two people above the second cap",
    RuleId.SHP_1: "address known",
    RuleId.SHP_2: "sending again needs approval",
    RuleId.GDW_1: "goodwill within its limits",
    RuleId.CHN_1: "customer may be written to",
    RuleId.AGG_1: "remedies added up",
}


def rule_words(rule: RuleId) -> str:
    return gettext(RULES[rule])
