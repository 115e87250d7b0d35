"""Makes `gymnasium.make("bigslick/Holdem-v0")` work once `bigslick.envs` is imported."""

from __future__ import annotations

from typing import Final

ENV_ID: Final = "bigslick/Holdem-v0"


def register_envs() -> bool:
    """Register the environment with Gymnasium; False if Gymnasium is not installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ImportError:
        return False
    if ENV_ID not in registry:
        register(
            id=ENV_ID,
            entry_point="bigslick.envs.env:HoldemEnv",
            vector_entry_point="bigslick.envs.vector_env:HoldemVectorEnv",
        )
    return True
