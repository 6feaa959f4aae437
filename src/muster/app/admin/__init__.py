"""The admin pages: what the person who runs the server sees and decides.

Read `muster.app.admin.commands` first (what admins can do), then `muster.app.admin.desk` (who may, and
what it does). `muster.app.admin.values` holds what the pages show.
"""
