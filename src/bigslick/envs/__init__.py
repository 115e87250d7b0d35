"""Learning environments: exact hold'em for Gymnasium, PettingZoo and PufferLib, stepped in the core.

```python
import gymnasium
import bigslick.envs

env = gymnasium.make("bigslick/Holdem-v0", opponents="caller")
observation, info = env.reset(seed=7)
observation, reward, terminated, truncated, info = env.step(1)
```

`HoldemBatch`, `PufferHoldem` and `PolicyBot` need nothing but NumPy; the rest comes with `pip install bigslick[envs]`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .registration import ENV_ID, register_envs

if TYPE_CHECKING:
    from . import holdem_v0
    from .batch import HoldemBatch
    from .env import HoldemEnv
    from .menu import MENU, BadEnv, Menu
    from .observation import OBSERVATION_VERSION, ObservationLayout
    from .policy_bot import PolicyBot
    from .puffer import PufferHoldem
    from .settings import OPTIONS, SIT_AND_GO_LEVELS, Settings
    from .tournament_env import TournamentEnv
    from .vector_env import HoldemVectorEnv

__all__ = [
    "ENV_ID",
    "MENU",
    "OBSERVATION_VERSION",
    "OPTIONS",
    "SIT_AND_GO_LEVELS",
    "BadEnv",
    "HoldemBatch",
    "HoldemEnv",
    "HoldemVectorEnv",
    "Menu",
    "ObservationLayout",
    "PolicyBot",
    "PufferHoldem",
    "Settings",
    "TournamentEnv",
    "holdem_v0",
    "register_envs",
]

# Loaded on first use: the batch needs neither Gymnasium nor PettingZoo.
_HOMES = {
    "batch": ("HoldemBatch",),
    "env": ("HoldemEnv",),
    "menu": ("MENU", "BadEnv", "Menu"),
    "observation": ("OBSERVATION_VERSION", "ObservationLayout"),
    "policy_bot": ("PolicyBot",),
    "puffer": ("PufferHoldem",),
    "settings": ("OPTIONS", "SIT_AND_GO_LEVELS", "Settings"),
    "tournament_env": ("TournamentEnv",),
    "vector_env": ("HoldemVectorEnv",),
}
_EXTRA = ("gymnasium", "pettingzoo")


def __getattr__(name: str) -> Any:
    if name == "holdem_v0":
        return _load(name)
    for module, names in _HOMES.items():
        if name in names:
            return getattr(_load(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _load(module: str) -> Any:
    try:
        return import_module(f"{__name__}.{module}")
    except ModuleNotFoundError as error:
        if error.name in _EXTRA:
            raise ModuleNotFoundError(
                f"this needs {error.name}, which is not installed: pip install 'bigslick[envs]'", name=error.name
            ) from None
        raise


def __dir__() -> list[str]:
    return __all__


register_envs()
