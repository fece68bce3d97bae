"""Django's admin for operators: it reads, and changes numbers only as a new version."""

from typing import Any

import msgspec
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from shopops.administration.refusals import SettingsRefusal
from shopops.administration.thresholds import change_thresholds
from shopops.agents.thresholds import Thresholds
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Role, Tenant, ThresholdVersion, User


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


@admin.register(Tenant)
class TenantAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "timezone", "created_at")


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    list_display = ("email", "is_active", "is_staff", "last_login")
    exclude = ("password",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("display_name", "tenant", "role", "active")
    list_filter = ("tenant", "role")


class NextVersionForm(forms.ModelForm[ThresholdVersion]):
    """The next version of one shop's numbers; saved only through the command of the page."""

    class Meta:
        model = ThresholdVersion
        fields = ("tenant", "body", "reason")

    author: Membership | None = None
    operator_id: int  # set by the admin for each request

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if {"tenant", "body"} <= data.keys():
            tenant = data["tenant"]
            self.author = _admin_of(tenant, self.operator_id)
            self.based_on = thresholds.current(tenant.pk).version
            self.numbers = _numbers(data["body"], self.based_on)
        return data


def _admin_of(tenant: Tenant, user_id: int) -> Membership:
    member = Membership.objects.filter(
        tenant=tenant, user_id=user_id, role=Role.ADMIN, active=True
    ).first()
    if member is None:
        raise ValidationError(
            f"You are no admin of {tenant.name}, so a new version could not name who made it."
        )
    return member


def _numbers(body: Any, version: int) -> Thresholds:
    try:
        return thresholds.checked(msgspec.convert({**body, "version": version}, Thresholds))
    except (msgspec.ValidationError, TypeError) as error:
        raise ValidationError({"body": f"Not the numbers of a shop: {error}"}) from error


@admin.register(ThresholdVersion)
class ThresholdVersionAdmin(ReadOnlyAdmin):
    """Add a version (start from `?tenant=ID`, which fills in the numbers in force)."""

    form = NextVersionForm
    list_display = ("tenant", "version", "author", "reason", "created_at")
    list_filter = ("tenant",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_active and request.user.is_staff)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        return type(form.__name__, (form,), {"operator_id": request.user.pk})

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        initial = super().get_changeform_initial_data(request)
        asked = str(initial.get("tenant", ""))
        tenant = Tenant.objects.filter(pk=int(asked)).first() if asked.isdecimal() else None
        if tenant is None:
            return initial
        body = msgspec.to_builtins(thresholds.current(tenant.pk))
        return {**initial, "body": {key: body[key] for key in body if key != "version"}}

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Without the transaction that Django opens here: the command commits its own."""
        try:
            response: HttpResponse = self._changeform_view(  # type: ignore[attr-defined]
                request, object_id, form_url, extra_context
            )
            return response
        except SettingsRefusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return redirect(request.get_full_path())

    def save_model(
        self, request: HttpRequest, obj: ThresholdVersion, form: Any, change: bool
    ) -> None:
        saved = change_thresholds(
            tenant_id=obj.tenant_id,
            numbers=form.numbers,
            based_on=form.based_on,
            reason=obj.reason,
            author=form.author,
            now=timezone.now(),
        )
        obj.pk, obj.version, obj.author = saved.pk, saved.version, saved.author
