"""Django's settings, read from the environment (the table: docs/settings.md)."""

import sys
from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF

from shopops.settings import queue, sign_in
from shopops.settings.anymail import anymail
from shopops.settings.databases import databases, migrating
from shopops.settings.environment import DEFAULT_SECRET_KEY, ENVIRONMENTS, Environment
from shopops.settings.rates import rates

# Lets Django's generic classes be written with their types: ModelAdmin[Tenant].
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parents[2]
_env = Environment()

SHOPOPS_ENV = _env.choice("SHOPOPS_ENV", ENVIRONMENTS, "development")
SHOPOPS_VAR = Path(_env.text("SHOPOPS_VAR", str(BASE_DIR / "var"))).resolve()
_production = SHOPOPS_ENV == "production"

SECRET_KEY = _env.text("SHOPOPS_SECRET_KEY", DEFAULT_SECRET_KEY)
SECRET_KEY_FALLBACKS = _env.names("SHOPOPS_OLD_SECRET_KEYS", ())
SHOPOPS_VAULT_KEYS = _env.names("SHOPOPS_VAULT_KEYS", ())
SHOPOPS_CODE_KEY = _env.text("SHOPOPS_CODE_KEY", "")
DEBUG = _env.flag("DEBUG", default=SHOPOPS_ENV == "development")
ALLOWED_HOSTS = _env.names("ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"))
CSRF_TRUSTED_ORIGINS = _env.names("CSRF_TRUSTED_ORIGINS", ())

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "ninja",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "allauth.usersessions",
    "shopops.checks",
    "shopops.tenants",
    "shopops.accounts",
    "shopops.guards",
    "shopops.ledger",
    "shopops.proposals",
    "shopops.connectors",
    "shopops.connections",
    "shopops.outbox",
    "shopops.mailing",
    "shopops.alarms",
    "shopops.orchestrator",
    "shopops.review",
    "shopops.alarm_pages",
    "shopops.execution",
    "shopops.writeback",
    "shopops.acknowledgments",
    "shopops.privacy",
    "shopops.deliveries",
    "shopops.administration",
    "shopops.administration.preview",
    "shopops.administration.connections",
    "shopops.api",
    "shopops.dashboard",
    "shopops.setup",
    "shopops.demo",
    "shopops.demo.shop",
]
MIDDLEWARE = [
    "shopops.guards.headers.Headers",
    "shopops.api.middleware.ProblemDetails",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "shopops.guards.sizes.BodySizes",
    "shopops.guards.rates.Rates",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "shopops.accounts.languages.PersonsLanguage",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "shopops.guards.refused.Refused",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "shopops.urls"
WSGI_APPLICATION = "shopops.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

SHOPOPS_MIGRATING = migrating(sys.argv)
DATABASES = databases(_env, var=SHOPOPS_VAR, migrating=SHOPOPS_MIGRATING)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tenants.User"
SHORTEST_PASSWORD = 12
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": SHORTEST_PASSWORD}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
]
# Argon2 for new passwords; the others read older ones and are replaced when somebody signs in.
PASSWORD_HASHERS = [
    f"django.contrib.auth.hashers.{name}"
    for name in ("Argon2PasswordHasher", "PBKDF2PasswordHasher", "ScryptPasswordHasher")
]
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600  # seconds, also of an invitation's link
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "sign_in"

ACCOUNT_ADAPTER = "shopops.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]  # nobody signs up; see the adapter
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"  # an account begins with a link that was mailed
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "ShopOps: "
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # a second factor is asked for all the same
ACCOUNT_SESSION_REMEMBER = True  # for SESSION_COOKIE_AGE, whatever the browser does
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600  # seconds; also for money above the second cap
ACCOUNT_FORMS = {
    "change_password": "shopops.accounts.forms.NewPasswordForm",
    "set_password": "shopops.accounts.forms.FirstPasswordForm",
    "reset_password_from_key": "shopops.accounts.forms.MailedPasswordForm",
}
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "reauthenticate": "10/m/user",
    "proof_failed": "5/5m/key",  # wrong passwords of somebody who is signed in, by session
    "reset_password": "20/m/ip,3/10m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
}
SOCIALACCOUNT_ADAPTER = "shopops.accounts.single_sign_on.SingleSignOnAdapter"
SOCIALACCOUNT_PROVIDERS = sign_in.providers(_env, production=_production)
SOCIALACCOUNT_STORE_TOKENS = False
MFA_ADAPTER = "shopops.accounts.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "shopops.accounts.forms.CodeForm",
    "reauthenticate": "shopops.accounts.forms.CodeAgainForm",
    "authenticate_webauthn": "shopops.accounts.forms.KeyForm",
    "reauthenticate_webauthn": "shopops.accounts.forms.KeyAgainForm",
}
MFA_TOTP_TOLERANCE = 1  # codes: the one before and after count too, as RFC 6238 advises
MFA_ALLOW_UNVERIFIED_EMAIL = True  # as above: nobody signs up with an address
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]

