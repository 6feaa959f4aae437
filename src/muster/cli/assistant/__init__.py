"""`muster mcp`: a server of the Model Context Protocol over standard input and output, for assistants.

Read `tools.py` first: six functions that look things up. `server.py` offers them to a client.
"""
