"""Accounts: guests and members, their names, passwords and tokens, and what a guest takes along.

Read `muster.app.accounts.accounts` first: everything that changes an account.
`muster.app.accounts.names` says what a handle and a name may be; `muster.app.accounts.guest_work` transfers
what a guest made.
"""
