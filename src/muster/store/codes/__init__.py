"""Codes that people type or follow, and wrong ones counted.

Read `muster.store.codes.tries` first: a try is counted before it is weighed, so that many at once gain
nothing.
"""
