"""What the package carries besides its code: the compiled engine, what makes, checks and expands documents, and the
command line with the files that it reads (scripts/cli-package.mjs)."""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_FOLDER = files(__package__) / "data"


def folder() -> Traversable:
    """The files, in the folders that they have in the project."""
    return _FOLDER


@cache
def wasm(name: str) -> bytes:
    """A module of the engine: "aqm" simulates packets, "fluid" solves the fluid model."""
    return (_FOLDER / "wasm" / "prebuilt" / f"{name}.wasm").read_bytes()


@cache
def script() -> str:
    """What is known of documents: models/ of the project, as one script (python/documents/main.ts)."""
    return (_FOLDER / "documents.js").read_text("utf-8")


@cache
def engine_id() -> str:
    """The engine that makes the runs: 16 digits of its module's SHA-256, as the command line names it."""
    return hashlib.sha256(wasm("aqm")).hexdigest()[:16]
