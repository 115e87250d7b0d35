"""Gateways: other people's protocols, so that bots written for them play here, and ours play there."""
