"""Every setting that the environment can change, as data.

`docs/settings.md` is this table; a test compares the two. A value that cannot be read
stops the start with one sentence.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

DEFAULT_SECRET_KEY = "insecure-development-key-replace-me-in-production-0123456789"  # noqa: S105
ENVIRONMENTS = ("production", "development", "demo")
TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
MOST_DAYS = 36_500
MOST_SECONDS = 300
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})


class SettingRefused(SystemExit):
    """A setting in the environment cannot be used; the message says how to mend it."""


@dataclass(frozen=True)
class Setting:
    """One variable: its name, what it is when unset (in words or verbatim), what it does."""

    name: str
    default: str
    meaning: str


SETTINGS = (
    Setting(
        "SHOPOPS_ENV",
        "development",
        "`production`, `development` or `demo`. `make run` uses `demo`.",
    ),
    Setting(
        "SHOPOPS_SECRET_KEY",
        "an insecure key",
        "Signs sessions and handles. Production refuses the default; "
        "`make run` makes its own in `var/secret-key`.",
    ),
    Setting(
        "SHOPOPS_OLD_SECRET_KEYS",
        "none",
        "Earlier values of SHOPOPS_SECRET_KEY, separated by commas: what they signed or sealed "
        "still counts. Take them away once nothing does: after `manage.py reseal`, and thirty "
        "days after the change, when the last link in a customer's mail is over; by the links of "
        "older mails nobody can unsubscribe any more then, only by an answer. Without "
        "SHOPOPS_CODE_KEY the suppression list needs them for ever.",
    ),
    Setting(
        "SHOPOPS_VAULT_KEYS",
        "made from SHOPOPS_SECRET_KEY",
        "Encrypts what is secret in the database: second factors, mails that came in, connected "
        "shops. Random texts of 32 characters or more, separated by commas: the first one "
        "encrypts, all of them decrypt. To change it, put the new one in front, restart, run "
        "`manage.py reseal`, and take the old one away.",
    ),
    Setting(
        "SHOPOPS_CODE_KEY",
        "made from SHOPOPS_SECRET_KEY",
        "Makes the codes that people type back, and the keyed hashes by which addresses stand on "
        "the suppression list. Set it before the secret key is ever changed, and never change it: "
        "`provenance_audit` finds every code that no longer follows from it.",
    ),
    Setting(
        "DEBUG",
        "on in development, else off",
        "Django's debug pages. Production refuses it.",
    ),
    Setting(
        "DATABASE_URL",
        "the embedded server",
        "PostgreSQL 14 or newer, signed in as the app role: "
        "`postgresql://so_app:…@host/shopops`. Set, no embedded server is started.",
    ),
    Setting(
        "MIGRATE_DATABASE_URL",
        "the embedded server",
        "The same database signed in as the migrate role; only `manage.py migrate` uses it. "
        "Required for `migrate` when DATABASE_URL is set.",
    ),
    Setting(
        "CELERY_BROKER_URL",
        "files below `var/broker`",
        "For example `redis://localhost:6379/0`. The queue may be lost at any time: "
        "the database knows what is due.",
    ),
    Setting("PORT", "8000", "The port that `make run` serves on."),
    Setting("BIND", "127.0.0.1", "The address that `make run` serves on."),
    Setting(
        "ALLOWED_HOSTS",
        "localhost, 127.0.0.1, [::1]",
        "Host names that the site answers to, separated by commas.",
    ),
    Setting(
        "CSRF_TRUSTED_ORIGINS",
        "none",
        "Origins such as `https://ops.example.com`, separated by commas; "
        "needed when a proxy changes the Host header.",
    ),
    Setting(
        "SHOPOPS_BEHIND_PROXY",
        "off",
        "Believe `X-Forwarded-Proto`, and the last address in `X-Forwarded-For`. Only when a proxy "
        "of yours always sets both.",
    ),
    Setting(
        "SHOPOPS_VAR",
        "`var/` in the checkout",
        "The folder for everything that is written: embedded database, broker, logs.",
    ),
    Setting(
        "SHOPOPS_SITE_URL",
        "`http://127.0.0.1:` and PORT",
        "Where people reach this site, without a slash at the end; alarm mails link to it.",
    ),
    Setting(
        "SHOPOPS_SMTP_URL",
        "no mail is sent",
        "The mail server: `smtp+starttls://name:password@mail.example.com:587`, `smtps://…` for "
        "TLS at once, `smtp://…` for a server of your own network. `?timeout=20` is the seconds "
        "that an answer may take. Without one nobody can be rung, and the site says so.",
    ),
    Setting(
        "SHOPOPS_MAIL_FROM",
        "alarms@localhost",
        "The address that alarm mails come from.",
    ),
    Setting(
        "SHOPOPS_REPLY_ADDRESS",
        "the address that mails come from",
        "The mailbox whose mail reaches the inbound webhook, such as `reply@in.example.com`. "
        "Mails ask to be answered at `reply+…@in.example.com`, so it must take such addresses.",
    ),
    Setting(
        "SHOPOPS_INBOUND",
        "raw",
        "The ways by which answers come in, separated by commas: `raw` (your own mail server), "
        "`mailgun`, `postmark`. `brevo`, `mailersend`, `mailjet`, `mandrill`, `postal`, `sendgrid` "
        "and `sparkpost` can be set too and are not tested.",
    ),
    Setting(
        "SHOPOPS_INBOUND_SECRET",
        "made from SHOPOPS_SECRET_KEY; none in production",
        "Signs what your own mail server delivers to `/inbound/…/raw`. Required in production "
        "when SHOPOPS_INBOUND has `raw`.",
    ),
    Setting(
        "SHOPOPS_MAILGUN_SIGNING_KEY",
        "none",
        "Mailgun's HTTP webhook signing key. Required when SHOPOPS_INBOUND has `mailgun`.",
    ),
    Setting(
        "SHOPOPS_INBOUND_BASIC_AUTH",
        "none",
        "`name:password`, as in the webhook address `https://name:password@…` that you give to "
        "the provider. Required for every provider but Mailgun.",
    ),
    Setting(
        "SHOPOPS_ANYMAIL",
        "none",
        "A JSON object of django-anymail settings that an untested provider needs besides.",
    ),
    Setting(
        "SHOPOPS_AUTHSERV_ID",
        "none",
        "The name that your receiving mail server puts first in its Authentication-Results "
        "headers. Without one, a sender is proven by our own check of their DKIM signature.",
    ),
    Setting(
        "SHOPOPS_HEARTBEAT_URL",
        "none",
        "Fetched after every good sweep of the alarms. Let a monitor elsewhere tell you when it "
        "falls silent.",
    ),
    Setting(
        "SHOPOPS_OIDC_ISSUER",
        "no single sign-on",
        "Sign in with OpenID Connect too: the provider's address, below which it has "
        "`/.well-known/openid-configuration`. Give the provider the redirect address "
        "`…/sign-in/with/sso/login/callback/`. It opens accounts that are here; it makes none.",
    ),
    Setting("SHOPOPS_OIDC_CLIENT_ID", "none", "The client id that the provider gave this site."),
    Setting("SHOPOPS_OIDC_CLIENT_SECRET", "none", "The secret that belongs to it."),
    Setting(
        "SHOPOPS_OIDC_NAME",
        "your company account",
        "What the button says: “Sign in with …”.",
    ),
    Setting(
        "SHOPOPS_RATE_LIMITS",
        "api-token=600, api-source=1200, inbound=600, links=30, webhooks=3000",
        "Requests a minute that are taken: of one API token; from one place to the API, to the "
        "inbound webhooks of mail, to the links of invitations and confirmations, and to the "
        "webhooks of connected shops. What is not named stays as it is; `off` counts nothing. "
        "Signing in has limits of its own.",
    ),
    Setting(
        "SHOPOPS_OPERATORS_SECOND_FACTOR",
        "on in production, else off",
        "`/admin/` and the page that opens shops take an operator who has a second factor.",
    ),
    Setting(
        "SHOPOPS_MONITOR_TOKEN",
        "none",
        "A monitor that sends it as `Authorization: Bearer …` learns from `/healthz/alarms`, "
        "`/healthz/provenance`, `/healthz/execution` and `/healthz/write-back` what is wrong, and "
        "in which shops; everybody else whether something is. At least 32 random characters.",
    ),
    Setting(
        "SHOPOPS_KEEP_ACCOUNT_EVENTS",
        "400",
        "Days after which sign-ins and changes to accounts are deleted; at least 30.",
    ),
    Setting(
        "SHOPOPS_KEEP_INVITATIONS",
        "90",
        "Days after which an invitation that was used, revoked or is over is deleted; at least 1.",
    ),
    Setting(
        "SHOPOPS_PRIVATE_SHOPS",
        "off in production, else on",
        "Connected shops may have addresses of a private network, and `http://` there. Off, "
        "nothing is sent to such an address, whatever name leads to it.",
    ),
    Setting(
        "SHOPOPS_SHOP_TIMEOUT",
        "20",
        "Seconds that a connected shop may take to answer; what it did is then looked up.",
    ),
    Setting(
        "SHOPOPS_NARRATIVE_URL",
        "no model",
        "A model that may draft words for customers' mails ([narrative.md](narrative.md)): the "
        "address below which it answers `POST …/chat/completions`, such as "
        "`https://models.example/v1`. `http://` only for this machine itself. Needs the two below.",
    ),
    Setting("SHOPOPS_NARRATIVE_KEY", "none", "The key that it is asked with, sent as `Bearer …`."),
    Setting(
        "SHOPOPS_NARRATIVE_MODEL",
        "none",
        "The model's name there. What it drafted, and a person saved, is kept with this name.",
    ),
    Setting("SHOPOPS_LOG_LEVEL", "INFO", "`DEBUG`, `INFO`, `WARNING` or `ERROR`."),
)
KNOWN_NAMES = frozenset(setting.name for setting in SETTINGS)


class Environment:
    """Reads the known variables; asking for one outside the table is a mistake in our code."""

    def __init__(self, values: Mapping[str, str] = os.environ) -> None:
        self._values = values

    def text(self, name: str, default: str) -> str:
        if name not in KNOWN_NAMES:
            raise KeyError(f"{name} is missing from shopops.settings.environment.SETTINGS")
        return self._values.get(name, "").strip() or default

    def flag(self, name: str, *, default: bool) -> bool:
        word = self.text(name, "on" if default else "off").lower()
        if word in TRUE_WORDS:
            return True
        if word in FALSE_WORDS:
            return False
        raise SettingRefused(f"{name}={word} is neither on nor off: set it to 1 or 0.")

    def names(self, name: str, default: tuple[str, ...]) -> list[str]:
        parts = [part.strip() for part in self.text(name, "").split(",")]
        return [part for part in parts if part] or list(default)

    def days(self, name: str, default: int, *, least: int) -> timedelta:
        word = self.text(name, str(default))
        if not (word.isascii() and word.isdigit() and least <= int(word) <= MOST_DAYS):
            raise SettingRefused(
                f"{name}={word} is no number of days: set it to {least} to {MOST_DAYS}."
            )
        return timedelta(days=int(word))

    def seconds(self, name: str, default: int) -> int:
        word = self.text(name, str(default))
        if word not in map(str, range(1, MOST_SECONDS + 1)):
            raise SettingRefused(f"{name}={word}: set it to 1 to {MOST_SECONDS} seconds.")
        return int(word)

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        value = self.text(name, default)
        if value not in allowed:
            raise SettingRefused(f"{name}={value} is unknown: set it to {' or '.join(allowed)}.")
        return value
