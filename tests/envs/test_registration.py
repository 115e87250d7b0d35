"""Gymnasium knows the environment once `bigslick.envs` is imported, and importing bigslick loads none of it."""

from __future__ import annotations

import subprocess
import sys

import gymnasium

from bigslick.envs import ENV_ID, register_envs


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_gymnasium_knows_it() -> None:
    spec = gymnasium.spec(ENV_ID)
    assert spec.entry_point == "bigslick.envs.env:HoldemEnv"
    assert spec.vector_entry_point == "bigslick.envs.vector_env:HoldemVectorEnv"
    assert register_envs()


def test_a_module_in_the_id_is_imported_by_gymnasium() -> None:
    assert run(f"import gymnasium; print(gymnasium.make('bigslick.envs:{ENV_ID}').spec.id)") == ENV_ID


def test_importing_bigslick_loads_neither_gymnasium_nor_pettingzoo() -> None:
    assert run("import sys, bigslick; print({'gymnasium', 'pettingzoo'} & set(sys.modules))") == "set()"


def test_without_the_extra_the_batch_plays_and_the_rest_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = sys.modules['pettingzoo'] = None\n"
        "import bigslick.envs as envs\n"
        "batch = envs.HoldemBatch(2); batch.reset(seed=1); batch.step([1, 1])\n"
        "try: envs.HoldemEnv\n"
        "except ImportError as error: print(error)"
    )
    assert run(code) == "this needs gymnasium, which is not installed: pip install 'bigslick[envs]'"
