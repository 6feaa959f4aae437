from muster.cli import main

main(prog_name="muster")
