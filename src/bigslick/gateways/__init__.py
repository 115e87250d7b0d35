"""Gateways to other people's protocols, one folder each: their programs play here, and ours play there."""
