"""Runs the executable: `python -m bactrian ARGUMENTS` is `bactrian ARGUMENTS`."""

import subprocess
import sys

from ._engine import executable_path

if __name__ == "__main__":
    try:
        sys.exit(subprocess.run([executable_path(), *sys.argv[1:]]).returncode)
    except FileNotFoundError as error:
        sys.exit(f"bactrian: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
