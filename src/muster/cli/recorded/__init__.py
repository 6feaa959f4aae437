"""Games written down by hand, for `muster game replay` and the golden games. Read `script` first."""
