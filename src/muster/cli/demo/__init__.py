"""A small world for a fresh database: `muster demo`, and what benchmarks and tests start from.

Read `muster.cli.demo.command` first: `PARTS` lists what each room adds.
"""
