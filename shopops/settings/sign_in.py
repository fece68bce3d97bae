"""Single sign-on with OpenID Connect, from the environment to django-allauth's settings."""

from typing import Any
from urllib.parse import urlsplit

from shopops.settings.environment import Environment, SettingRefused

PROVIDER = "sso"
NEEDED = ("SHOPOPS_OIDC_ISSUER", "SHOPOPS_OIDC_CLIENT_ID", "SHOPOPS_OIDC_CLIENT_SECRET")


def providers(env: Environment, *, production: bool) -> dict[str, Any]:
    """allauth's SOCIALACCOUNT_PROVIDERS; without an app when no single sign-on is set."""
    issuer, client_id, secret = (env.text(name, "") for name in NEEDED)
    if not (issuer or client_id or secret):
        return {"openid_connect": {"APPS": []}}
    missing = [name for name in NEEDED if not env.text(name, "")]
    if missing:
        raise SettingRefused(f"Single sign-on needs {' and '.join(missing)} too.")
    if production and not issuer.startswith("https://"):
        raise SettingRefused("SHOPOPS_OIDC_ISSUER is no https:// address.")
    app = {
        "provider_id": PROVIDER,
        "name": env.text("SHOPOPS_OIDC_NAME", "your company account"),
        "client_id": client_id,
        "secret": secret,
        "settings": {"server_url": issuer, "oauth_pkce_enabled": True},
    }
    return {"openid_connect": {"APPS": [app]}}


def origins(found: dict[str, Any]) -> list[str]:
    """Where the form that starts single sign-on leads, as the content security policy has it."""
    servers = [urlsplit(app["settings"]["server_url"]) for app in found["openid_connect"]["APPS"]]
    return [f"{server.scheme}://{server.netloc}" for server in servers]
