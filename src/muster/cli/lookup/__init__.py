"""What is looked up in the terminal: `muster search` (`muster.cli.lookup.search`) and `muster why`
(`muster.cli.lookup.why`).

Both print what the pages show; read `muster.app.search` and `muster.rules.why` for where it comes from.
"""
