"""The one thing that the operators' admin can add: a next version of a shop's numbers, through the
command of the shop's own page, by an operator who is an admin of that shop."""

from typing import Any

import msgspec
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from shopops.accounts.again import proof_asked
from shopops.administration.operators.shops import OfOneShop, chosen_shop
from shopops.administration.refusals import SettingsRefusal
from shopops.administration.threshold_saving import SAVING, put_in_force
from shopops.agents.thresholds import Thresholds
from shopops.tenants import thresholds
from shopops.tenants.models import Membership, Role, Tenant, ThresholdVersion


class _ProofAsked(Exception):
    """The form is right, and its operator is first to prove who they are."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


class NextVersionForm(forms.ModelForm[ThresholdVersion]):
    shop: Tenant  # both set by the admin for each request
    operator_id: int
    author: Membership
    numbers: Thresholds
    based_on = forms.IntegerField(widget=forms.HiddenInput)

    class Meta:
        model = ThresholdVersion
        fields = ("body", "reason")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self.author = admin_of(self.shop, self.operator_id)
        if {"body", "based_on"} <= data.keys():
            self.numbers = numbers_in(data["body"], data["based_on"])
        return data


def admin_of(shop: Tenant, user_id: int) -> Membership:
    member = Membership.objects.filter(
        tenant=shop, user_id=user_id, role=Role.ADMIN, active=True
    ).first()
    if member is None:
        raise ValidationError(
            f"You are no admin of {shop.name}, so a new version could not name who made it."
        )
    return member


def numbers_in(body: Any, version: int) -> Thresholds:
    try:
        return thresholds.checked(msgspec.convert({**body, "version": version}, Thresholds))
    except (msgspec.ValidationError, TypeError) as error:
        raise ValidationError({"body": f"Not the numbers of a shop: {error}"}) from error


@admin.register(ThresholdVersion)
class ThresholdVersionAdmin(OfOneShop):
    list_display = ("id", "version", "author", "reason", "created_at")
    list_select_related = ("author",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request) and chosen_shop(request) is not None

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (*self.list_display, "body") if obj else ("body", "reason", "based_on")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("id", "created_at") if obj else ()

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is not None:
            return super().get_form(request, obj, change, **kwargs)
        given = {"shop": chosen_shop(request), "operator_id": request.user.pk}
        return type("NextVersion", (NextVersionForm,), given)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """The numbers in force, to start from."""
        shop = chosen_shop(request)
        body = msgspec.to_builtins(thresholds.current(shop.pk)) if shop else {}
        return {"based_on": body.pop("version", 0), "body": body}

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """An addition goes without the transaction that Django opens here: the command commits
        its own."""
        if object_id is not None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        if not self.has_add_permission(request):
            raise PermissionDenied
        try:
            response: HttpResponse = self._changeform_view(  # type: ignore[attr-defined]
                request, None, form_url, extra_context
            )
        except _ProofAsked as asked:
            return asked.answer
        except SettingsRefusal as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return redirect(request.get_full_path())
        return response

    def save_model(
        self, request: HttpRequest, obj: ThresholdVersion, form: Any, change: bool
    ) -> None:
        if asks := proof_asked(request, gettext(SAVING)):
            raise _ProofAsked(asks)
        saved = put_in_force(
            numbers=form.numbers,
            based_on=form.cleaned_data["based_on"],
            reason=obj.reason,
            author=form.author,
        )
        obj.pk, obj.version, obj.tenant, obj.author = (
            saved.pk,
            saved.version,
            form.shop,
            form.author,
        )
