"""The docs site: pages from docs/ and references generated from the code, built strictly for /docs.

Read `command.py` first. mkdocs.yml names `hook.py`, which adds the pages that are not in docs/.
"""
