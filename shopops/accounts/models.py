"""What happened to accounts. Not a tenant's: whoever signs in has not chosen a shop yet."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from shopops.tenants.managers import AppendOnly

LONGEST_BROWSER = 200


class AccountEventKind(models.TextChoices):
    SIGNED_IN = "signed_in", "Signed in"
    REFUSED = "refused", "Sign-in refused"
    THROTTLED = "throttled", "Too many attempts"
    SIGNED_OUT = "signed_out", "Signed out"
    CONFIRMED_AGAIN = "confirmed_again", "Confirmed who they are"
    SESSION_ENDED = "session_ended", "Ended a session elsewhere"
    INVITED = "invited", "Link to choose a password made"
    PASSWORD_ASKED = "password_asked", "Asked for a new password"
    PASSWORD_SET = "password_set", "Chose a password"
    FACTOR_ADDED = "factor_added", "Second factor added"
    FACTOR_REMOVED = "factor_removed", "Second factor removed"
    CODES_MADE = "codes_made", "New recovery codes"
    PROVIDER_CONNECTED = "provider_connected", "Single sign-on connected"
    PROVIDER_REMOVED = "provider_removed", "Single sign-on removed"


class AccountEvent(AppendOnly):
    """One row each, never changed. `user` None: the address that was typed is nobody's, and it is
    not kept, because people type passwords there. `method`: password, totp, recovery_codes,
    webauthn or the provider's id. `code`: why it was refused.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="account_events"
    )
    kind = models.CharField(max_length=24, choices=AccountEventKind.choices)
    method = models.CharField(max_length=40, blank=True)
    code = models.CharField(max_length=40, blank=True)
    address = models.GenericIPAddressField(null=True)
    browser = models.CharField(max_length=LONGEST_BROWSER, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(AppendOnly.Meta):
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("user", "-id"), name="account_event_of"),
            models.Index(fields=("-at",), name="account_event_at"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=AccountEventKind.values), name="account_event_kind"
            ),
        )
