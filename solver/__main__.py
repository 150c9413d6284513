"""Run the command line."""

from __future__ import annotations

import sys

from solver.cli import main

sys.exit(main())
