"""`muster-lab faults`: brings mended faults back one by one, and their tests must turn red.

Read `muster_lab.faults.command` first. The list is mended.toml, read by `muster_lab.faults.listing`;
`muster_lab.faults.places` finds the code that an entry names, whatever its layout and however its names
have changed.
"""
