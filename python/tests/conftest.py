"""What several tests use: the answers of Node, and the command line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _node(*args: str) -> str:
    return subprocess.run(["node", *args], cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout


@pytest.fixture(scope="session")
def reference() -> Any:
    """What Node says of every preset, every paper's scenario, and some studies (reference.ts)."""
    return json.loads(_node("--import", "tsx", "python/tests/reference.ts"))


@pytest.fixture(scope="session")
def command_line() -> Callable[..., str]:
    """``aqm`` with these arguments: what it writes on standard output."""
    return lambda *args: _node("scripts/aqm.mjs", *map(str, args))
