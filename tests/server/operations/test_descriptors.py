from __future__ import annotations

import subprocess
import sys

import pytest

from bigslick.server.operations.descriptors import LEAST_RESERVED, MOST, backlog, raise_limit, reserve

resource = pytest.importorskip("resource")


def test_the_limit_is_raised_to_what_the_system_allows() -> None:
    program = (
        "import resource\n"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))\n"
        "from bigslick.server.operations.descriptors import raise_limit\n"
        "print(raise_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], hard)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    gives, soft, hard = map(int, said.split())
    assert gives == soft == (MOST if hard == resource.RLIM_INFINITY else min(hard, MOST))


def test_a_limit_that_is_high_enough_stays() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        assert raise_limit() == raise_limit() <= MOST
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("descriptors", [256, 1024, 4096, MOST])
def test_what_is_accepted_at_one_go_fits_into_the_reserve(descriptors: int) -> None:
    assert reserve(descriptors) >= LEAST_RESERVED
    assert backlog(descriptors) <= reserve(descriptors) / 2
    assert descriptors - reserve(descriptors) > 0
