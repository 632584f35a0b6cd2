"""Files of the package besides its code.

They are the compiled engine, the script for documents, and the command line with the files that it reads
(scripts/cli-package.mjs).
"""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_FOLDER = files(__package__) / "data"


def folder() -> Traversable:
    """The folder of these files, arranged as in the project."""
    return _FOLDER


@cache
def wasm(name: str) -> bytes:
    """A module of the engine: "aqm" simulates packets, "fluid" solves the fluid model."""
    return (_FOLDER / "wasm" / "prebuilt" / f"{name}.wasm").read_bytes()


@cache
def script() -> str:
    """The rules for documents: models/ of the project as one script (python/documents/main.ts)."""
    return (_FOLDER / "documents.js").read_text("utf-8")


@cache
def engine_id() -> str:
    """The identity of the engine: 16 digits of the SHA-256 of its module, as on the command line."""
    return hashlib.sha256(wasm("aqm")).hexdigest()[:16]
