"""Documents: the project's one implementation, in JavaScript, makes, checks and expands them in QuickJS."""

import json
import math
import os
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
import quickjs

from .data import script
from .errors import DocumentError, Issue
from .module import native

Json = dict[str, Any]


def _whole(digits: str) -> int | float:
    """A whole number if a double holds it exactly: of larger numbers, JavaScript writes the shortest digits only."""
    return int(digits) if abs(value := float(digits)) <= 2**53 else value


class _Documents:
    """The script in a context of its own, for the thread that made it."""

    def __init__(self) -> None:
        self._failed: Exception | None = None
        self._context = quickjs.Context()
        self._context.add_callable("callEngine", self._call_engine)
        self._pieces: Iterator[bytes] = iter(())
        self._context.add_callable("nextPiece", self._next_piece)
        self._context.eval(script())
        self._answer = self._context.get("answer")

    def _call_engine(self, name: str, numbers: str) -> str:
        try:
            module = native("aqm")
            if numbers:
                module.send(name, parsed(numbers))
            else:
                module.call(name)
            return module.text()
        except Exception as error:
            # An exception that passes through JavaScript loses its type.
            self._failed = error
            raise

    def ask(self, name: str, question: Json) -> Any:
        try:
            told = json.loads(self._answer(name, json.dumps(question)), parse_int=_whole)
        except quickjs.JSException:
            failed, self._failed = self._failed, None
            if failed is None:
                raise
            raise failed from None
        return _answer_in(told)

    def read(self, name: str, pieces: Iterator[bytes]) -> Any:
        """The contents of a measured file, from the pieces of its bytes."""
        self._pieces = pieces
        try:
            self._context.get("readMeasuredFile")(name)
            while self._context.execute_pending_job():
                pass
            told = json.loads(self._context.get("measuredAnswer"), parse_int=_whole)
        finally:
            self._pieces = iter(())
        failed, self._failed = self._failed, None
        if failed is not None:
            raise failed
        if "failed" in told:
            raise RuntimeError(told["failed"])
        return _answer_in(told)

    def _next_piece(self) -> str:
        try:
            return b64encode(next(self._pieces, b"")).decode("ascii")
        except (OSError, DocumentError) as error:
            # An exception that passes through JavaScript loses its type.
            self._failed = error
            return ""


def _answer_in(told: Json) -> Any:
    if "issues" in told:
        raise DocumentError(map(Issue.told, told["issues"]))
    return told.get("answer")


_local = threading.local()


def _documents() -> _Documents:
    # Each thread has its own context, and each process after a fork.
    own: dict[int, _Documents] = _local.__dict__.setdefault("own", {})
    process = os.getpid()
    if process not in own:
        own[process] = _Documents()
    return own[process]


def ask(name: str, **question: Any) -> Any:
    """The answer to a question of python/documents/main.ts. Raises DocumentError with the reasons of a refusal."""
    return _documents().ask(name, question)


def read_measured(name: str, pieces: Iterator[bytes]) -> Any:
    """The contents of a file of measurements (python/documents/measured.ts).

    Raises:
        DocumentError: the file is damaged, with the place.
    """
    return _documents().read(name, pieces)


def parsed(numbers: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """The numbers of a text that JavaScript wrote; NaN stands for a value that is left out."""
    return np.array(numbers.split(" "), dtype="<f8")


def plain(value: Any, path: str = "") -> Any:
    """A value of a document in JSON's types, converted from NumPy's numbers and arrays, tuples and mappings.

    Raises:
        DocumentError: JSON has no such value; the error names its place.
    """
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                raise DocumentError([Issue(path, "keys are text", key)])
        return {key: plain(own, f"{path}.{key}" if path else key) for key, own in value.items()}
    if isinstance(value, list | tuple):
        return [plain(own, f"{path}[{i}]") for i, own in enumerate(value)]
    if isinstance(value, float) and not math.isfinite(value):
        raise DocumentError([Issue(path, "must be a finite number", value)])
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise DocumentError([Issue(path, "must be a number, text, true or false, a list or an object", value)])


def text_in(path: str | PathLike[str]) -> str:
    """The text of a file. Raises DocumentError if it is no text."""
    try:
        return Path(fspath(path)).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError([Issue("", f"must be text in UTF-8, which byte {error.start} is not")]) from None


@contextmanager
def named(path: str | PathLike[str]) -> Iterator[None]:
    """Adds the name of the file to the errors raised within."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(replace(issue, message=f"{fspath(path)}: {issue}") for issue in error.issues) from None


def text_of(given: Any) -> str:
    """A document as JSON text; a text is returned unchanged."""
    try:
        return given if isinstance(given, str) else json.dumps(plain(given))
    except RecursionError:
        raise DocumentError([Issue("", "nothing may be nested this deep, or within itself")]) from None
