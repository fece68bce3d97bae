"""Connecting and changing a shop, as forms that are made from its connector's settings."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from shopops.administration.connections.refusals import WrongSettings
from shopops.administration.refusals import SettingsRefusal
from shopops.connections.models import CarriesOut, Connection
from shopops.connectors.shop import Connector, Setting

LONGEST = 1000
LONGEST_TITLE = 120
KEPT = gettext_lazy("Kept as it is when left blank; it is never shown.")
SEALED = gettext_lazy("Kept encrypted, and never shown again.")


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=500,
        help_text=gettext_lazy("kept with the change, for whoever reads this later"),
        error_messages={"required": gettext_lazy("Say why, in a few words.")},
    )


class ShopForm(forms.Form):
    """`keeps`: secrets that are there already may be left blank."""

    title = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_TITLE,
        help_text=gettext_lazy("what people here call this shop"),
    )

    def __init__(
        self, connector: Connector, *args: Any, keeps: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.connector = connector
        self.kept = keeps or {}
        for setting in connector.settings:
            self.fields[f"setting_{setting.name}"] = self._field(setting)
            if setting.secret and not setting.required and self.kept.get(setting.name):
                self.fields[f"forget_{setting.name}"] = forms.BooleanField(
                    label=_("Forget it: {label}").format(label=_(setting.label)), required=False
                )
        self.fields["reason"] = reason_field()

    def _field(self, setting: Setting) -> forms.Field:
        has = bool(self.kept.get(setting.name))
        required = setting.required and not (setting.secret and has)
        label = _("{label} (optional)") if setting.is_optional else "{label}"
        shown: dict[str, Any] = {
            "label": label.format(label=_(setting.label)),
            "required": required,
        }
        if setting.choices:
            choices = [(value, _(words)) for value, words in setting.choices]
            initial = self.kept.get(setting.name) or setting.default
            return forms.ChoiceField(
                **shown, choices=choices, initial=initial, help_text=_(setting.help)
            )
        if setting.secret:
            more = KEPT if has else SEALED
            widget = forms.PasswordInput(_of_secret(setting))
            said = f"{_(setting.help)} {more}".strip()
            return forms.CharField(**shown, max_length=LONGEST, widget=widget, help_text=said)
        return forms.CharField(
            **shown,
            max_length=LONGEST,
            initial=self.kept.get(setting.name) or setting.default,
            help_text=_(setting.help),
            widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        )

    def refuse(self, refusal: SettingsRefusal) -> None:
        """At the fields that it is about, where it says so."""
        at = refusal.at if isinstance(refusal, WrongSettings) else {}
        for name, said in at.items():
            self.add_error(f"setting_{name}", said)
        if not at:
            self.add_error(None, str(refusal))

    @property
    def settings(self) -> dict[str, str]:
        return {
            one.name: self.cleaned_data.get(f"setting_{one.name}") or ""
            for one in self.connector.settings
        }

    @property
    def forget(self) -> list[str]:
        """Secrets that are to be there no longer."""
        names = [one.name for one in self.connector.settings]
        return [name for name in names if self.cleaned_data.get(f"forget_{name}")]


def _of_secret(setting: Setting) -> dict[str, str]:
    """`static/js/make_secret.js` puts buttons beside what is made here."""
    usual = {"autocomplete": "new-password", "spellcheck": "false"}
    if not setting.made:
        return usual
    words = {"data-words": _("Make one"), "data-copy-words": _("Copy"), "data-copied": _("Copied")}
    return {**usual, "data-make": setting.made.value, **words}


class Seen(forms.Form):
    """`seen`: the connection's version when it was shown."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def see(self, version: int) -> None:
        """Shown again after a refusal, it is about the connection as it is now."""
        self.data = {**dict(self.data.items()), "seen": version}


class SeenForm(Seen):
    reason = reason_field()


class CarriesOutForm(SeenForm):
    what = forms.ChoiceField(
        label=gettext_lazy("What is carried out in this shop?"),
        choices=[
            (CarriesOut.NOTHING.value, gettext_lazy("Nothing: people do it in the shop")),
            (CarriesOut.APPROVED.value, gettext_lazy("What a person approved")),
            (
                CarriesOut.PERMITTED.value,
                gettext_lazy("What a person approved, and what needs no approval"),
            ),
        ],
        widget=forms.RadioSelect,
    )
    field_order = ("what", "reason")


class ChangeForm(ShopForm, Seen):
    """What of a connection can be typed."""


def carries_out_form(connection: Connection, seen: int) -> CarriesOutForm:
    return CarriesOutForm(
        initial={"what": connection.carries_out, "seen": seen}, auto_id="id_out_%s"
    )


def seen_form(seen: int, name: str) -> SeenForm:
    return SeenForm(initial={"seen": seen}, auto_id=f"id_{name}_%s")
