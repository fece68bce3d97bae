"""Shops, accounts, members, tokens. Never shown: passwords, secrets of second factors,
hashes of tokens and links. A member's identity key is no secret: the ledger names people by it."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin

from shopops.accounts.models import AccountEvent
from shopops.administration.models import Invitation
from shopops.administration.operators.base import MOST_COUNTED, Reading, in_hex
from shopops.administration.operators.shops import OfOneShop
from shopops.tenants.models import ApiToken, Membership, Tenant, User


@admin.register(Tenant)
class TenantAdmin(Reading):
    list_display = fields = ("id", "name", "slug", "timezone", "created_at")


@admin.register(User)
class UserAdmin(Reading):
    list_display = ("id", "email", "is_active", "is_staff", "last_login")
    fields = (*list_display, "is_superuser", "date_joined", "sessions", "second_factors")
    readonly_fields = ("id", "sessions", "second_factors")

    def sessions(self, user: User) -> int:
        return int(UserSession.objects.filter(user=user).values("pk")[:MOST_COUNTED].count())

    def second_factors(self, user: User) -> str:
        """Their kinds."""
        kinds = Authenticator.objects.filter(user=user).order_by("type")
        return ", ".join(kinds.values_list("type", flat=True)[:MOST_COUNTED]) or "none"


@admin.register(AccountEvent)
class AccountEventAdmin(Reading):
    list_display = fields = ("id", "at", "kind", "user", "method", "code", "address", "browser")
    list_select_related = ("user",)


@admin.register(Membership)
class MembershipAdmin(OfOneShop):
    list_display = ("id", "display_name", "user", "role", "active", "created_at")
    list_select_related = ("user",)
    fields = (*list_display, "key")
    readonly_fields = ("id", "created_at", "key")
    key = staticmethod(in_hex("identity_key"))


@admin.register(Invitation)
class InvitationAdmin(OfOneShop):
    list_display = ("id", "email", "role", "invited_at", "expires_at", "accepted_at", "revoked_at")
    fields = (*list_display, "display_name", "invited_by", "sent_at", "membership", "revoked_by")


@admin.register(ApiToken)
class ApiTokenAdmin(OfOneShop):
    list_display = ("id", "name", "prefix", "scopes", "expires_at", "revoked_at", "last_used_at")
    fields = (*list_display, "skill", "created_by", "acts_for", "created_at")
    readonly_fields = ("id", "created_at")
