"""What is looked up in the terminal: `muster search` (`muster.cli.looking.search`) and `muster why`
(`muster.cli.looking.why`).

Both print what the pages show; read `muster.app.search` and `muster.rules.why` for where it comes from.
"""
