"""Pages and the API, for any WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "muster.web.settings")
application = get_wsgi_application()
