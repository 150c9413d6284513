"""Run the command line."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from mecatol.cli import main
    except KeyboardInterrupt:  # Ctrl-C while the solver's own files are read
        sys.exit(130)
    sys.exit(main())
