"""What is kept beside a member's account: devices they are signed in on, which of them are told what, the
download of their own data.

Read `muster.store.members.devices` first; `notifications` go with a device's session.
"""
