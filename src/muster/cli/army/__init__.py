"""`muster army`: check, convert and print armies, what they bring, and one against another.

Read `muster.cli.army.command` first; every other command is a module of its own.
"""
