"""A language model at the table, through the Model Context Protocol (extra `mcp`): `bigslick mcp` runs the server."""
