"""`muster register`: Registers of Tours of Duty in the terminal.

Read `muster.cli.register.command` first, which finds the Register, then `muster.cli.register.check`, which
adds everything up again from the log.
"""
