"""Runs `bigslick` as `python -m bigslick`."""

import sys

from .cli import main

sys.exit(main())
