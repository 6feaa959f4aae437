"""Django's settings. What differs between machines comes from the environment, see `config.py`."""

import os
from typing import Any

import dj_database_url

from muster.store import sqlite
from muster.web import config

SECRET_KEY = config.secret_key()
DEBUG = os.environ.get("MUSTER_DEBUG") == "1"
ALLOWED_HOSTS = config.allowed_hosts()
METRICS_TOKEN = os.environ.get("MUSTER_METRICS_TOKEN", "")
DEMO_ROOT = os.environ.get("MUSTER_DEMO_ROOT", "")  # set by `muster.web.look` for the demo's own process
FORCE_SCRIPT_NAME = DEMO_ROOT or None
SECURE = os.environ.get("MUSTER_SECURE") == "1"  # set by `muster serve --tls`, or behind a TLS proxy

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "django_htmx",
    "muster.store",
    "muster.web",
]

MIDDLEWARE = [
    "muster.web.middleware.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "muster.web.middleware.ContentPolicy",
    "muster.web.api.cors.OtherOrigins",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "muster.web.middleware.KnownHosts",
    "muster.web.middleware.ByLinkAlone",
    "muster.web.middleware.Heads",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "muster.web.accounts.devices.Devices",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "muster.web.middleware.LargeBodies",
    "muster.web.middleware.Refusals",
    "muster.web.rates.Rates",
    "axes.middleware.AxesMiddleware",
]
if DEMO_ROOT:
    MIDDLEWARE.append("muster.web.look.demo_world.NothingLeaves")

ROOT_URLCONF = "muster.web.urls"
WSGI_APPLICATION = "muster.web.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [os.path.join(os.path.dirname(__file__), "templates")],  # noqa: PTH118, PTH120
        "OPTIONS": {
            "environment": "muster.web.templating.environment",
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "muster.web.templating.form_field",
            ],
        },
    }
]

SQLITE = sqlite.OPTIONS
DATABASES: dict[str, Any] = {
    "default": dj_database_url.config(
        default=f"sqlite:///{config.data_folder() / 'muster.sqlite3'}",
        conn_max_age=600,
        conn_health_checks=True,  # a database that was started anew costs a connection, not an answer
        disable_server_side_cursors=True,  # a pooler lends a connection for one transaction only
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = SQLITE
else:
    # A machine that lost its power says nothing; after these seconds it is given up, not after hours.
    DATABASES["default"]["OPTIONS"] = config.SILENCE | DATABASES["default"].get("OPTIONS", {})
if past_the_pooler := os.environ.get("MUSTER_FEED_URL"):
    DATABASES["default"]["DIRECT"] = dj_database_url.parse(past_the_pooler)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "store.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "muster.web.accounts.hashers.BoundedArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("handle", "name", "email")},
    },
]
AXES_FAILURE_LIMIT = 6
AXES_COOLOFF_TIME = 0.25  # hours
AXES_HANDLER = "muster.web.accounts.throttle.Throttle"
AXES_LOCKOUT_PARAMETERS = "muster.web.accounts.throttle.counted_by"
AXES_CLIENT_IP_CALLABLE = "muster.web.serving.addresses.address_of"
AXES_USERNAME_FORM_FIELD = "username"  # as Django's own credentials name it: one name at every door
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # the wait we promise is the wait it takes
AXES_USERNAME_CALLABLE = "muster.web.accounts.throttle.handle_of"
AXES_LOCKOUT_CALLABLE = "muster.web.accounts.throttle.too_many_attempts"
AXES_DISABLE_ACCESS_LOG = True  # nobody needs a diary of who signed in when
AXES_SENSITIVE_PARAMETERS = ["password", "new_password", "csrfmiddlewaretoken", "handle", "username"]
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "you"
LOGOUT_REDIRECT_URL = "start"

SESSION_ENGINE = "muster.web.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365  # a guest's work hangs on this cookie
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
CSRF_FAILURE_VIEW = "muster.web.site.errors.stale_form"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_HSTS_SECONDS = config.hsts_seconds()
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500


STATIC_URL = "/static/"
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
# Every page names its files with a fingerprint (?v=…), so a browser may keep them for good.
WHITENOISE_MAX_AGE = 60 * 60 * 24 * 365

LANGUAGE_CODE = "en-gb"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

MAIL_CONFIGURED = bool(os.environ.get("MUSTER_MAIL_URL"))
_mail = config.mail(os.environ.get("MUSTER_MAIL_URL", ""))
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_SSL, EMAIL_USE_TLS = _mail
EMAIL_TIMEOUT = 10  # seconds; a mail server that says nothing must not hold up the letters behind it
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL_CONFIGURED else 'dummy'}.EmailBackend"
ADDRESS = config.public_address()
CONTACT = config.link("MUSTER_CONTACT")
SOURCE = config.link("MUSTER_SOURCE")
API_ORIGINS = config.api_origins()
DEFAULT_FROM_EMAIL = os.environ.get("MUSTER_MAIL_FROM", "muster@localhost")

LOGGING_CONFIG = None  # structlog is set up in muster.web.serving.logs
# auth.W004: handles are unique without regard to case, by a constraint on the lowered handle.
SILENCED_SYSTEM_CHECKS = ["axes.W003", "auth.W004"]
