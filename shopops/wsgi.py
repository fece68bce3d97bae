"""The web server's entry point: `gunicorn shopops.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from shopops.checks.startup import refuse_unsafe_start

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "shopops.settings")

application = get_wsgi_application()
refuse_unsafe_start()
