"""The server around the site: client addresses, request bodies, queues and limits, certificates, logs.

Start with `server` (one process) and `workers` (several); `muster.web.asgi` is the app that they serve.
"""
