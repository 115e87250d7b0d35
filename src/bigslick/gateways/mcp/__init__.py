"""A language model at the table, by the Model Context Protocol (extra `mcp`): `bigslick mcp` runs the server."""
