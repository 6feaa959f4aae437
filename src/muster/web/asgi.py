"""One port for everything: live streams are answered here, pages and the API go to Django through WSGI."""

from a2wsgi import WSGIMiddleware

from muster.web.wsgi import application as pages

application = WSGIMiddleware(pages, workers=16)
