"""What comes in with a request, checked: the queue's filters."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from shopops.agents.cause_words import BLOCKED
from shopops.agents.proposal import ActionKind, Track
from shopops.money import MoneyError, exponent, parse_minor
from shopops.policy.rules import RuleId
from shopops.proposals.models import ReviewStatus
from shopops.review.cursor import Cursor
from shopops.review.filters import ME, NOBODY, Due, Filters, Sort
from shopops.review.ids import read_id
from shopops.review.words.headlines import blocked_reason
from shopops.review.words.rules import RULES

Choices = list[tuple[str, str]]

TRACKS: Choices = [
    ("", "All tracks"),
    *((track.value, track.value.capitalize()) for track in Track),
]
RULE_CHOICES: Choices = [
    ("", "Any rule"),
    *((rule.value, f"{rule} {RULES[rule]}") for rule in RuleId),
]
KINDS: Choices = [
    ("", "Any step"),
    (ActionKind.PROPOSE_REFUND, "Refund"),
    (ActionKind.PROPOSE_RESHIP, "Send again"),
    (ActionKind.PROPOSE_STORE_CREDIT, "Store credit"),
    (ActionKind.DRAFT_EMAIL, "Mail"),
    (ActionKind.AWAIT_HUMAN, "A person acts"),
]
FIELDS = ("language", "preferred_channel")
REASONS: Choices = [
    ("", "Any reason"),
    *((code, blocked_reason(code)) for code in (*BLOCKED, *(f"missing:{one}" for one in FIELDS))),
]
STATUSES: Choices = [
    ("", "Waits for a decision"),
    (ReviewStatus.CHANGES_REQUESTED, "Waits for information"),
    (ReviewStatus.APPROVED, "Approved"),
    (ReviewStatus.REJECTED, "Rejected"),
    (ReviewStatus.HANDLED, "Handled outside"),
    (ReviewStatus.EXPIRED, "Expired"),
    (ReviewStatus.CANCELLED, "Cancelled"),
]
AGES: Choices = [
    ("", "Any time"),
    ("1", "1 hour or longer"),
    ("4", "4 hours or longer"),
    ("24", "1 day or longer"),
    ("72", "3 days or longer"),
    ("168", "1 week or longer"),
]
DUES: Choices = [("", "At any time"), (Due.OVERDUE, "Overdue"), (Due.SOON, "Within 4 hours")]
SORTS: Choices = [(Sort.DUE, "Due first"), (Sort.VALUE, "Largest amount first")]


def _choice(choices: Choices, label: str) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, required=False, label=label)


class QueueForm(forms.Form):
    """The filters of the queue. What can't be read is named and left out, the rest applies."""

    q = forms.CharField(max_length=80, required=False, label="Order, customer or tracking code")
    track = _choice(TRACKS, "Track")
    asked = forms.BooleanField(required=False, label="Waits for information")
    status = _choice(STATUSES, "Status")
    kind = _choice(KINDS, "Step proposed")
    rule = _choice(RULE_CHOICES, "Rule that asks")
    reason = _choice(REASONS, "Reason it is escalated")
    assignee = forms.CharField(max_length=20, required=False, label="Who works on it")
    age = _choice(AGES, "Waits for")
    due = _choice(DUES, "Due")
    currency = forms.CharField(max_length=3, required=False, label="Currency")
    low = forms.CharField(max_length=24, required=False, label="Amount from")
    high = forms.CharField(max_length=24, required=False, label="to")
    sort = _choice(SORTS, "Sort by")
    after = forms.CharField(max_length=60, required=False)

    def clean_currency(self) -> str:
        currency = str(self.cleaned_data["currency"]).upper()
        if currency:
            self._checked(lambda: exponent(currency))
        return currency

    def clean_assignee(self) -> str:
        who = str(self.cleaned_data["assignee"])
        if who in ("", ME, NOBODY) or read_id(who) is not None:
            return who
        raise ValidationError("Nobody here is called that. Choose a person, “me” or “nobody”.")

    def clean_after(self) -> Cursor | None:
        text = self.cleaned_data["after"]
        try:
            return Cursor.read(text) if text else None
        except ValueError as error:
            raise ValidationError("That link was cut off, so this is the first page.") from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        currency = data.get("currency", "")
        for name in ("low", "high"):
            data[name] = self._minor(name, data.get(name, ""), currency)
        return data

    def _minor(self, name: str, text: str, currency: str) -> int | None:
        if not text or "currency" in self.errors:
            return None
        if not currency:
            self.add_error("currency", "Name the currency of the amount, such as USD.")
            return None
        try:
            return parse_minor(text, currency)
        except MoneyError as error:
            self.add_error(name, str(error))
            return None

    def _checked(self, read: Any) -> None:
        try:
            read()
        except MoneyError as error:
            raise ValidationError(str(error)) from error

    def filters(self, me: int | None = None) -> Filters:
        """`me`: the membership of who asks."""
        self.is_valid()
        data = self.cleaned_data
        return Filters(
            track=data.get("track", ""),
            asked=bool(data.get("asked")),
            rule=data.get("rule", ""),
            currency=data.get("currency", ""),
            low=data.get("low"),
            high=data.get("high"),
            number=data.get("q", ""),
            kind=data.get("kind", ""),
            reason=data.get("reason", ""),
            status=data.get("status", ""),
            assignee=data.get("assignee", ""),
            me=me,
            age_hours=int(data["age"]) if data.get("age") else None,
            due=data.get("due", ""),
            sort=data.get("sort") or Sort.DUE,
        )
