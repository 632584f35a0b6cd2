"""What the package carries besides its code: the compiled engine, the schemas, and what its inputs are composed of."""

import hashlib
import json
from functools import cache
from importlib.resources import files
from typing import Any

_FOLDER = files(__package__) / "data"


@cache
def wasm(name: str) -> bytes:
    """A module of the engine: "aqm" simulates packets, "fluid" solves the fluid model."""
    return (_FOLDER / f"{name}.wasm").read_bytes()


@cache
def document(name: str) -> Any:
    """A JSON file of the package."""
    return json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))


@cache
def engine_id() -> str:
    """The engine that makes the runs: 16 digits of its module's SHA-256, as the command line names it."""
    return hashlib.sha256(wasm("aqm")).hexdigest()[:16]
