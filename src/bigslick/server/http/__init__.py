"""The card room on the network: the page, the HTTP API and the socket."""
