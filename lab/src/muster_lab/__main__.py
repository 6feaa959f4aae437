"""`python -m muster_lab`: the same as `muster-lab`."""

from muster_lab.cli import main

main(prog_name="muster-lab")
