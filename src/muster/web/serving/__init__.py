"""What stands before the site: addresses, bodies, threads, heavy work, certificates, logs.

Read `muster.web.serving.server` first (one process, one port) and `muster.web.serving.workers` (several),
then `muster.web.asgi`, which puts the parts in a row: `muster.web.serving.body_limits`,
`muster.web.serving.request_queue`, `muster.web.serving.response_cache`. `muster.web.serving.limits` bounds
heavy work; `muster.web.serving.channels` and `muster.web.serving.parts` send live frames.
"""
