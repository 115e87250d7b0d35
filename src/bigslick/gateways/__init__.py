"""Gateways to other protocols, one folder each: other programs play here, and our bots play there."""
