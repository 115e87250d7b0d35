"""Replays recorded hands under the engine's rules."""
