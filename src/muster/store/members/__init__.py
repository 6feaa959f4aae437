"""What is kept beside a member's account: `muster.store.members.devices` they are signed in on, and
`muster.store.members.data_archives`, the download of their own data.
"""
