"""What comes in with a request, checked: the queue's filters."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from shopops.agents.cause_words import BLOCKED
from shopops.agents.proposal import ActionKind, Track
from shopops.money import MoneyError, exponent
from shopops.policy.rules import RuleId
from shopops.proposals.models import ReviewStatus
from shopops.review.cursor import Cursor
from shopops.review.filters import ME, NOBODY, Due, Filters, Sort
from shopops.review.ids import read_id
from shopops.review.words.headlines import blocked_reason
from shopops.review.words.rules import rule_words
from shopops.tenants.amounts import minor_typed, unreadable

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Choices = list[tuple[str, str | Promise]]

TRACK_NAMES: Mapping[Track, Promise] = {
    Track.STANDARD: _("Standard"),
    Track.EXCEPTION: _("Exception"),
    Track.ESCALATE: _("Escalate"),
}

TRACKS: Choices = [
    ("", _("All tracks")),
    *((track.value, TRACK_NAMES[track]) for track in Track),
]


def _rule_words(rule: RuleId) -> str:
    return f"{rule} {rule_words(rule)}"


_rule, _reason = lazy(_rule_words, str), lazy(blocked_reason, str)
RULE_CHOICES: Choices = [
    ("", _("Any rule")),
    *((rule.value, _rule(rule)) for rule in RuleId),
]
KINDS: Choices = [
    ("", _("Any step")),
    (ActionKind.PROPOSE_REFUND, _("Refund")),
    (ActionKind.PROPOSE_RESHIP, _("Send again")),
    (ActionKind.PROPOSE_STORE_CREDIT, _("Store credit")),
    (ActionKind.DRAFT_EMAIL, _("Mail")),
    (ActionKind.AWAIT_HUMAN, _("A person acts")),
]
FIELDS = ("language", "preferred_channel")
REASONS: Choices = [
    ("", _("Any reason")),
    *((code, _reason(code)) for code in (*BLOCKED, *(f"missing:{one}" for one in FIELDS))),
]
STATUSES: Choices = [
    ("", _("Waits for a decision")),
    (ReviewStatus.CHANGES_REQUESTED, _("Waits for information")),
    (ReviewStatus.NOT_REQUIRED, _("No review needed")),
    (ReviewStatus.APPROVED, _("Approved")),
    (ReviewStatus.REJECTED, _("Rejected")),
    (ReviewStatus.HANDLED, _("Handled outside")),
    (ReviewStatus.EXPIRED, _("Expired")),
]
AGES: Choices = [
    ("", _("Any time")),
    ("1", _("1 hour or longer")),
    ("4", _("4 hours or longer")),
    ("24", _("1 day or longer")),
    ("72", _("3 days or longer")),
    ("168", _("1 week or longer")),
]
DUES: Choices = [
    ("", _("At any time")),
    (Due.OVERDUE, _("Overdue")),
    (Due.SOON, _("Within 4 hours")),
]
SORTS: Choices = [(Sort.DUE, _("Due first")), (Sort.VALUE, _("Largest amount first"))]


def _choice(choices: Choices, label: "_StrPromise") -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, required=False, label=label)


class QueueForm(forms.Form):
    """The filters of the queue. What can't be read is named and left out, the rest applies."""

    q = forms.CharField(max_length=80, required=False, label=_("Order, customer or tracking code"))
    track = _choice(TRACKS, _("Track"))
    asked = forms.BooleanField(required=False, label=_("Waits for information"))
    status = _choice(STATUSES, _("Status"))
    kind = _choice(KINDS, _("Step proposed"))
    rule = _choice(RULE_CHOICES, _("Rule that asks"))
    reason = _choice(REASONS, _("Reason it is escalated"))
    assignee = forms.CharField(max_length=20, required=False, label=_("Who works on it"))
    age = _choice(AGES, _("Waits for"))
    due = _choice(DUES, _("Due"))
    currency = forms.CharField(max_length=3, required=False, label=_("Currency"))
    low = forms.CharField(max_length=24, required=False, label=_("Amount from"))
    high = forms.CharField(max_length=24, required=False, label=_("to"))
    sort = _choice(SORTS, _("Sort by"))
    after = forms.CharField(max_length=60, required=False)

    def clean_currency(self) -> str:
        currency = str(self.cleaned_data["currency"]).upper()
        if currency:
            self._checked(lambda: exponent(currency), currency)
        return currency

    def clean_assignee(self) -> str:
        who = str(self.cleaned_data["assignee"])
        if who in ("", ME, NOBODY) or read_id(who) is not None:
            return who
        raise ValidationError(_("Nobody here is called that. Choose a person, “me” or “nobody”."))

    def clean_after(self) -> Cursor | None:
        text = self.cleaned_data["after"]
        try:
            return Cursor.read(text) if text else None
        except ValueError as error:
            raise ValidationError(_("That link was cut off, so this is the first page.")) from error

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
            self.add_error("currency", _("Name the currency of the amount, such as USD."))
            return None
        try:
            return minor_typed(text, currency)
        except MoneyError as error:
            self.add_error(name, unreadable(error, text, currency))
            return None

    def _checked(self, look: Any, currency: str) -> None:
        try:
            look()
        except MoneyError as error:
            raise ValidationError(unreadable(error, currency, currency)) from error

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
