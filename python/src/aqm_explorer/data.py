"""What the package carries besides its code: the compiled engine, and what makes, checks and expands documents."""

import hashlib
from functools import cache
from importlib.resources import files

_FOLDER = files(__package__) / "data"


@cache
def wasm(name: str) -> bytes:
    """A module of the engine: "aqm" simulates packets, "fluid" solves the fluid model."""
    return (_FOLDER / f"{name}.wasm").read_bytes()


@cache
def script() -> str:
    """What is known of documents: models/ of the project, as one script (python/documents/main.ts)."""
    return (_FOLDER / "documents.js").read_text("utf-8")


@cache
def engine_id() -> str:
    """The engine that makes the runs: 16 digits of its module's SHA-256, as the command line names it."""
    return hashlib.sha256(wasm("aqm")).hexdigest()[:16]
