"""`python -m bigslick` is the command `bigslick`."""

import sys

from .cli import main

sys.exit(main())
