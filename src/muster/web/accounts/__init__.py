"""Signing up and in, passwords, passkeys, the second step, devices, one's own data.

Read `muster.web.accounts.account` first, then `muster.web.accounts.throttle`, which every password passes,
and `muster.web.accounts.second_step`. `muster.web.accounts.guest_work` is what happens when a guest signs
in.
"""
