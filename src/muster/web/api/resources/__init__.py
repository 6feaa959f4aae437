"""The resources of the API, a module with a `router` each. Read `muster.web.api.resources.armies` first as an
example, and `muster.web.api.commands` for how acts become JSON.
"""
