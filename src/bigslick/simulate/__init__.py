"""Bots against each other: matches, the figures of players, studies of tournaments, and pictures of what came out."""
