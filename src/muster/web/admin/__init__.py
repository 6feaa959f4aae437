"""The admin pages, and the form with which anyone reports a page.

Read `muster.web.admin.pages` first; `muster.app.admin.desk` says who may.
"""
