"""In which language somebody reads: what they chose, else what their shop writes in."""

from django.conf import settings
from django.db.models import CharField, OuterRef, Subquery
from django.db.models.fields.json import KeyTextTransform
from django.utils.translation import gettext_noop
from django.utils.translation.trans_real import get_supported_language_variant

from shopops.tenants.models import Membership, Role, ThresholdVersion, User

ENGLISH = "en"
DEFAULT = KeyTextTransform("default_language", "body")
# The labels of roles, for the catalogue: a model's own stay English, since programs read them too.
ROLES = {
    Role.VIEWER: gettext_noop("Viewer"),
    Role.AUDITOR: gettext_noop("Auditor"),
    Role.REVIEWER: gettext_noop("Reviewer"),
    Role.ADMIN: gettext_noop("Admin"),
}


def spoken(*wanted: str | None) -> str:
    """The first of them that the interface has, "de" for "de-AT"; English if it has none."""
    for one in wanted:
        try:
            return get_supported_language_variant(one or "")
        except LookupError:
            continue
    return ENGLISH


def is_spoken(language: str) -> bool:
    return language in dict(settings.LANGUAGES)


def language_of(member: Membership) -> str:
    """For mails. Inside the shop's scope."""
    return spoken(member.user.language or shops_language(member.tenant_id))


def language_for(email: str, *, tenant_id: int) -> str:
    """For mails to somebody who may have no account yet. Inside the shop's scope."""
    chosen = User.objects.filter(email__iexact=email).values_list("language", flat=True).first()
    return spoken(chosen or shops_language(tenant_id))


def shops_language(tenant_id: int) -> str:
    """What its settings call the language of customers of whom none is known. Inside its scope."""
    newest = ThresholdVersion.objects.of(tenant_id).order_by("-version")
    return spoken(newest.values_list(DEFAULT, flat=True).first())


def newest_default(tenant: OuterRef) -> Subquery:
    """The same, for a statement about several people."""
    newest = ThresholdVersion.objects.filter(tenant=tenant).order_by("-version")
    return Subquery(newest.values(said=DEFAULT)[:1], output_field=CharField())
