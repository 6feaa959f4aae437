"""What stands before the site: addresses, bodies, threads, heavy work, certificates, logs.

Read `muster.web.serving.server` first (one process, one port) and `muster.web.serving.workers` (several),
then `muster.web.asgi`, which puts the parts in a row: `muster.web.serving.bodies`,
`muster.web.serving.turns`, `muster.web.serving.kept`. `muster.web.serving.lanes` bounds heavy work;
`muster.web.serving.channels` and `muster.web.serving.parts` send live frames.
"""
