"""How long the things take that must be quick: one module per part of `muster-lab bench`.

Read `muster_lab.bench.command` first (it lists the parts), then `muster_lab.bench.timing`, which every part
measures and prints with. `muster_lab.bench.world` builds the demo site that pages are measured on.
lab/docs/scale.md says what the figures mean.
"""