# Throttling counts in a cache that all processes share. The database is the one thing that is
# always there; where there is no Redis, a cache in memory would count for each process by itself.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "accounts_cache",
        # Past this the oldest keys go, and what was counted with them: far above an attack's.
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }
}

# What each room can say in German, and whose mails are: docs/languages.md.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
# Only production collects; elsewhere the folder would be looked for in vain.
STATIC_ROOT = BASE_DIR / "staticfiles" if _production else None
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _production
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# Production serves what collectstatic hashed; elsewhere the files are served where they lie.
WHITENOISE_USE_FINDERS = not _production
WHITENOISE_AUTOREFRESH = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF, *sign_in.origins(SOCIALACCOUNT_PROVIDERS)],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 12 * 3600  # seconds: a working day
# The prefix has browsers refuse a cookie of that name from another host, or without TLS.
SESSION_COOKIE_NAME = "__Host-sessionid" if _production else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if _production else "csrftoken"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _production
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _production else 0
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
SHOPOPS_BEHIND_PROXY = _env.flag("SHOPOPS_BEHIND_PROXY", default=False)
if SHOPOPS_BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Subdomains and the browsers' preload list are the domain owner's decision, not this program's.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

SHOPOPS_SITE_URL = _env.text(
    "SHOPOPS_SITE_URL", f"http://127.0.0.1:{_env.text('PORT', '8000')}"
).rstrip("/")
SHOPOPS_SMTP_URL = _env.text("SHOPOPS_SMTP_URL", "")
SHOPOPS_MAIL_FROM = _env.text("SHOPOPS_MAIL_FROM", "alarms@localhost")
SHOPOPS_REPLY_ADDRESS = _env.text("SHOPOPS_REPLY_ADDRESS", SHOPOPS_MAIL_FROM)
SHOPOPS_INBOUND = _env.names("SHOPOPS_INBOUND", ("raw",))
SHOPOPS_INBOUND_SECRET = _env.text("SHOPOPS_INBOUND_SECRET", "")
SHOPOPS_AUTHSERV_ID = _env.text("SHOPOPS_AUTHSERV_ID", "")
ANYMAIL = anymail(
    basic_auth=_env.text("SHOPOPS_INBOUND_BASIC_AUTH", ""),
    mailgun_key=_env.text("SHOPOPS_MAILGUN_SIGNING_KEY", ""),
    more=_env.text("SHOPOPS_ANYMAIL", "{}"),
)
# For the one way that takes so much, mail that a provider posts. What may be sent where:
# shopops.guards.sizes.
DATA_UPLOAD_MAX_MEMORY_SIZE = 40 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000  # who selects a whole list is told how many go at once
SHOPOPS_RATE_LIMITS = rates(_env.names("SHOPOPS_RATE_LIMITS", ()))
SHOPOPS_HEARTBEAT_URL = _env.text("SHOPOPS_HEARTBEAT_URL", "")
SHOPOPS_PRIVATE_SHOPS = _env.flag("SHOPOPS_PRIVATE_SHOPS", default=not _production)
SHOPOPS_SHOP_TIMEOUT = _env.seconds("SHOPOPS_SHOP_TIMEOUT", 20)
SHOPOPS_NARRATIVE_URL = _env.text("SHOPOPS_NARRATIVE_URL", "").strip()
SHOPOPS_NARRATIVE_KEY = _env.text("SHOPOPS_NARRATIVE_KEY", "")
SHOPOPS_NARRATIVE_MODEL = _env.text("SHOPOPS_NARRATIVE_MODEL", "")
SHOPOPS_MONITOR_TOKEN = _env.text("SHOPOPS_MONITOR_TOKEN", "")
SHOPOPS_OPERATORS_SECOND_FACTOR = _env.flag("SHOPOPS_OPERATORS_SECOND_FACTOR", default=_production)
SHOPOPS_KEEP_ACCOUNT_EVENTS = _env.days("SHOPOPS_KEEP_ACCOUNT_EVENTS", 400, least=30)
SHOPOPS_KEEP_INVITATIONS = _env.days("SHOPOPS_KEEP_INVITATIONS", 90, least=1)

CELERY_BROKER_URL = _env.text("CELERY_BROKER_URL", queue.FILESYSTEM_BROKER)
CELERY_BROKER_TRANSPORT_OPTIONS = queue.transport_options(CELERY_BROKER_URL, var=SHOPOPS_VAR)
CELERY_BEAT_SCHEDULE = queue.BEAT_SCHEDULE
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(SHOPOPS_VAR / "broker" / "beat")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_ENABLE_UTC = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "shopops.guards.redaction.Line",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    # Without Django's own handlers: they write past ours, and mail what was sent with a request.
    # httpx would write down the address of every call.
    "loggers": {"django": {"handlers": [], "level": "INFO"}, "httpx": {"level": "WARNING"}},
    "root": {"handlers": ["stderr"], "level": _env.text("SHOPOPS_LOG_LEVEL", "INFO")},
}
